import QuiesceCore
import QuiesceShell
import QuiesceWire

/// The adapter, a belt that may be near, and the apps that are connected to it.
final class BluetoothPart: SimulatedPart {
    static let belt = PlayedBluetooth.identifier(of: "Belt")
    /// A heart's rate that notifies, and a body's place that is read.
    private static let services = [
        GATTService(
            handle: 1, uuid: "180D",
            characteristics: [
                GATTCharacteristic(handle: 2, uuid: "2A37", properties: 0x10),
                GATTCharacteristic(handle: 3, uuid: "2A38", properties: 0x02),
            ])
    ]

    private var radio = PlayedRadio()
    /// How often the belt has said something.
    private var beats = 0
    /// The requests of the newest process of each app, as its SDK says them again to a daemon that
    /// may not know them.
    private var wanted: [AppID: (pid: Int32, requests: [BluetoothRequest])] = [:]
    private var watch = BluetoothWatch()
    /// Changes what the adapter is asked for: how a test plants a bug.
    var misreads: ((BluetoothDemand?) -> BluetoothDemand?)?

    func connect(_ ports: inout Ports, of device: SimulatedDevice) {
        // Connections of a daemon that has died end with it.
        _ = radio.follow(nil)
        device.device.bluetooth.port = BluetoothPort(
            want: { [unowned self, unowned device] demand in
                guard device.permits() else { return }
                tell(radio.follow(misreads?(demand) ?? demand), device)
            },
            perform: { [unowned self, unowned device] command in
                if device.permits() { tell(radio.perform(command), device) }
            })
    }

    /// Later, as bluetoothd is another process.
    private func tell(_ events: [BluetoothEvent], _ device: SimulatedDevice) {
        guard !events.isEmpty else { return }
        let say: () -> Void = { [unowned device] in
            guard device.daemonRuns, device.hasTakenOver else { return }
            for event in events { device.device.bluetooth(event) }
        }
        device.plan(.told(say, life: device.life), after: .milliseconds(20))
    }

    // MARK: Steps

    func happen(_ played: PlayedBluetooth, _ device: SimulatedDevice) {
        tell(radio.play(played), device)
    }

    func belt(isNear: Bool, _ device: SimulatedDevice) {
        happen(
            isNear
                ? .near(
                    name: "Belt", Self.services, values: [2: "", 3: "AQ=="], manufacturerData: nil)
                : .gone(name: "Belt"), device)
    }

    func beat(_ device: SimulatedDevice) {
        beats += 1
        happen(
            .value(name: "Belt", characteristic: "2A37", BluetoothWatch.value(beats)), device)
    }

    // MARK: Scripted apps

    func ask(_ request: BluetoothRequest, in app: ScriptedApp) {
        let id = app.process.key.app
        var requests = wanted(by: app.process)
        switch request {
        case .open, .connect, .scan, .notify(_, _, isOn: true):
            if !requests.contains(request) { requests.append(request) }
        case .close: requests = []
        case .stopScan: requests.removeAll { if case .scan = $0 { true } else { false } }
        case .disconnect:
            requests.removeAll {
                switch $0 {
                case .connect, .notify: true
                case _: false
                }
            }
        case .notify: requests.removeAll { if case .notify = $0 { true } else { false } }
        case .discover, .read, .write, .readSignal, .publish, .unpublish, .advertise,
            .stopAdvertising, .update, .respond:
            break
        }
        wanted[id] = (app.process.pid, requests)
        app.session.ask(request)
        app.flush()
    }

    /// As the SDK does.
    func welcomes(_ app: ScriptedApp) {
        for request in wanted(by: app.process) { app.session.ask(request) }
    }

    private func wanted(by process: SimulatedProcess) -> [BluetoothRequest] {
        wanted[process.key.app].flatMap { $0.pid == process.pid ? $0.requests : nil } ?? []
    }

    /// The SDK completes it as soon as the delegate has returned.
    func ends(_ call: MessageToApp.Call, in app: ScriptedApp) {
        guard case .bluetooth(let wake?, _) = call else { return }
        app.session.wakeBegan(wake)
        app.complete(wake, .newData)
    }

    // MARK: The checker

    func sends(_ message: MessageToApp, to key: ProcessKey, _ device: SimulatedDevice) {
        guard case .deliver(let delivery) = message,
            case .bluetooth(let wake, let news) = delivery.call
        else { return }
        if wake == nil, device.view(key.app)?.state == .background {
            watch.hands(news, delivery.seq, key, device)
        }
        if delivery.redelivered {
            watch.repeats(news, key)
        } else {
            watch.calls(news, key, device)
        }
    }

    func comes(_ event: Event, _ device: SimulatedDevice) {
        guard case .bluetooth(.asked(let app, let launch, let request, let asked)) = event,
            device.device.inspect({ $0.lastRequest(of: app).map { request > $0 } ?? false })
        else { return }
        watch.asks(asked, app, launch)
    }

    func note(_ event: Event, _ reaction: Reaction, _ device: SimulatedDevice) {
        watch.note(event, reaction, device)
        watch.judge(device)
    }

    func goOn(
        from _: SystemMachine, _: [Fact], journalUpTo _: UInt64?, _: SimulatedDevice
    ) { watch.forget() }

    func removes(_ app: AppID, _ device: SimulatedDevice) { watch.removes(app) }
}
