// External accessories between an app and the daemon: which are connected, and sessions with them
// (E1-E3).

/// An accessory as an app knows it.
// derive: json
public struct Accessory: Sendable, Hashable {
    /// Another one for each time that something is connected, above 0.
    public var connection: UInt64
    public var name: String
    /// nil, here and below: it doesn't say.
    public var manufacturer: String?
    public var model: String?
    public var serial: String?
    public var firmware: String?
    public var hardware: String?
    /// The protocols that the accessory speaks, in reverse DNS such as `org.example.scale`. An app
    /// hears of the accessory if the app's Info.plist has one of these.
    public var protocols: [String]

    public init(
        connection: UInt64 = 0, name: String, manufacturer: String? = nil, model: String? = nil,
        serial: String? = nil, firmware: String? = nil, hardware: String? = nil,
        protocols: [String]
    ) {
        self.connection = connection
        self.name = name
        self.manufacturer = manufacturer
        self.model = model
        self.serial = serial
        self.firmware = firmware
        self.hardware = hardware
        self.protocols = protocols
    }
}

/// An app's request about an accessory.
// derive: tag=action
public enum AccessoryRequest: Sendable, Hashable {
    /// A session with the accessory of that connection, which the app numbers: unique within the
    /// launch. The answer is `opened` or `closed`. Asked again for the same number, it is answered
    /// again; `isHeld`: only if the daemon doesn't know it any more, as the app has its descriptor.
    // json: isHeld=held
    case open(session: UInt64, connection: UInt64, speaking: String, isHeld: Bool = false)
    /// It is over. The app has closed its descriptor.
    case close(session: UInt64)
}

/// News of accessories for an app that executes. None is acknowledged: what is lost is said again
/// after the next welcome.
// derive: tag=kind
public enum AccessoryUpdate: Sendable, Hashable {
    /// The accessories that the app was told to be connected. This comes after each welcome, if
    /// anything is connected.
    case present([Accessory])
    /// The session is open: the terminal's descriptor comes with the message.
    case opened(session: UInt64)
    /// The session isn't opened, or is over; why, as in `quiesce log`.
    case closed(session: UInt64, reason: String)
}

/// News that an app is called back with, and is woken for: acknowledged by the callback's return.
// derive: tag=kind
public enum AccessoryNews: Sendable, Hashable {
    /// All that are connected, as far as they concern the app: what is new among them has been
    /// connected, what is missing was disconnected (E2, E3).
    case present([Accessory])
    /// Bytes wait in a session (E1).
    case data(session: UInt64)
}
