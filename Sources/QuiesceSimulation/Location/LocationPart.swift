import QuiesceCore
import QuiesceShell
import QuiesceWire

/// Where the device is, and what apps are told of it.
final class LocationPart: SimulatedPart {
    /// nil: it hasn't moved since the beginning, and no source knows where it is.
    private var place: (position: Position, accuracy: Double, altitude: Double?)?
    private var isThere = true
    private var demand: LocationDemand?
    /// When the source said something last, as no two fixes are of the same moment.
    private var said: WallTime?
    private var watch = LocationWatch()
    /// The requests of the newest process of each app, as its SDK says them again to a daemon that
    /// may not know them.
    private var requests: [AppID: (pid: Int32, of: LocationRequests)] = [:]
    /// Tells which requests an app takes for sent, and never sends: how a test plants a bug.
    var loses: ((LocationRequest) -> Bool)?
    /// Changes what the source is asked for: another way to plant one.
    var misreads: ((LocationDemand?) -> LocationDemand?)?

    func connect(_ ports: inout Ports, of device: SimulatedDevice) {
        demand = nil
        device.device.location.port = LocationPort(want: { [unowned self, unowned device] asked in
            guard device.permits() else { return }
            let before = demand
            demand = if let misreads { misreads(asked) } else { asked }
            // A source that is switched on knows soon where the device is.
            if before == nil, demand != nil { report(device, after: .milliseconds(100)) }
        })
    }

    func move(
        to position: Position, accuracy: Double, altitude: Double? = nil, _ device: SimulatedDevice
    ) {
        place = (position, accuracy, altitude)
        report(device, after: .zero)
    }

    func source(isThere: Bool, _ device: SimulatedDevice) {
        self.isThere = isThere
        device.daemon { [unowned self, unowned device] _ in tell(device) }
        report(device, after: .zero)
    }

    /// Nobody hears of it while the daemon is dead.
    func say(_ event: LocationEvent, _ device: SimulatedDevice) {
        device.plan(
            .told(
                { [unowned device] in
                    guard device.daemonRuns, device.hasTakenOver else { return }
                    device.device.take(.location(event))
                }, life: device.life), after: .zero)
    }

    func tookOver(_ device: SimulatedDevice) { tell(device) }

    private func tell(_ device: SimulatedDevice) {
        guard device.daemonRuns, device.hasTakenOver else { return }
        device.device.able(LocationAbilities(location: isThere, heading: false))
    }

    private func report(_ device: SimulatedDevice, after delay: Interval) {
        let say: () -> Void = { [unowned self, unowned device] in
            guard demand != nil, isThere, let place, device.daemonRuns, device.hasTakenOver else {
                return
            }
            let now = device.now.wall
            guard said != now else { return }
            said = now
            let fix = LocationFix(
                position: place.position, accuracy: place.accuracy, altitude: place.altitude,
                altitudeAccuracy: place.altitude.map { _ in place.accuracy }, time: now)
            watch.located(fix, device)
            device.device.located(fix)
            // A source that is so coarse says it twice.
            if place.accuracy >= 1_000 { device.device.located(fix) }
        }
        device.plan(.told(say, life: device.life), after: delay)
    }

    // MARK: Scripted apps

    func ask(_ request: LocationRequest, in app: ScriptedApp) {
        var wanted = requests(of: app.process) ?? LocationRequests()
        wanted.note(request)
        requests[app.process.key.app] = (app.process.pid, wanted)
        guard loses?(request) != true else { return }
        app.session.ask(request)
        app.flush()
    }

    /// As the SDK does.
    func welcomes(_ app: ScriptedApp) {
        if let wanted = requests(of: app.process) { app.session.askAgain(wanted) }
    }

    private func requests(of process: SimulatedProcess) -> LocationRequests? {
        requests[process.key.app].flatMap { $0.pid == process.pid ? $0.of : nil }
    }

    /// The SDK completes it as soon as the delegate has returned.
    func ends(_ call: MessageToApp.Call, in app: ScriptedApp) {
        guard case .location(let wake?, _) = call else { return }
        app.session.wakeBegan(wake)
        app.complete(wake, .newData)
    }

    /// Nobody follows its place for the whole day in peace: out of sight some are busy every few
    /// milliseconds.
    func calm(_ device: SimulatedDevice) {
        for id in requests.keys.sorted() {
            guard let process = device.process(of: id), let wanted = requests(of: process),
                let app = process.app as? ScriptedApp, app.runs
            else { continue }
            for manager in wanted.managers { ask(.stop(manager: manager), in: app) }
        }
    }

    // MARK: The checker

    func sends(_ message: MessageToApp, to key: ProcessKey, _ device: SimulatedDevice) {
        switch message {
        case .welcome: watch.welcomes(key)
        case .location(let update): watch.tells(update, to: key, device)
        case .deliver(let delivery):
            if case .location(nil, let news) = delivery.call, !delivery.redelivered {
                watch.calls(news, key, device)
            }
        case _: break
        }
    }

    func comes(_ event: Event, _ device: SimulatedDevice) {
        watch.comes(event, device)
        guard case .location(.asked(let app, let launch, let request, let asked)) = event,
            device.device.inspect({ $0.lastRequest(of: app).map { request > $0 } ?? false })
        else { return }
        watch.asks(asked, app, launch)
    }

    func note(_ event: Event, _ reaction: Reaction, _ device: SimulatedDevice) {
        watch.note(event, reaction, device)
        watch.judge(demand, device)
    }

    func keepsRunning(_ process: SimulatedProcess, _ device: SimulatedDevice) -> Bool {
        watch.mayRunOn(process.key.app, process.key.launch, device)
    }

    func goOn(
        from machine: SystemMachine, _: [Fact], journalUpTo _: UInt64?, _: SimulatedDevice
    ) {
        watch.forget(machine)
    }

    /// Be it only while it is in use.
    func mayKnow(_ app: AppID, _ device: SimulatedDevice) -> Bool {
        watch.mayKnow(app, always: false, device)
    }

    func checkSettled(_ device: SimulatedDevice) {
        if demand == nil, isThere { watch.judgeOff(device) }
    }

    func removes(_ app: AppID, _ device: SimulatedDevice) { watch.removes(app) }
}
