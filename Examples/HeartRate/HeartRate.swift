import ExampleSupport
import Foundation

// Shows what a heart rate belt says, in front or not: with the mode `bluetooth-central` it is woken
// for each beat (B1), and launched for one when it has ended (B3). A belt that is out of range is
// waited for.
#if os(iOS)
    import CoreBluetooth
    import UIKit
#else
    import QuiesceKit
#endif

@main final class HeartRate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    private let service = CBUUID(string: "180D")
    private let measurement = CBUUID(string: "2A37")
    private let screen = BeatScreen()
    private var central: CBCentralManager?
    private var belt: CBPeripheral?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = screen
        window.makeKeyAndVisible()
        self.window = window
        if let centrals = launchOptions?[.bluetoothCentrals] as? [String] {
            print("launched for \(centrals.joined(separator: " "))")
        }
        central = CBCentralManager(
            delegate: self, queue: nil,
            options: [CBCentralManagerOptionRestoreIdentifierKey: "belt"])
        return true
    }

    private func show(_ line: String) {
        screen.state = line
        print(line)
    }

    fileprivate func follow(_ peripheral: CBPeripheral) {
        belt = peripheral
        peripheral.delegate = self
    }
}

extension HeartRate: CBCentralManagerDelegate {
    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
        let belts = dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral] ?? []
        for belt in belts { follow(belt) }
        print("restored \(belts.count) belt")
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central.state == .poweredOn else { return print("no Bluetooth yet") }
        guard let belt else { return central.scanForPeripherals(withServices: [service]) }
        if belt.state == .disconnected { central.connect(belt) }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi: NSNumber
    ) {
        show("found \(peripheral.name ?? "a belt")")
        central.stopScan()
        follow(peripheral)
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        show("connected")
        peripheral.discoverServices([service])
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
        error: (any Error)?
    ) {
        show("lost")
        // It is waited for, however long that takes.
        central.connect(peripheral)
    }
}

extension HeartRate: CBPeripheralDelegate {
    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        for service in peripheral.services ?? [] {
            peripheral.discoverCharacteristics([measurement], for: service)
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
        error: (any Error)?
    ) {
        for characteristic in service.characteristics ?? [] {
            peripheral.setNotifyValue(true, for: characteristic)
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        show(error == nil ? "listening" : "deaf: \(error?.localizedDescription ?? "")")
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        // A byte of flags, then the rate in one byte or, by the first flag, in two.
        guard let value = characteristic.value.map([UInt8].init), value.count >= 2 else { return }
        let isWide = value[0] & 1 != 0 && value.count >= 3
        let rate = isWide ? Int(value[1]) | Int(value[2]) << 8 : Int(value[1])
        screen.add(rate)
        show("\(rate) beats a minute")
    }
}
