import Foundation
import Glibc
import QuiesceCore
import QuiesceKit

/// The container of the app under test, and the folders that it shares with others: in a temporary
/// folder, so that what a launch leaves there the next one finds. The container is made by what is
/// first written to it.
@MainActor final class VirtualContainer {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "quiesce-container-\(UUID().uuidString)")
    private let before = AppContainer.current

    private var groups: URL { URL(fileURLWithPath: folder.path + "-groups", isDirectory: true) }

    /// From now on the Kit finds it.
    ///
    /// - Parameter names: the app's groups. They are found by the environment, as in an app.
    func serve(groups names: [String]) {
        AppContainer.current = folder
        guard !names.isEmpty else { return }
        setenv("QUIESCE_GROUPS_DIRECTORY", groups.path, 1)
        setenv("QUIESCE_GROUPS", names.joined(separator: ","), 1)
        for name in names {
            try? FileManager.default.createDirectory(
                at: groups.appendingPathComponent(name), withIntermediateDirectories: true)
        }
    }

    /// Locks on files that the app shares (C2).
    func locks(groups names: [String]) -> [HeldLock] {
        names.isEmpty ? [] : SharedLocks.held(in: groups, groups: names)
    }

    func remove() {
        AppContainer.current = before
        unsetenv("QUIESCE_GROUPS_DIRECTORY")
        unsetenv("QUIESCE_GROUPS")
        try? FileManager.default.removeItem(at: folder)
        try? FileManager.default.removeItem(at: groups)
    }
}
