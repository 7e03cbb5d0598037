import QuiesceCore
import QuiesceShell
import QuiesceWire

/// Sensors of motion: the device's, and what apps are given of them. A device has none before a
/// step plays one.
final class MotionPart: SimulatedPart {
    /// The reading of each sensor, and how many more times the sensor gives it.
    private var playing: [MotionSensor: (reading: MotionReading, left: Int)] = [:]
    /// How often the daemon has each read.
    private(set) var reads: [MotionSensor: Interval] = [:]
    /// Grows when a sensor is read otherwise: what was planned before is void.
    private var plans: [MotionSensor: Int] = [:]
    private var hasSensors = false
    private var watch = MotionWatch()
    /// The requests of the newest process of each app that asked for something.
    private var requests: [AppID: (pid: Int32, of: MotionRequests)] = [:]
    /// Tells which requests an app takes for sent, and never sends: how a test plants a bug.
    var loses: ((MotionRequest) -> Bool)?
    /// The app hasn't asked it before, nor said something else under its number.
    private var isNew = false

    func connect(_ ports: inout Ports, of device: SimulatedDevice) {
        reads = [:]
        watch.daemonStarts()
        device.device.motion.port = MotionPort(
            sensors: { [unowned self] in hasSensors ? MotionSensor.allCases : [] },
            read: { [unowned self, unowned device] sensor, interval in
                if device.permits() { read(sensor, each: interval, device) }
            })
    }

    func play(_ reading: MotionReading, times: Int, _ device: SimulatedDevice) {
        hasSensors = true
        playing[reading.sensor] = (reading, times)
        plan(reading.sensor, device)
    }

    private func read(_ sensor: MotionSensor, each interval: Interval?, _ device: SimulatedDevice) {
        reads[sensor] = interval
        plan(sensor, device)
    }

    private func plan(_ sensor: MotionSensor, _ device: SimulatedDevice) {
        let number = plans[sensor, default: 0] + 1
        plans[sensor] = number
        guard let interval = reads[sensor], playing[sensor]?.left ?? 0 > 0 else { return }
        let read: () -> Void = { [unowned self, unowned device] in
            if plans[sensor] == number { sense(sensor, device) }
        }
        device.plan(.told(read, life: device.life), after: interval)
    }

    private func sense(_ sensor: MotionSensor, _ device: SimulatedDevice) {
        guard let now = playing[sensor] else { return }
        playing[sensor]?.left -= 1
        device.device.sensed(MotionSample(now.reading, at: device.now.awake))
        // The daemon died with it.
        guard !device.isCut else { return }
        watch.sensed(sensor, device)
        plan(sensor, device)
    }

    // MARK: Scripted apps

    func ask(_ request: MotionRequest, in app: ScriptedApp) {
        var wanted = requests(of: app.process) ?? MotionRequests()
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

    private func requests(of process: SimulatedProcess) -> MotionRequests? {
        requests[process.key.app].flatMap { $0.pid == process.pid ? $0.of : nil }
    }

    // MARK: The checker

    func sends(_ message: MessageToApp, to key: ProcessKey, _ device: SimulatedDevice) {
        if case .motion(.sample(let sample)) = message { watch.gives(sample, to: key, device) }
    }

    func comes(_ event: Event, _ device: SimulatedDevice) {
        guard case .motion(.asked(let app, _, let request, _)) = event else { return }
        isNew = device.device.inspect { $0.lastRequest(of: app).map { request > $0 } ?? false }
    }

    func note(_ event: Event, _ reaction: Reaction, _ device: SimulatedDevice) {
        watch.note(event, device, isNew: isNew)
        judge(device)
    }

    func goOn(
        from _: SystemMachine, _: [Fact], journalUpTo last: UInt64?, _: SimulatedDevice
    ) {
        watch.goOn(journalUpTo: last)
    }

    func checkSettled(_ device: SimulatedDevice) { judge(device) }

    private func judge(_ device: SimulatedDevice) {
        watch.judge(reads, device)
        for place in device.apps.indices where requests[device.apps[place].id] != nil {
            guard let app = device.scripted(place), let wanted = requests(of: app.process),
                // One that speaks beside its SDK has its requests taken for others.
                app.isObedient, app.process.channel?.saidHello == true,
                app.session.isWelcomed, app.session.isAcknowledged
            else { continue }
            watch.judge(wanted, of: app.process.key, device)
        }
    }
}
