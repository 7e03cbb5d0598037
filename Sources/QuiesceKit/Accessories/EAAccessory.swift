import QuiesceWire

/// Something that is connected to this device. On the main thread.
@preconcurrency @MainActor open class EAAccessory {
    /// Another one for each time that something is connected; negative: it is only a name, with
    /// which no session is opened.
    public let connectionID: Int
    /// Its name.
    public let name: String
    /// Empty, here and below: it doesn't say.
    public let manufacturer: String
    /// Which model it says it is.
    public let modelNumber: String
    /// Its serial number.
    public let serialNumber: String
    /// Which firmware it says it has.
    public let firmwareRevision: String
    /// Which hardware it says it is.
    public let hardwareRevision: String
    /// The protocols that the accessory speaks.
    public let protocolStrings: [String]
    /// False once it is disconnected; it doesn't become true again, as what is connected then is
    /// another object.
    public internal(set) var isConnected = true
    /// Hears of its being disconnected. Not retained.
    open weak var delegate: (any EAAccessoryDelegate)?

    let accessory: Accessory?

    init(name: String, connectionID: Int) {
        self.name = name
        self.connectionID = connectionID
        (manufacturer, modelNumber, serialNumber) = ("", "", "")
        (firmwareRevision, hardwareRevision) = ("", "")
        protocolStrings = []
        accessory = nil
    }

    init(_ accessory: Accessory) {
        name = accessory.name
        connectionID = Int(clamping: accessory.connection)
        manufacturer = accessory.manufacturer ?? ""
        modelNumber = accessory.model ?? ""
        serialNumber = accessory.serial ?? ""
        firmwareRevision = accessory.firmware ?? ""
        hardwareRevision = accessory.hardware ?? ""
        protocolStrings = accessory.protocols
        self.accessory = accessory
    }
}

/// Hears of one accessory, on the main thread.
@preconcurrency @MainActor public protocol EAAccessoryDelegate: AnyObject {
    /// It was disconnected, also as the app was left without the mode `external-accessory` (E3).
    /// Its sessions are over.
    func accessoryDidDisconnect(_ accessory: EAAccessory)
}

extension EAAccessoryDelegate {
    public func accessoryDidDisconnect(_ accessory: EAAccessory) {}
}
