import Foundation
import QuiesceCore

/// The scene that each app last showed, and which of them becomes the app's snapshot (P2, F7). The
/// board performs no I/O; its contents are bounded by their size.
package struct SceneBoard: Sendable {
    /// A scene that an app showed.
    package struct Shown: Sendable {
        package var launch: Launch
        /// Its scene as JSON.
        package var document: Data
        /// It was shown on the screen, since the app came there.
        package var isLive: Bool
        /// No snapshot is of it.
        fileprivate var isNewer: Bool
        fileprivate var number: UInt64
    }

    private var shown: [AppID: Shown] = [:]
    private var bytes = 0
    private var lastNumber: UInt64 = 0

    package init() {}

    /// The app of that process shows a scene, which has been checked. `inFront`: on the screen.
    package mutating func show(_ document: Data, by key: ProcessKey, inFront: Bool) {
        // Messages of a dead process can't reach its successor.
        if let known = shown[key.app], known.launch > key.launch { return }
        forget(key.app)
        lastNumber += 1
        shown[key.app] = Shown(
            launch: key.launch, document: document, isLive: inFront, isNewer: true,
            number: lastNumber)
        bytes += document.count
        while bytes > Limits.shownBytes, let oldest = shown.min(by: Self.isOlder)?.key {
            forget(oldest)
        }
    }

    /// Takes a snapshot of the scene that the app of that process has shown so far. It may be seen
    /// while the app is away.
    ///
    /// - Returns: the scene to be kept; nil: there is none, or it is kept already.
    package mutating func takeSnapshot(of key: ProcessKey) -> Data? {
        guard var scene = shown[key.app], scene.launch == key.launch else { return nil }
        defer { shown[key.app] = scene }
        scene.isLive = false
        guard scene.isNewer else { return nil }
        scene.isNewer = false
        return scene.document
    }

    package mutating func forget(_ app: AppID) {
        bytes -= shown.removeValue(forKey: app)?.document.count ?? 0
    }

    /// The scene that the app of that process last showed.
    package func shown(by key: ProcessKey) -> Shown? {
        shown[key.app].flatMap { $0.launch == key.launch ? $0 : nil }
    }

    private static func isOlder(
        _ a: (key: AppID, value: Shown), _ b: (key: AppID, value: Shown)
    ) -> Bool { a.value.number < b.value.number }
}
