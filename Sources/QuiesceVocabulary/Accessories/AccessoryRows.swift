// The views of accessories for tools.

/// A row of `quiesce accessories`: one that is connected.
// derive: json sorted
public struct AccessoryRow: Sendable, Hashable {
    public var connection: UInt64
    public var name: String
    public var manufacturer: String?
    public var model: String?
    public var serial: String?
    public var protocols: [String]
    /// Its terminal; nil: it has none, and no session is opened with it.
    public var path: String?
    /// A tool has connected it.
    public var simulated: Bool
    /// The app that has a session with the accessory; nil: no app has.
    public var app: String?
    /// The protocol that the app and the accessory speak.
    public var speaking: String?

    public init(_ accessory: Accessory, path: String?, simulated: Bool) {
        connection = accessory.connection
        name = accessory.name
        manufacturer = accessory.manufacturer
        model = accessory.model
        serial = accessory.serial
        protocols = accessory.protocols
        self.path = path
        self.simulated = simulated
    }
}
