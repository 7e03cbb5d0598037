import Foundation
import QuiesceCore
import QuiesceKit
import QuiesceSimulation
import QuiesceTesting

/// An app that wants to be connected to a belt, and writes where the subject does.
@MainActor final class Runner: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    /// The runner of the newest launch.
    static var current: Runner?
    private(set) var belt: CBPeripheral?
    private var central: CBCentralManager?
    private var connections = 0
    /// It connects to what it finds, and subscribes to the rate.
    private let connects: Bool

    init(connects: Bool, restores: Bool) {
        self.connects = connects
        super.init()
        central = CBCentralManager(
            delegate: self, queue: nil,
            options: restores ? [CBCentralManagerOptionRestoreIdentifierKey: "belt"] : nil)
    }

    func scan(for service: String? = "180D", duplicates: Bool = false) {
        central?.scanForPeripherals(
            withServices: service.map { [CBUUID(string: $0)] },
            options: [CBCentralManagerScanOptionAllowDuplicatesKey: duplicates])
    }

    func connect() { if let belt { central?.connect(belt) } }
    func cancel() { if let belt { central?.cancelPeripheralConnection(belt) } }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central.state == .poweredOn, connects, belt == nil else { return }
        scan()
    }

    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
        let restored = dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral] ?? []
        belt = restored.first
        belt?.delegate = self
        Subject.write("restored \(restored.count)")
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi: NSNumber
    ) {
        belt = peripheral
        peripheral.delegate = self
        Subject.write("found \(peripheral.name ?? "")")
        guard connects else { return }
        central.stopScan()
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        connections += 1
        Subject.write(connections == 1 ? "connected" : "connected again")
        peripheral.discoverServices([CBUUID(string: "180D")])
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
        error: (any Error)?
    ) { Subject.write("disconnected") }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        for service in peripheral.services ?? [] {
            peripheral.discoverCharacteristics([CBUUID(string: "2A37")], for: service)
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
        error: (any Error)?
    ) {
        for rate in service.characteristics ?? [] { peripheral.setNotifyValue(true, for: rate) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) { Subject.write("beat \(UIApplication.shared.applicationState)") }
}

/// The case's device, with an app in front that may use Bluetooth.
@MainActor func heartRate(
    _ app: AppManifest, connects: Bool = false, restores: Bool = true
) async throws -> VirtualDevice {
    let device = try await launched(app) {
        Runner.current = Runner(connects: connects, restores: restores)
    }
    try await device.allow(.bluetooth)
    try await device.happen(.bluetooth(.adapter(isOn: true)))
    return device
}

/// Likewise, connected to a belt whose rate it follows.
@MainActor func connected(
    _ app: AppManifest, restores: Bool = true
) async throws -> VirtualDevice {
    let device = try await heartRate(app, connects: true, restores: restores)
    try await device.happen(.bluetooth(.belt(isNear: true)))
    try await device.advance(by: .seconds(5))
    return device
}
