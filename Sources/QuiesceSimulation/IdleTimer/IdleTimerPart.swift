import QuiesceCore
import QuiesceShell
import QuiesceWire

/// The machine's idle timer, and its judge: it stands still for the app in front that wants so, and
/// for nobody else.
final class IdleTimerPart: SimulatedPart {
    /// For whom the daemon holds it.
    private(set) var holder: AppID?
    /// Whether the newest process of each app wants the idle timer disabled.
    private var wishes: [AppID: (pid: Int32, disabled: Bool)] = [:]
    /// Changes whom it is held for: how a test plants a bug.
    var mishears: ((AppID?) -> AppID?)?

    /// A daemon's hold on the idle timer ends with that daemon.
    func connect(_ ports: inout Ports, of device: SimulatedDevice) {
        holder = nil
        device.device.idleTimer.port = IdleTimerPort { [unowned self, unowned device] app in
            guard device.permits() else { return }
            holder = mishears.map { $0(app?.id) } ?? app?.id
        }
    }

    func ask(disabled: Bool, in app: ScriptedApp) {
        wishes[app.process.key.app] = (app.process.pid, disabled)
        app.session.disableIdleTimer(disabled)
        app.flush()
    }

    /// As the SDK does.
    func welcomes(_ app: ScriptedApp) {
        if wish(of: app) == true { app.session.disableIdleTimerAgain() }
    }

    private func wish(of app: ScriptedApp) -> Bool? {
        wishes[app.process.key.app].flatMap { $0.pid == app.process.pid ? $0.disabled : nil }
    }

    // MARK: The checker

    func note(_: Event, _: Reaction, _ device: SimulatedDevice) {
        guard let holder, device.hasTakenOver, device.daemonRuns, !device.isCut else { return }
        let machine = device.device.machine
        if machine.foreground != holder || machine.isLocked || machine.isAsleep {
            device.fail(.screenAsAsked, "it isn't in front, and keeps the screen on", holder)
        }
    }

    func checkSettled(_ device: SimulatedDevice) {
        let machine = device.device.machine
        guard device.hasTakenOver, device.daemonRuns, !device.isCut, !machine.isLocked,
            !machine.isAsleep
        else { return }
        for place in device.apps.indices where machine.foreground == device.apps[place].id {
            guard let app = device.scripted(place), let disabled = wish(of: app),
                // One that speaks beside its SDK has its requests taken for others.
                app.isObedient, app.process.channel?.saidHello == true,
                app.session.isWelcomed, app.session.isAcknowledged
            else { continue }
            if (holder == app.process.key.app) != disabled {
                device.fail(
                    .screenAsAsked,
                    disabled
                        ? "it is in front, and the screen goes off"
                        : "it is in front and doesn't want so, and keeps the screen on",
                    app.process.key.app)
            }
        }
    }
}

extension Invariant {
    public static let screenAsAsked = Self(
        "the screen stays on for the app in front that wants so, and for no other")
}
