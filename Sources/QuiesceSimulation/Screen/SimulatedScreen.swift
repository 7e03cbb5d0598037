import Foundation
import QuiesceCore
import QuiesceShell
import QuiesceWire

/// The screens of apps on a simulated device. The scenes are in the daemon's memory and go with it;
/// the snapshots are on the disk. Only the title of a scene is kept.
struct SimulatedScreen {
    /// The screen size of every scripted app.
    static let size = ScreenSize(width: 320, height: 480)

    private var board = SceneBoard()
    private(set) var snapshots: [AppID: Data] = [:]

    mutating func show(_ scene: Scene, by key: ProcessKey, inFront: Bool) throws(WireError) {
        try scene.check()
        board.show(Data((scene.root.text?.string ?? "").utf8), by: key, inFront: inFront)
    }

    /// - Returns: what was kept; nil: nothing new.
    mutating func takeSnapshot(_ key: ProcessKey) -> Data? {
        guard let title = board.takeSnapshot(of: key) else { return nil }
        snapshots[key.app] = title
        return title
    }

    mutating func connected(_ key: ProcessKey) { board.forget(key.app) }

    mutating func forget(_ app: AppID) {
        board.forget(app)
        snapshots[app] = nil
    }

    mutating func daemonDied() { board = SceneBoard() }
}
