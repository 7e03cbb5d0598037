import Foundation
import Glibc
import QuiesceCore
import QuiesceLinux
import QuiesceWire

/// `snapshots/ID.json`: each app's last screen, for its owner's eyes only (P2). Not on the loop.
struct SnapshotFolder: Sendable {
    private static let suffix = ".json"
    private let folder: CInt
    private let path: String

    /// - Parameter directory: kept open for as long as this is used.
    init(_ directory: StateDirectory) {
        folder = directory.descriptor(of: .snapshots)
        path = directory.path(of: .snapshots)
    }

    func path(of app: AppID) -> String { "\(path)/\(app)\(Self.suffix)" }

    /// Puts it in place of the last one as a whole. The oldest are deleted where there are too
    /// many.
    func write(_ document: Data, of app: AppID) throws(SystemCallError) {
        try Files.replace(app.name + Self.suffix, in: folder, with: document)
        let names = try Files.names(in: folder)
        guard names.count > Limits.snapshots else { return }
        let byAge = names.map { ($0, modified($0) ?? 0) }.sorted { $0.1 < $1.1 }
        for (name, _) in byAge.prefix(names.count - Limits.snapshots) {
            unlinkat(folder, name, 0)
        }
    }

    func remove(_ app: AppID) { unlinkat(folder, app.name + Self.suffix, 0) }

    /// The scene that was kept; nil: none.
    func read(_ app: AppID) -> (scene: Scene, taken: WallTime)? {
        let name = app.name + Self.suffix
        guard let file = try? Files.open(name, in: folder, O_RDONLY) else { return nil }
        defer { close(file) }
        guard let document = try? Files.read(file, limit: SceneLimits.bytes),
            let scene = try? WireCoder().scene(inDocument: document), let taken = taken(app)
        else { return nil }
        return (scene, taken)
    }

    /// When it was taken; nil: there is none.
    func taken(_ app: AppID) -> WallTime? {
        modified(app.name + Self.suffix).map { WallTime(nanoseconds: $0) }
    }

    /// At a start: what isn't installed has none.
    func keepOnly(_ apps: Set<AppID>) {
        for name in (try? Files.names(in: folder)) ?? [] {
            let app = name.hasSuffix(Self.suffix) ? AppID(String(name.dropLast(5))) : nil
            if app.map(apps.contains) != true { unlinkat(folder, name, 0) }
        }
    }

    private func modified(_ name: String) -> Int64? {
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        return Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    }
}
