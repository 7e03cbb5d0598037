// Derived from Events/DeviceConditions.swift by scripts/derive. Change that, and run it.
// sha256 96c37908e4978493

extension DeviceConditions: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("orientation", orientation, unless: Orientation.portrait)
        sink.field("batteryPercent", batteryPercent)
        sink.field("batteryState", batteryState, unless: BatteryState.unknown)
        sink.field("isNear", isNear, unless: false)
        sink.field("locale", locale)
        sink.field("timeZone", timeZone)
        sink.field("ubiquityIdentity", ubiquityIdentity)
        sink.field("accessories", accessories, unless: [])
        sink.field("externalScreen", externalScreen)
        sink.field("timeChanges", timeChanges, unless: 0)
        sink.field("backgroundRefresh", backgroundRefresh, unless: true)
        sink.field("isInCall", isInCall, unless: false)
        sink.field("network", network)
        sink.field("overridden", overridden, unless: [])
        sink.field("isProtectedDataAvailable", isProtectedDataAvailable, unless: true)
        sink.field("lowPowerMode", lowPowerMode, unless: false)
        sink.field("thermalState", thermalState, unless: ThermalState.nominal)
    }

    public init(fields: JSONObject) throws(JSONError) {
        orientation = try fields.read("orientation", or: Orientation.portrait)
        batteryPercent = try fields.readIfPresent("batteryPercent")
        batteryState = try fields.read("batteryState", or: BatteryState.unknown)
        isNear = try fields.read("isNear", or: false)
        locale = try fields.readIfPresent("locale")
        timeZone = try fields.readIfPresent("timeZone")
        ubiquityIdentity = try fields.readIfPresent("ubiquityIdentity")
        accessories = try fields.read("accessories", or: [])
        externalScreen = try fields.readIfPresent("externalScreen")
        timeChanges = try fields.read("timeChanges", or: 0)
        backgroundRefresh = try fields.read("backgroundRefresh", or: true)
        isInCall = try fields.read("isInCall", or: false)
        network = try fields.readIfPresent("network")
        overridden = try fields.read("overridden", or: [])
        isProtectedDataAvailable = try fields.read("isProtectedDataAvailable", or: true)
        lowPowerMode = try fields.read("lowPowerMode", or: false)
        thermalState = try fields.read("thermalState", or: ThermalState.nominal)
    }
}

extension DeviceConditions.Orientation: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .portrait: sink.word("portrait", number: 0)
        case .portraitUpsideDown: sink.word("portraitUpsideDown", number: 1)
        case .landscapeLeft: sink.word("landscapeLeft", number: 2)
        case .landscapeRight: sink.word("landscapeRight", number: 3)
        case .faceUp: sink.word("faceUp", number: 4)
        case .faceDown: sink.word("faceDown", number: 5)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension DeviceConditions.Network: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .wifi: sink.word("wifi", number: 0)
        case .cellular: sink.word("cellular", number: 1)
        case .none: sink.word("none", number: 2)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension DeviceConditions.BatteryState: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .unknown: sink.word("unknown", number: 0)
        case .unplugged: sink.word("unplugged", number: 1)
        case .charging: sink.word("charging", number: 2)
        case .full: sink.word("full", number: 3)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension DeviceConditions.ThermalState: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .nominal: sink.word("nominal", number: 0)
        case .fair: sink.word("fair", number: 1)
        case .serious: sink.word("serious", number: 2)
        case .critical: sink.word("critical", number: 3)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}
