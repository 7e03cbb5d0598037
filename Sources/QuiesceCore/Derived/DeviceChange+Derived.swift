// Derived from Events/DeviceChange.swift by scripts/derive. Change that, and run it.
// sha256 08762d3dba52ab24

extension DeviceChange: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .orientation(let value0):
            sink.beginCase("orientation", number: 0)
            sink.field("_0", value0)
        case .battery(let value0, let value1):
            sink.beginCase("battery", number: 1)
            sink.field("percent", value0)
            sink.field("_1", value1)
        case .proximity(let value0):
            sink.beginCase("proximity", number: 2)
            sink.field("near", value0)
        case .locale(let value0):
            sink.beginCase("locale", number: 3)
            sink.field("_0", value0)
        case .timeZone(let value0):
            sink.beginCase("timeZone", number: 4)
            sink.field("_0", value0)
        case .ubiquityIdentity(let value0):
            sink.beginCase("ubiquityIdentity", number: 5)
            sink.field("_0", value0)
        case .accessory(let value0, let value1):
            sink.beginCase("accessory", number: 6)
            sink.field("_0", value0)
            sink.field("connected", value1)
        case .screen(let value0):
            sink.beginCase("screen", number: 7)
            sink.field("_0", value0)
        case .screenMode(let value0):
            sink.beginCase("screenMode", number: 8)
            sink.field("_0", value0)
        case .backgroundRefresh(let value0):
            sink.beginCase("backgroundRefresh", number: 9)
            sink.field("_0", value0)
        case .network(let value0):
            sink.beginCase("network", number: 10)
            sink.field("_0", value0)
        case .automatic(let value0):
            sink.beginCase("automatic", number: 11)
            sink.field("_0", value0)
        case .lowPowerMode(let value0):
            sink.beginCase("lowPowerMode", number: 12)
            sink.field("_0", value0)
        case .thermalState(let value0):
            sink.beginCase("thermalState", number: 13)
            sink.field("_0", value0)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("orientation") {
            self = .orientation(
                try fields.read("_0"))
        } else if word.isWord("battery") {
            self = .battery(
                percent: try fields.read("percent"),
                try fields.read("_1"))
        } else if word.isWord("proximity") {
            self = .proximity(
                near: try fields.read("near"))
        } else if word.isWord("locale") {
            self = .locale(
                try fields.read("_0"))
        } else if word.isWord("timeZone") {
            self = .timeZone(
                try fields.read("_0"))
        } else if word.isWord("ubiquityIdentity") {
            self = .ubiquityIdentity(
                try fields.readIfPresent("_0"))
        } else if word.isWord("accessory") {
            self = .accessory(
                try fields.read("_0"),
                connected: try fields.read("connected"))
        } else if word.isWord("screen") {
            self = .screen(
                try fields.readIfPresent("_0"))
        } else if word.isWord("screenMode") {
            self = .screenMode(
                try fields.read("_0"))
        } else if word.isWord("backgroundRefresh") {
            self = .backgroundRefresh(
                try fields.read("_0"))
        } else if word.isWord("network") {
            self = .network(
                try fields.read("_0"))
        } else if word.isWord("automatic") {
            self = .automatic(
                try fields.read("_0"))
        } else if word.isWord("lowPowerMode") {
            self = .lowPowerMode(
                try fields.read("_0"))
        } else if word.isWord("thermalState") {
            self = .thermalState(
                try fields.read("_0"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension RealSource: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .battery: sink.word("battery", number: 0)
        case .locale: sink.word("locale", number: 1)
        case .network: sink.word("network", number: 2)
        case .timeZone: sink.word("timezone", number: 3)
        case .lowPower: sink.word("low-power", number: 4)
        case .thermal: sink.word("thermal", number: 5)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension ScreenMode: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("width", width)
        sink.field("height", height)
    }

    public init(fields: JSONObject) throws(JSONError) {
        width = try fields.read("width")
        height = try fields.read("height")
    }
}

extension RealConditions: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("batteryPercent", batteryPercent)
        sink.field("batteryState", batteryState)
        sink.field("timeZone", timeZone)
        sink.field("network", network)
        sink.field("lowPowerMode", lowPowerMode, unless: false)
        sink.field("thermalState", thermalState, unless: DeviceConditions.ThermalState.nominal)
    }

    init(fields: JSONObject) throws(JSONError) {
        batteryPercent = try fields.readIfPresent("batteryPercent")
        batteryState = try fields.read("batteryState")
        timeZone = try fields.readIfPresent("timeZone")
        network = try fields.readIfPresent("network")
        lowPowerMode = try fields.read("lowPowerMode", or: false)
        thermalState = try fields.read("thermalState", or: DeviceConditions.ThermalState.nominal)
    }
}
