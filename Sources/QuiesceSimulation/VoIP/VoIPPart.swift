import QuiesceCore
import QuiesceShell
import QuiesceWire

/// Connections of apps' processes to their servers, and the duplicates that the daemon has of them.
final class VoIPPart: SimulatedPart {
    struct Connection {
        /// Since when something waits that its process hasn't read; nil: nothing does.
        var unreadSince: AwakeInstant?
        /// The server has ended it.
        var isOver = false
    }

    /// By process, which wants all of them kept.
    private(set) var connections: [ProcessKey: [Int32: Connection]] = [:]
    /// Each process's last word on its handler; nil as a value: the handler was cleared.
    private var keepAlive: [ProcessKey: Double?] = [:]
    /// Processes that know that they are out of sight.
    private var background: Set<ProcessKey> = []
    /// The sockets that the daemon has duplicates of.
    private(set) var kept: [ProcessKey: Set<Int32>] = [:]
    private var watched: Set<ProcessKey> = []
    private var watch = VoIPWatch()
    private var isNew = false
    /// The daemon finds nothing in a frozen process: some kernels don't let it.
    var takesNothing = false
    /// The daemon's waiting hears of nothing: how a test plants a bug.
    var isDeaf = false
    /// Tells which requests an app takes for sent, and never sends: another way to plant a bug.
    var loses: ((VoIPRequest) -> Bool)?

    func connect(_ ports: inout Ports, of device: SimulatedDevice) {
        kept = [:]
        watched = []
        device.device.voip = VoIPPort(
            watch: { [unowned self, unowned device] key, isOn in
                guard device.permits() else { return }
                if isOn { watched.insert(key) } else { watched.remove(key) }
                if isOn { lookForTraffic(key, device) }
            },
            close: { [unowned self, unowned device] key, descriptor in
                if device.permits() { kept[key]?.remove(descriptor) }
            },
            release: { [unowned self, unowned device] key in
                if device.permits() { kept[key] = nil }
            },
            recover: { [unowned self, unowned device] key, sockets in
                guard device.permits() else { return [] }
                if takesNothing { return sockets.map(\.descriptor) }
                let mine = connections[key] ?? [:]
                for socket in sockets where mine[socket.descriptor] != nil {
                    kept[key, default: []].insert(socket.descriptor)
                }
                return sockets.map(\.descriptor).filter { mine[$0] == nil }
            })
    }

    // MARK: The world

    func keep(_ descriptor: Int32, in app: ScriptedApp, _ device: SimulatedDevice) {
        connections[app.process.key, default: [:]][descriptor] = Connection()
        if background.contains(app.process.key) {
            say(.keep(KeptSocket(descriptor, .tcp)), in: app)
        }
    }

    func close(_ descriptor: Int32, tells: Bool, in app: ScriptedApp) {
        guard connections[app.process.key]?.removeValue(forKey: descriptor) != nil else { return }
        if tells { say(.release(descriptor: descriptor), in: app) }
    }

    func keepAlive(_ seconds: Double?, in app: ScriptedApp) {
        keepAlive.updateValue(seconds, forKey: app.process.key)
        say(.keepAlive(seconds: seconds), in: app)
    }

    func arrive(
        at descriptor: Int32, of app: ScriptedApp, isOver: Bool, _ device: SimulatedDevice
    ) {
        let key = app.process.key
        guard let connection = connections[key]?[descriptor], !connection.isOver else { return }
        connections[key]?[descriptor]?.isOver = isOver
        connections[key]?[descriptor]?.unreadSince = connection.unreadSince ?? device.now.awake
        if app.process.isFrozen { lookForTraffic(key, device) } else { readSoon(app) }
    }

    /// Apps read by themselves, as soon as they execute.
    private func readSoon(_ app: ScriptedApp) {
        app.process.after(.milliseconds(2)) { [unowned self, unowned app] in read(app) }
    }

    private func read(_ app: ScriptedApp) {
        for descriptor in (connections[app.process.key] ?? [:]).keys {
            connections[app.process.key]?[descriptor]?.unreadSince = nil
        }
    }

    private func lookForTraffic(_ key: ProcessKey, _ device: SimulatedDevice) {
        guard watched.contains(key), !isDeaf else { return }
        let say: () -> Void = { [unowned self, unowned device] in
            guard watched.contains(key), device.daemonRuns, device.hasTakenOver else { return }
            for descriptor in (kept[key] ?? []).sorted() {
                guard let connection = connections[key]?[descriptor] else {
                    // The process has closed it.
                    device.device.take(
                        .voip(.closed(key.app, key.launch, descriptor: descriptor)))
                    continue
                }
                guard connection.unreadSince != nil || connection.isOver else { continue }
                watched.remove(key)
                return device.device.traffic(descriptor, of: key, isOver: connection.isOver)
            }
        }
        device.plan(.told(say, life: device.life), after: .milliseconds(1))
    }

    // MARK: Scripted apps, as the SDK

    private func say(_ request: VoIPRequest, in app: ScriptedApp) {
        guard loses?(request) != true else { return }
        app.session.ask(request)
        app.flush()
    }

    private func handOver(_ app: ScriptedApp) {
        for descriptor in (connections[app.process.key] ?? [:]).keys.sorted() {
            say(.keep(KeptSocket(descriptor, .tcp)), in: app)
        }
    }

    func welcomes(_ app: ScriptedApp) {
        if let seconds = keepAlive[app.process.key] {
            app.session.ask(.keepAlive(seconds: seconds))
        }
        guard background.contains(app.process.key) else { return }
        for descriptor in (connections[app.process.key] ?? [:]).keys.sorted() {
            app.session.ask(.keep(KeptSocket(descriptor, .tcp)))
        }
    }

    func ends(_ call: MessageToApp.Call, in app: ScriptedApp) {
        switch call {
        case .finishLaunching(let launch):
            guard launch.state == .background else { return }
            background.insert(app.process.key)
            // A step may have had it keep one before its own code ran.
            handOver(app)
        case .willEnterForeground: background.remove(app.process.key)
        case .didEnterBackground:
            background.insert(app.process.key)
            handOver(app)
        case .voip(let wake, let news):
            app.session.wakeBegan(wake)
            read(app)
            if news == .connect, connections[app.process.key] == nil {
                connections[app.process.key] = [5: Connection()]
                handOver(app)
            }
            app.complete(wake, .newData)
        case _: break
        }
    }

    func useChanges(of process: SimulatedProcess, _ device: SimulatedDevice) {
        guard !process.isFrozen, let app = process.app as? ScriptedApp else { return }
        readSoon(app)
    }

    // MARK: The checker

    func comes(_ event: Event, _ device: SimulatedDevice) {
        guard case .voip(.asked(let app, let launch, let request, let asked)) = event else {
            return
        }
        isNew = device.device.inspect { $0.lastRequest(of: app).map { request > $0 } ?? false }
        let key = ProcessKey(app: app, launch: launch)
        if case .keep(let socket) = asked { kept[key, default: []].insert(socket.descriptor) }
    }

    func note(_ event: Event, _ reaction: Reaction, _ device: SimulatedDevice) {
        if case .exited(let app, let launch, _) = event {
            let key = ProcessKey(app: app, launch: launch)
            connections[key] = nil
            keepAlive[key] = nil
            background.remove(key)
        }
        watch.note(event, reaction, device, isNew: isNew)
        watch.judge(connections, device)
    }

    func daemonStarts(as _: SystemMachine, knowsAll _: Bool, _ device: SimulatedDevice) {
        watch.disturb(device)
    }

    func goOn(
        from _: SystemMachine, _: [Fact], journalUpTo _: UInt64?, _ device: SimulatedDevice
    ) { watch.forget(device) }

    func deviceRestarts(_ device: SimulatedDevice) {
        connections = [:]
        keepAlive = [:]
        background = []
        kept = [:]
        watch.forget(device)
    }

    func boots(_ device: SimulatedDevice) { deviceRestarts(device) }
}
