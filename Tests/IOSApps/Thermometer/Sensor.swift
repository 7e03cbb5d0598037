import CoreBluetooth

/// A health thermometer (0x1809), which tells its measurements (0x2A1C).
class Sensor: NSObject {
    private static let service = CBUUID(string: "1809")
    private static let measurement = CBUUID(string: "2A1C")

    var onReading: ((Double) -> Void)?
    private var central: CBCentralManager!
    private var peripheral: CBPeripheral?

    override init() {
        super.init()
        central = CBCentralManager(
            delegate: self, queue: nil,
            options: [CBCentralManagerOptionRestoreIdentifierKey: "fridge"])
    }

    private func follow(_ peripheral: CBPeripheral) {
        self.peripheral = peripheral
        peripheral.delegate = self
    }

    /// A byte of flags, three of a mantissa and one of an exponent of ten, as IEEE 11073 has it.
    static func degrees(_ data: Data) -> Double? {
        let bytes = [UInt8](data)
        guard bytes.count >= 5 else { return nil }
        var mantissa = Int(bytes[1]) | Int(bytes[2]) << 8 | Int(bytes[3]) << 16
        if mantissa >= 1 << 23 { mantissa -= 1 << 24 }
        var degrees = Double(mantissa)
        let exponent = Int(Int8(bitPattern: bytes[4]))
        for _ in 0..<abs(exponent) { degrees = exponent < 0 ? degrees / 10 : degrees * 10 }
        return degrees
    }
}

extension Sensor: CBCentralManagerDelegate {
    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
        let restored = dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral]
        if let peripheral = restored?.first { follow(peripheral) }
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        switch central.state {
        case .poweredOn:
            guard let peripheral = peripheral else {
                return central.scanForPeripherals(withServices: [Self.service], options: nil)
            }
            if peripheral.state == .disconnected { central.connect(peripheral, options: nil) }
        case .unauthorized: say("may not")
        default: break
        }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi: NSNumber
    ) {
        central.stopScan()
        follow(peripheral)
        central.connect(peripheral, options: nil)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.discoverServices([Self.service])
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        say("lost")
        central.connect(peripheral, options: nil)
    }
}

extension Sensor: CBPeripheralDelegate {
    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        for service in peripheral.services ?? [] {
            peripheral.discoverCharacteristics([Self.measurement], for: service)
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
    ) {
        for characteristic in service.characteristics ?? [] {
            peripheral.setNotifyValue(true, for: characteristic)
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: Error?
    ) { say(error == nil ? "listening" : "deaf") }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
        error: Error?
    ) {
        if let degrees = characteristic.value.flatMap(Self.degrees) { onReading?(degrees) }
    }
}
