import QuiesceBus
import QuiesceCore

/// BlueZ's names on the system bus, and its way to say things (`org.bluez`, 5.50 and later).
enum BlueZ {
    static let name = "org.bluez"
    static let objectManager = "org.freedesktop.DBus.ObjectManager"
    static let properties = "org.freedesktop.DBus.Properties"
    static let adapter = "org.bluez.Adapter1"
    static let device = "org.bluez.Device1"
    static let service = "org.bluez.GattService1"
    static let characteristic = "org.bluez.GattCharacteristic1"
    static let gattManager = "org.bluez.GattManager1"
    static let advertisingManager = "org.bluez.LEAdvertisingManager1"
    static let advertisement = "org.bluez.LEAdvertisement1"
    /// Apple's, of which iBeacons are.
    static let apple = "76"

    /// Nobody has its name, and nobody can be started for it.
    static func isAbsent(_ errorName: String) -> Bool { GeoClue.isAbsent(errorName) }

    /// By which apps know it: its address, after what tells ours from other UUIDs.
    static func identifier(ofAddress address: String) -> String? {
        let digits = address.filter { $0 != ":" }.uppercased()
        guard digits.utf8.count == 12, digits.allSatisfy(\.isHexDigit) else { return nil }
        return PlayedBluetooth.identifierBase + digits
    }

    /// `service000a`, `char000b`: where it stands in its peripheral.
    static func handle(_ path: String, _ prefix: String) -> UInt16? {
        guard let name = path.split(separator: "/").last, name.hasPrefix(prefix) else { return nil }
        return UInt16(name.dropFirst(prefix.count), radix: 16)
    }

    private static let flags: [(word: String, bit: UInt16)] = [
        ("broadcast", 0x01), ("read", 0x02), ("write-without-response", 0x04), ("write", 0x08),
        ("notify", 0x10), ("indicate", 0x20), ("authenticated-signed-writes", 0x40),
        ("extended-properties", 0x80),
    ]

    static func properties(_ words: [String]) -> UInt16 {
        flags.reduce(0) { words.contains($1.word) ? $0 | $1.bit : $0 }
    }

    static func flags(_ properties: UInt16) -> [String] {
        flags.filter { properties & $0.bit != 0 }.map(\.word)
    }

    static func failure(_ errorName: String) -> BluetoothFailure {
        switch errorName {
        case "org.bluez.Error.NotPermitted", "org.bluez.Error.NotAuthorized": .notPermitted
        case "org.bluez.Error.NotSupported", "org.bluez.Error.InvalidOffset": .notSupported
        case "org.bluez.Error.NotConnected": .notConnected
        case "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Timeout": .timeout
        case _: .failed
        }
    }

    /// The advertisement in the properties of a Device1.
    static func advertisement(_ device: BusTree) -> BluetoothAdvertisement {
        let manufacturer = (device["ManufacturerData"]?.entries ?? [:]).sorted { $0.key < $1.key }
        let data = manufacturer.lazy.compactMap { company, data -> [UInt8]? in
            guard let company = UInt16(company), let data = data.bytes else { return nil }
            return [UInt8(company & 255), UInt8(company >> 8)] + data
        }.first
        let services = (device["ServiceData"]?.entries ?? [:]).sorted { $0.key < $1.key }
        return BluetoothAdvertisement(
            name: device["Name"]?.text.map(clamped),
            services: (device["UUIDs"]?.texts ?? []).prefix(Limits.scannedServices).compactMap(
                BluetoothUUID.canonical),
            manufacturerData: data.map { AttributeValue.base64($0.prefix(64)) },
            serviceData: services.prefix(8).compactMap { uuid, data in
                guard let uuid = BluetoothUUID.canonical(uuid), let data = data.bytes else {
                    return nil
                }
                return .init(service: uuid, data: AttributeValue.base64(data.prefix(64)))
            }, txPower: device["TxPower"]?.number.map { Int($0) })
    }

    /// A name as long as an advertisement's, however long it says that it is.
    static func clamped(_ name: String) -> String { String(name.prefix(248)) }

    /// An iBeacon by its advertisement (G4): 02 15, sixteen bytes of UUID, two of major, two of
    /// minor, one of power.
    static func beacon(_ device: BusTree) -> Beacon? {
        guard let data = device["ManufacturerData"]?[apple]?.bytes, data.count >= 22,
            data[0] == 0x02, data[1] == 0x15
        else { return nil }
        var uuid = ""
        for (at, byte) in data[2..<18].enumerated() {
            if [4, 6, 8, 10].contains(at) { uuid += "-" }
            uuid += AttributeValue.hex([byte])
        }
        return Beacon(
            uuid: uuid, major: UInt16(data[18]) << 8 | UInt16(data[19]),
            minor: UInt16(data[20]) << 8 | UInt16(data[21]))
    }
}
