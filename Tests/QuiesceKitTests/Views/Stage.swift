import Foundation
import QuiesceWire

@testable import QuiesceKit

/// An app in front, in this process and without a device: what is done to it is done at once.
///
/// `UIApplication.shared` is its while `play` runs, which therefore doesn't wait for anything.
@MainActor final class Stage {
    let application: UIApplication
    private(set) var scenes: [Scene] = []
    var device = MessageToApp.DeviceState()

    static func play(
        _ type: UIApplication.Type = UIApplication.self,
        launchedInto state: MessageToApp.LaunchState = .inactive, held orientation: String? = nil,
        _ body: (Stage) throws -> Void
    ) rethrows {
        let before = LaunchedBefore()
        defer { before.restore() }
        DaemonLink.current = DaemonLink()
        let application = UIApplication.start(type) { nil }
        let stage = Stage(application)
        if let orientation { stage.hold(orientation) }
        application.perform(.finishLaunching(.init(state: state, reason: .user)))
        if state == .inactive { application.perform(.didBecomeActive) }
        try body(stage)
    }

    private init(_ application: UIApplication) {
        self.application = application
        application.display.send = { [weak self] in self?.scenes.append($0) }
    }

    /// A window with a controller, shown.
    func window(_ root: UIViewController? = UIViewController()) -> UIWindow {
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = root
        window.makeKeyAndVisible()
        return window
    }

    /// The end of a turn of the main loop.
    func turn() { application.display.commitInFront() }

    func touch(_ phase: UserInput.Phase, _ x: Double, _ y: Double) {
        application.perform(.input(.touch(phase, x: x, y: y)))
    }

    func tap(_ x: Double, _ y: Double) {
        touch(.began, x, y)
        touch(.ended, x, y)
    }

    func hold(_ orientation: String) {
        device.orientation = orientation
        application.perform(.systemEvents(["orientation"], device: device))
    }

    func leave() {
        application.perform(.willResignActive)
        application.perform(.didEnterBackground(deadline: nil))
    }

    func comeBack() {
        application.perform(.willEnterForeground)
        application.perform(.didBecomeActive)
    }
}

/// Writes down what it is told.
@MainActor final class Diary {
    private(set) var lines: [String] = []

    func write(_ line: String) { lines.append(line) }

    /// The lines that were written since the last call.
    func news() -> [String] {
        defer { lines = [] }
        return lines
    }
}
