import Foundation
import FoundationNetworking

/// The body that a task sends.
enum UploadBody {
    case file(URL)
    case data(Data)
}

/// The bodies of uploads that don't lie in the app's container on their own account: each is a file
/// there until its task is done.
struct UploadBodies: Sendable {
    let container: URL?
    private let folder: URL?

    init(session: String, container: URL?) {
        self.container = container?.resolvingSymlinksInPath()
        let name = session.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "session"
        folder = self.container?.appendingPathComponent(
            "Library/Caches/BackgroundURLSession/\(name)", isDirectory: true)
    }

    /// Where the daemon finds `body`: its path in the container, and its size.
    func place(_ body: UploadBody, of task: UInt64) throws(URLError) -> (
        path: String, size: UInt64?
    ) {
        guard let container, let folder else { throw URLError(.cannotCreateFile) }
        let source: URL?
        switch body {
        case .file(let file):
            let file = file.resolvingSymlinksInPath()
            guard let size = Self.size(of: file) else { throw URLError(.fileDoesNotExist) }
            if file.path.hasPrefix(container.path + "/") {
                return (String(file.path.dropFirst(container.path.count + 1)), size)
            }
            source = file
        case .data: source = nil
        }
        let copy = folder.appendingPathComponent(String(task))
        do {
            let files = FileManager.default
            try files.createDirectory(at: folder, withIntermediateDirectories: true)
            switch body {
            case .file(let file): try files.copyItem(at: source ?? file, to: copy)
            case .data(let data): try data.write(to: copy)
            }
        } catch {
            // Remove the part that was written: the disk may be full.
            try? FileManager.default.removeItem(at: copy)
            throw URLError(.cannotCreateFile, userInfo: [NSUnderlyingErrorKey: error])
        }
        return (String(copy.path.dropFirst(container.path.count + 1)), Self.size(of: copy))
    }

    /// The task is done.
    func remove(_ task: UInt64) {
        guard let folder else { return }
        try? FileManager.default.removeItem(at: folder.appendingPathComponent(String(task)))
    }

    /// The tasks for which there is a file.
    var tasks: [UInt64] {
        guard let folder else { return [] }
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return (names ?? []).compactMap { UInt64($0) }
    }

    private static func size(of file: URL) -> UInt64? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        guard attributes?[.type] as? FileAttributeType == .typeRegular else { return nil }
        return (attributes?[.size] as? NSNumber)?.uint64Value
    }
}
