import QuiesceCore
import QuiesceShell
import QuiesceWire

/// The accessories that are plugged into the device, and the bytes that wait in terminals.
final class AccessoryPart: SimulatedPart {
    struct Plugged {
        var plugged: PluggedAccessory
        /// Nobody has read them yet.
        var waiting = 0
        var waitingSince = AwakeInstant.zero
    }

    /// In truth, by name.
    private(set) var plugged: [String: Plugged] = [:]
    private var plugs: UInt64 = 0
    private var wires: [AccessoryWire] = []
    /// The accessories that each app was told are connected, and its sessions, as its SDK knows
    /// them.
    private(set) var known: [AppID: Knowledge] = [:]
    private var watch = AccessoryWatch()
    /// The daemon isn't told that there is something to read: how a test plants a bug.
    var isDeaf = false

    struct Knowledge {
        var launch: Launch
        var present: [Accessory] = []
        var sessions: [Session] = []
        var lastNumber: UInt64 = 0
    }

    struct Session {
        var number: UInt64
        var accessory: Accessory
        /// It has the terminal.
        var isOpen = false
    }

    func connect(_ ports: inout Ports, of device: SimulatedDevice) {
        wires = []
        ports.apps.give = { [unowned device] key, message, _ in
            if device.permits() { device.send(key, message) }
        }
        device.device.accessories.port = AccessoryPort(
            follow: { [unowned self, unowned device] wanted in
                guard device.permits() else { return }
                wires = wanted
                look(device)
            })
    }

    func tookOver(_ device: SimulatedDevice) { list(device) }

    /// The daemon that lives looks anew, after a boot.
    func deviceRestarts(_ device: SimulatedDevice) {
        known = [:]
        watch.forget(told: [])
        watch.hasListed = false
        later(.milliseconds(20), device) { [unowned self, unowned device] in list(device) }
    }

    private func list(_ device: SimulatedDevice) {
        for name in plugged.keys.sorted() {
            if let found = plugged[name], !device.isCut { device.device.plugged(found.plugged) }
        }
        guard !device.isCut else { return }
        device.device.take(.accessory(.listed))
        watch.hasListed = true
    }

    private func later(
        _ delay: Interval, _ device: SimulatedDevice, _ body: @escaping () -> Void
    ) {
        let guarded: () -> Void = { [unowned device] in
            if device.daemonRuns, device.hasTakenOver, !device.isCut { body() }
        }
        device.plan(.told(guarded, life: device.life), after: delay)
    }

    // MARK: Steps

    func plug(_ name: String, _ protocols: [String], _ device: SimulatedDevice) {
        guard plugged[name] == nil else { return }
        plugs += 1
        let new = PluggedAccessory(
            Accessory(name: name, protocols: protocols), identity: "\(name).\(plugs)",
            path: "/dev/tty\(name)")
        plugged[name] = Plugged(plugged: new)
        if device.hasTakenOver { device.daemon { $0.plugged(new) } }
    }

    func pull(_ name: String, _ device: SimulatedDevice) {
        guard let gone = plugged.removeValue(forKey: name) else { return }
        if device.hasTakenOver { device.daemon { $0.unplugged(gone.plugged.identity) } }
    }

    /// An app that runs and has the terminal open reads the bytes as they come.
    func sends(_ name: String, _ bytes: Int, _ device: SimulatedDevice) {
        guard let there = plugged[name] else { return }
        if there.waiting == 0 { plugged[name]?.waitingSince = device.now.awake }
        // A terminal holds no more.
        plugged[name]?.waiting = min(4_096, there.waiting + bytes)
        for (app, mine) in known where mine.sessions.contains(where: { $0.isOpen }) {
            if let process = device.process(of: app), process.key.launch == mine.launch,
                !process.isFrozen
            {
                read(app)
            }
        }
        look(device)
    }

    /// Tells the daemon, a moment later, of each watched terminal that has something the daemon
    /// hears.
    private func look(_ device: SimulatedDevice) {
        guard !isDeaf else { return }
        for wire in wires where wire.isWatched && waits(wire) {
            later(.milliseconds(1), device) { [unowned self, unowned device] in
                let isWatched = wires.contains {
                    $0.connection == wire.connection && $0.isWatched
                }
                if isWatched, waits(wire) { device.device.readable(wire.connection) }
            }
        }
    }

    private func waits(_ wire: AccessoryWire) -> Bool {
        plugged.values.contains { $0.plugged.identity == wire.identity && $0.waiting > 0 }
    }

    // MARK: Scripted apps

    func open(_ name: String, in app: ScriptedApp) {
        let key = app.process.key
        guard var mine = known[key.app], mine.launch == key.launch,
            let accessory = mine.present.first(where: { $0.name == name }),
            !mine.sessions.contains(where: { $0.accessory == accessory })
        else { return }
        mine.lastNumber += 1
        mine.sessions.append(Session(number: mine.lastNumber, accessory: accessory))
        known[key.app] = mine
        ask(mine.lastNumber, accessory, isHeld: false, app)
        app.flush()
    }

    private func ask(
        _ number: UInt64, _ accessory: Accessory, isHeld: Bool, _ app: ScriptedApp
    ) {
        let speaking = accessory.protocols.first {
            app.process.device.apps[app.process.index].accessoryProtocols.contains($0)
        }
        app.session.ask(
            .open(
                session: number, connection: accessory.connection,
                speaking: speaking ?? "org.example.none", isHeld: isHeld))
    }

    func close(in app: ScriptedApp) {
        let id = app.process.key.app
        guard let first = known[id]?.sessions.first else { return }
        known[id]?.sessions.removeFirst()
        app.session.ask(.close(session: first.number))
        app.flush()
    }

    /// As the SDK does.
    func welcomes(_ app: ScriptedApp) {
        let key = app.process.key
        guard let mine = known[key.app], mine.launch == key.launch else { return }
        for session in mine.sessions {
            ask(session.number, session.accessory, isHeld: session.isOpen, app)
        }
    }

    func ends(_ call: MessageToApp.Call, in app: ScriptedApp) {
        read(app.process.key.app)
        guard case .accessories(let wake?, _) = call else { return }
        app.session.wakeBegan(wake)
        app.complete(wake, .newData)
    }

    private func read(_ app: AppID) {
        for session in known[app]?.sessions ?? [] where session.isOpen {
            if plugged[session.accessory.name]?.plugged.accessory.protocols
                == session.accessory.protocols
            {
                plugged[session.accessory.name]?.waiting = 0
            }
        }
    }

    // MARK: The checker

    func sends(_ message: MessageToApp, to key: ProcessKey, _ device: SimulatedDevice) {
        if known[key.app]?.launch != key.launch { known[key.app] = Knowledge(launch: key.launch) }
        switch message {
        case .accessory(.present(let present)): learn(present, key)
        case .deliver(let delivery):
            guard case .accessories(_, .present(let present)) = delivery.call else { break }
            learn(present, key)
        case .accessory(.opened(let number)):
            watch.judgeOpening(of: number, key, known, device)
            guard let at = known[key.app]?.sessions.firstIndex(where: { $0.number == number })
            else { break }
            known[key.app]?.sessions[at].isOpen = true
        case .accessory(.closed(let number, _)):
            known[key.app]?.sessions.removeAll { $0.number == number }
        case _: break
        }
    }

    /// The SDK ends sessions of what is gone.
    private func learn(_ present: [Accessory], _ key: ProcessKey) {
        known[key.app]?.present = present
        known[key.app]?.sessions.removeAll { !present.contains($0.accessory) }
    }

    func note(_ event: Event, _ reaction: Reaction, _ device: SimulatedDevice) {
        if case .exited(let app, let launch, _) = event, known[app]?.launch == launch {
            known[app] = nil
        }
        watch.note(event, reaction, device)
        watch.judge(plugged, known, device)
    }

    func daemonEnded(_ device: SimulatedDevice) { watch.hasListed = false }

    func goOn(
        from _: SystemMachine, _: [Fact], journalUpTo _: UInt64?, _: SimulatedDevice
    ) {
        // A new daemon says anew the things that it has forgotten, and an app hears so once it
        // runs.
        for app in known.keys { known[app]?.sessions = [] }
        watch.forget(told: known.keys)
    }

    /// Accessories that never stop sending, or stay, are no fault: they are pulled out before the
    /// day without faults.
    func calm(_ device: SimulatedDevice) {
        for name in plugged.keys.sorted() { pull(name, device) }
    }
}
