@testable import QuiesceCore

extension TestDevice {
    static let belt = "51E5CE00-0000-4000-8000-0000000000B1"
    static let scale = "51E5CE00-0000-4000-8000-0000000000B2"
    /// A heart's rate, which notifies, and a body's place, which is read.
    static let heart = GATTService(
        handle: 0x10, uuid: "180D",
        characteristics: [
            GATTCharacteristic(handle: 0x11, uuid: "2A37", properties: 0x10),
            GATTCharacteristic(handle: 0x13, uuid: "2A38", properties: 0x02),
        ])

    /// An app that may use Bluetooth is in front, with a manager; the adapter is on.
    static func withBluetooth(
        _ modes: [BackgroundMode] = [.bluetoothCentral], restores: String? = nil,
        _ profile: PolicyProfile = .ios8
    ) -> TestDevice {
        let device = TestDevice(profile, installing: .test(appA, modes: modes))
        device.permit(appA, .bluetooth, .authorized)
        device.open(appA)
        device.ask(
            appA,
            bluetooth: .open(manager: restores ?? "#1", role: .central, restores: restores != nil))
        device.send(.bluetooth(.adapter(.on)))
        device.report(.present([]))
        return device
    }

    /// Likewise, connected to a belt that notifies.
    static func withBelt(
        _ modes: [BackgroundMode] = [.bluetoothCentral], restores: String? = nil
    ) -> TestDevice {
        let device = withBluetooth(modes, restores: restores)
        device.connect(appA, manager: restores ?? "#1")
        return device
    }

    func connect(_ app: AppID, manager: String = "#1") {
        ask(app, bluetooth: .connect(manager: manager, peripheral: Self.belt))
        report(.connected(KnownPeripheral(Self.belt, name: "Belt")))
        report(.services(Self.belt, [Self.heart]))
        ask(app, bluetooth: .notify(peripheral: Self.belt, handle: 0x11, isOn: true))
        report(.notifies(Self.belt, handle: 0x11, isOn: true, nil))
    }

    /// The app asks something of Bluetooth.
    func ask(_ app: AppID, bluetooth request: BluetoothRequest) {
        guard let process = processes[app] else { return }
        perform(process) { .bluetooth(.asked(app, process.launch, request: $0, request)) }
        run()
    }

    func report(_ report: BluetoothReport) {
        send(.bluetooth(.reported(report)))
        run()
    }

    /// The belt says something.
    func beat(_ value: String = "AEg=") {
        report(.value(Self.belt, handle: 0x11, value))
    }

    /// The news in an app's Bluetooth callbacks, whether the app was woken for them or not, in
    /// order.
    func bluetoothNews(_ app: AppID) -> [BluetoothNews] {
        (heard[app] ?? []).flatMap { call -> [BluetoothNews] in
            if case .bluetooth(let call) = call { call.news } else { [] }
        }
    }

    /// Values that it was told.
    func values(_ app: AppID) -> [String] {
        bluetoothNews(app).compactMap {
            if case .value(_, _, let value) = $0 { value } else { nil }
        }
    }

    /// Wake-ups for Bluetooth that were accepted.
    func bluetoothWakes(_ app: AppID) -> Int {
        decisions.count { $0.app == app && $0.kind == .wake && $0.reason == .wokenForBluetooth }
    }

    var demand: BluetoothDemand? { machine.bluetoothDemand }

    /// The commands that the adapter received.
    var commands: [BluetoothCommand] {
        effects.compactMap {
            if case .bluetooth(.perform(let command)) = $0 { command } else { nil }
        }
    }

    /// The app in front is left, and suspended.
    func leave(_ app: AppID) {
        home()
        advance(by: .seconds(20))
    }
}
