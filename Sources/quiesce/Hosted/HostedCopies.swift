import Foundation
import QuiesceTerminal

/// The copies of entries and of bus services in the user's folders that start a device's apps.
struct HostedCopies {
    /// The device's.
    let home: String
    let folders: ApplicationFolders

    /// The user's folder of data.
    var data: String { (folders.own as NSString).deletingLastPathComponent }

    struct Copy {
        var path: String
        var text: String
        var app: String

        /// The entry's.
        var id: String { (path as NSString).lastPathComponent }
        /// The file that this copies is gone, and its program most likely too.
        var isStale: Bool {
            ApplicationEntry.source(ofText: text).map {
                !FileManager.default.fileExists(atPath: $0)
            } ?? false
        }
    }

    /// Those of entries, by their path.
    func entries() -> [Copy] { copies(in: folders.own, ".desktop") }

    private func services() -> [Copy] { copies(in: "\(data)/\(BusService.folder)", ".service") }

    private func copies(in folder: String, _ suffix: String) -> [Copy] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.sorted().compactMap { file in
            let path = "\(folder)/\(file)"
            guard file.hasSuffix(suffix), let text = ApplicationFolders.text(path),
                let app = ApplicationEntry.app(ofText: text),
                DesktopEntry.home(ofText: text) == home
            else { return nil }
            return Copy(path: path, text: text, app: app)
        }
    }

    /// - Returns: whether the file wasn't so already.
    func write(_ text: String, to path: String) throws(Failure) -> Bool {
        if ApplicationFolders.text(path) == text { return false }
        do {
            try FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent,
                withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
            return true
        } catch {
            throw .refused("\(oneLine(path)) can't be written: \(error.localizedDescription)")
        }
    }

    /// The desktop starts these programs itself again, and so does the bus those that have no copy
    /// of an entry any more.
    ///
    /// - Returns: the entries' copies that are gone.
    @discardableResult
    func remove(where isOver: (Copy) -> Bool) -> [Copy] {
        let removed = entries().filter { isOver($0) && Self.remove($0.path) }
        let left = Set(entries().map { ($0.id as NSString).deletingPathExtension })
        let services = services().filter {
            !left.contains(($0.id as NSString).deletingPathExtension) && Self.remove($0.path)
        }
        if !removed.isEmpty { EntryFolder(path: folders.own).refresh() }
        if !services.isEmpty { BusService.reload() }
        return removed
    }

    private static func remove(_ path: String) -> Bool {
        (try? FileManager.default.removeItem(atPath: path)) != nil
    }
}
