/// A tool's reports of peripherals and centrals that the tool plays, in the words of `quiesce
/// send`. Others are named; values are hexadecimal digits there, and base64 here.
public enum PlayedBluetooth: Sendable, Hashable {
    /// The machine's own adapter is believed again.
    case auto
    /// The played adapter is switched on or off.
    case adapter(isOn: Bool)
    /// A peripheral is near, and advertises these services.
    case near(name: String, [GATTService], values: [UInt16: String], manufacturerData: String?)
    /// It is out of range.
    case gone(name: String)
    /// One of its characteristics has another value, and tells its subscribers.
    case value(name: String, characteristic: String, String)
    /// A central reads what an app offers, or writes `value` there.
    case asks(name: String, PublishedPath, value: String?)
    case subscribes(name: String, PublishedPath, isOn: Bool)

    /// The word before it.
    public static let word = "bluetooth"

    private static let usage = DeviceChange.Malformed(
        description:
            "bluetooth takes on, off, auto, near NAME [SERVICE[/CHARACTERISTIC[:PROPERTY,…][=HEX]] …], gone NAME, value NAME CHARACTERISTIC HEX, read NAME SERVICE CHARACTERISTIC, write NAME SERVICE CHARACTERISTIC HEX, subscribe NAME SERVICE CHARACTERISTIC, or unsubscribe with the same"
    )

    /// `bluetooth near Belt 180D/2A37:notify=0048`
    public init(words: [String]) throws(DeviceChange.Malformed) {
        guard words.first == Self.word, words.count >= 2 else { throw Self.usage }
        let rest = words.dropFirst(2)
        switch (words[1], rest.count) {
        case ("auto", 0): self = .auto
        case ("on", 0): self = .adapter(isOn: true)
        case ("off", 0): self = .adapter(isOn: false)
        case ("near", 1...):
            self = try Self.near(name: words[2], rest.dropFirst())
        case ("gone", 1): self = .gone(name: words[2])
        case ("value", 3):
            self = .value(
                name: words[2], characteristic: try Self.uuid(words[3]), try Self.value(words[4]))
        case ("read", 3): self = .asks(name: words[2], try Self.path(words), value: nil)
        case ("write", 4):
            self = .asks(name: words[2], try Self.path(words), value: try Self.value(words[5]))
        case ("subscribe", 3):
            self = .subscribes(name: words[2], try Self.path(words), isOn: true)
        case ("unsubscribe", 3):
            self = .subscribes(name: words[2], try Self.path(words), isOn: false)
        case _: throw Self.usage
        }
    }

    private static func near(
        name: String, _ offers: ArraySlice<String>
    ) throws(DeviceChange.Malformed) -> Self {
        var services: [GATTService] = []
        var values: [UInt16: String] = [:]
        var data: String?
        var handle: UInt16 = 0
        for offer in offers.prefix(Limits.gattCharacteristics) {
            if offer.hasPrefix("data=") {
                data = try value(String(offer.dropFirst(5)))
                continue
            }
            let sides = offer.split(separator: "=", maxSplits: 1).map(String.init)
            let names = (sides.first ?? "").split(separator: ":", maxSplits: 1).map(String.init)
            let path = (names.first ?? "").split(separator: "/", maxSplits: 1).map(String.init)
            guard let first = path.first else { throw usage }
            let service = try uuid(first)
            if !services.contains(where: { $0.uuid == service }) {
                handle += 1
                services.append(GATTService(handle: handle, uuid: service))
            }
            guard path.count == 2, let at = services.firstIndex(where: { $0.uuid == service })
            else { continue }
            handle += 1
            let properties = try properties(names.count == 2 ? names[1] : "read")
            services[at].characteristics.append(
                GATTCharacteristic(handle: handle, uuid: try uuid(path[1]), properties: properties))
            values[handle] = sides.count == 2 ? try value(sides[1]) : ""
        }
        return .near(name: name, services, values: values, manufacturerData: data)
    }

    private static func path(_ words: [String]) throws(DeviceChange.Malformed) -> PublishedPath {
        PublishedPath(service: try uuid(words[3]), characteristic: try uuid(words[4]))
    }

    private static func uuid(_ text: String) throws(DeviceChange.Malformed) -> String {
        guard let uuid = BluetoothUUID.canonical(text) else {
            throw .init(description: "\"\(text.prefix(60))\" is no UUID, such as 180D")
        }
        return uuid
    }

    private static func value(_ hex: String) throws(DeviceChange.Malformed) -> String {
        guard let bytes = AttributeValue.bytes(hex: hex), bytes.count <= 512 else {
            throw .init(
                description:
                    "\"\(hex.prefix(60))\" is no value: hexadecimal digits in pairs, up to 512 of them"
            )
        }
        return AttributeValue.base64(bytes)
    }

    /// As `CBCharacteristicProperties` has them.
    private static let names: [(word: String, bit: UInt16)] = [
        ("read", 0x02), ("writeWithoutResponse", 0x04), ("write", 0x08), ("notify", 0x10),
        ("indicate", 0x20),
    ]

    private static func properties(_ text: String) throws(DeviceChange.Malformed) -> UInt16 {
        var properties: UInt16 = 0
        for word in text.split(separator: ",") {
            guard let known = names.first(where: { $0.word == word }) else {
                throw .init(
                    description:
                        "a characteristic can \(listed(names.map(\.word))), not \(word.prefix(30))")
            }
            properties |= known.bit
        }
        return properties
    }

    /// By which apps know whoever has that name: the same on each device, as nobody looks for him
    /// by it elsewhere.
    public static func identifier(of name: String) -> String {
        // FNV-1a, of which 48 bits are enough to tell a few names apart.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        let digits = String(hash & 0xFFFF_FFFF_FFFF, radix: 16, uppercase: true)
        return identifierBase + String(repeating: "0", count: 12 - digits.utf8.count) + digits
    }

    /// The beginning of identifiers of peripherals; twelve digits follow.
    public static let identifierBase = "51E5CE00-0000-4000-8000-"
}
