// The offers of Bluetooth devices, as values: UUIDs, advertisements, services. Bytes are base64, so
// that a value is a word in JSON.

/// Bluetooth's UUIDs, in the one form in which they are compared here.
public enum BluetoothUUID {
    private static let base = "-0000-1000-8000-00805F9B34FB"

    /// In capital letters, and as short as can be:
    /// `180D` for `0000180d-0000-1000-8000-00805f9b34fb`.
    ///
    /// - Returns: nil: it is none of 16, 32 or 128 bits.
    public static func canonical(_ text: String) -> String? {
        switch text.utf8.count {
        case 4, 8:
            guard text.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
            return short(text.uppercased())
        case 36:
            guard let uuid = Beacon.uuid(text) else { return nil }
            return uuid.hasSuffix(base) ? short(String(uuid.prefix(8))) : uuid
        case _: return nil
        }
    }

    private static func short(_ text: String) -> String {
        text.utf8.count == 8 && text.hasPrefix("0000") ? String(text.suffix(4)) : text
    }

    /// All of its 128 bits, in capital letters, of a canonical one.
    public static func full(_ canonical: String) -> String {
        switch canonical.utf8.count {
        case 4: "0000" + canonical + base
        case 8: canonical + base
        case _: canonical
        }
    }
}

/// Whether the device's Bluetooth can be used.
// derive: json
public enum AdapterState: String, Sendable, Hashable, CaseIterable {
    /// Nobody has said yet.
    case unknown
    /// There is no adapter, or nobody who serves it.
    case unsupported
    case off, on
}

/// The data that a peripheral advertises to everybody.
// derive: json
public struct BluetoothAdvertisement: Sendable, Hashable {
    public var name: String?
    /// Canonical UUIDs.
    // json: unless []
    public var services: [String]
    /// The company's two bytes first, the low one before the high one; base64.
    public var manufacturerData: String?
    // json: unless []
    public var serviceData: [ServiceData]
    /// dBm
    public var txPower: Int?
    // json: isConnectable unless true
    public var isConnectable: Bool

    // derive: json
    public struct ServiceData: Sendable, Hashable {
        public var service: String
        /// base64
        public var data: String

        public init(service: String, data: String) {
            self.service = service
            self.data = data
        }
    }

    public init(
        name: String? = nil, services: [String] = [], manufacturerData: String? = nil,
        serviceData: [ServiceData] = [], txPower: Int? = nil, isConnectable: Bool = true
    ) {
        self.name = name
        self.services = services
        self.manufacturerData = manufacturerData
        self.serviceData = serviceData
        self.txPower = txPower
        self.isConnectable = isConnectable
    }
}

/// A service of a connected peripheral.
// derive: json
public struct GATTService: Sendable, Hashable {
    /// By which the peripheral knows it; one of its own.
    public var handle: UInt16
    /// Canonical.
    public var uuid: String
    // json: isPrimary unless true
    public var isPrimary: Bool
    // json: unless []
    public var characteristics: [GATTCharacteristic]

    public init(
        handle: UInt16, uuid: String, isPrimary: Bool = true,
        characteristics: [GATTCharacteristic] = []
    ) {
        self.handle = handle
        self.uuid = uuid
        self.isPrimary = isPrimary
        self.characteristics = characteristics
    }
}

// derive: json
public struct GATTCharacteristic: Sendable, Hashable {
    public var handle: UInt16
    /// Canonical.
    public var uuid: String
    /// The bits of `CBCharacteristicProperties`.
    public var properties: UInt16

    public init(handle: UInt16, uuid: String, properties: UInt16) {
        self.handle = handle
        self.uuid = uuid
        self.properties = properties
    }
}

/// A service that an app offers to others (B2).
// derive: json
public struct PublishedService: Sendable, Hashable {
    /// Canonical; one of its manager's.
    public var uuid: String
    // json: isPrimary unless true
    public var isPrimary: Bool
    // json: unless []
    public var characteristics: [PublishedCharacteristic]

    public init(
        uuid: String, isPrimary: Bool = true, characteristics: [PublishedCharacteristic] = []
    ) {
        self.uuid = uuid
        self.isPrimary = isPrimary
        self.characteristics = characteristics
    }
}

// derive: json
public struct PublishedCharacteristic: Sendable, Hashable {
    /// Canonical; one of its service's.
    public var uuid: String
    /// The bits of `CBCharacteristicProperties`.
    public var properties: UInt16
    /// The value that is read of the characteristic without its app, in base64; nil: the app is
    /// asked.
    public var value: String?

    public init(uuid: String, properties: UInt16, value: String? = nil) {
        self.uuid = uuid
        self.properties = properties
        self.value = value
    }
}

/// A characteristic that an app offers.
// derive: json
public struct PublishedPath: Sendable, Hashable {
    public var service: String
    public var characteristic: String

    public init(service: String, characteristic: String) {
        self.service = service
        self.characteristic = characteristic
    }
}
