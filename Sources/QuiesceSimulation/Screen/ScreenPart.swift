import Foundation
import QuiesceCore
import QuiesceShell
import QuiesceWire

/// The screen: what apps show, what is kept of it, and what the user does to that.
final class ScreenPart: SimulatedPart {
    private var screen = SimulatedScreen()

    func connect(_ ports: inout Ports, of device: SimulatedDevice) {
        ports.screen = ScreenPort(
            takeSnapshot: { [unowned self, unowned device] in
                if device.permits() { takeSnapshot($0, device) }
            },
            forget: { [unowned self, unowned device] in
                if device.permits() { screen.forget($0) }
            })
    }

    /// Takes a snapshot of everything that the process's app has shown so far: that may be seen
    /// while the app is away (P2).
    private func takeSnapshot(_ key: ProcessKey, _ device: SimulatedDevice) {
        guard let title = screen.takeSnapshot(key) else { return }
        // After a fetch what it shows since is what it means to show (F7).
        if case .completeWake = device.current?.event { return }
        if String(decoding: title, as: UTF8.self) != ScriptedApp.Showing.hidden.rawValue,
            let scripted = device.live(key)?.app as? ScriptedApp, scripted.isObedient
        {
            device.fail(
                .snapshotsAreHidden,
                "its snapshot is \(String(decoding: title, as: UTF8.self))", key.app)
        }
    }

    func comes(_ event: Event, _: SimulatedDevice) {
        if case .connected(let app, let launch, _, _, _) = event {
            screen.connected(ProcessKey(app: app, launch: launch))
        }
    }

    func takes(
        _ message: MessageFromApp, from key: ProcessKey, _ device: SimulatedDevice
    ) throws(WireError) {
        guard case .scene(let scene?) = message else { return }
        try screen.show(scene, by: key, inFront: device.machine.foreground == key.app)
    }

    func daemonEnded(_: SimulatedDevice) { screen.daemonDied() }

    // MARK: Scripted apps

    func begins(_ call: MessageToApp.Call, in app: ScriptedApp) { app.noteActivity(call) }

    func ends(_ call: MessageToApp.Call, in app: ScriptedApp) {
        switch call {
        case .didBecomeActive: app.show(.front)
        case .didEnterBackground: app.show(.hidden)
        case _: break
        }
    }

    /// Too late for the snapshot.
    func leaves(_ call: MessageToApp.Call, in app: ScriptedApp) {
        if case .didEnterBackground = call { app.show(.late) }
    }
}

/// The user's input to the app in front.
struct InputStep: StepBody {
    /// In the words of `quiesce send`.
    var words: [String]

    var isRequest: Bool { true }

    func perform(on device: SimulatedDevice) {
        guard let input = try? UserInput(words: words) else { return }
        device.ask { .input(input, screen: SimulatedScreen.size, $0) }
    }
}

extension Invariant {
    public static let snapshotsAreHidden = Self(
        "a snapshot is of what the app showed when didEnterBackground returned")
}
