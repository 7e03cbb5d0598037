// Derived from Events/SystemEvent.swift by scripts/derive. Change that, and run it.
// sha256 65cd83ab6fb16203

extension SystemEvent: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .orientation: sink.word("orientation", number: 0)
        case .significantTimeChange: sink.word("significantTimeChange", number: 1)
        case .batteryLevel: sink.word("batteryLevel", number: 2)
        case .batteryState: sink.word("batteryState", number: 3)
        case .proximity: sink.word("proximity", number: 4)
        case .protectedData: sink.word("protectedData", number: 5)
        case .locale: sink.word("locale", number: 6)
        case .ubiquityIdentity: sink.word("ubiquityIdentity", number: 7)
        case .accessoryDisconnected: sink.word("accessoryDisconnected", number: 8)
        case .accessoryConnected: sink.word("accessoryConnected", number: 9)
        case .screenDisconnected: sink.word("screenDisconnected", number: 10)
        case .screenConnected: sink.word("screenConnected", number: 11)
        case .screenMode: sink.word("screenMode", number: 12)
        case .defaults: sink.word("defaults", number: 13)
        case .backgroundRefresh: sink.word("backgroundRefresh", number: 14)
        case .statusBarFrame: sink.word("statusBarFrame", number: 15)
        case .powerState: sink.word("powerState", number: 16)
        case .thermalState: sink.word("thermalState", number: 17)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}
