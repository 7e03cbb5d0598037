import Foundation
import QuiesceKit

/// The container of the app under test: a temporary folder, so that what a launch leaves there the
/// next one finds. It is made by what is first written to it.
@MainActor final class VirtualContainer {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "quiesce-container-\(UUID().uuidString)")
    private let before = AppContainer.current

    /// From now on the Kit finds it.
    func serve() { AppContainer.current = folder }

    func remove() {
        AppContainer.current = before
        try? FileManager.default.removeItem(at: folder)
    }
}
