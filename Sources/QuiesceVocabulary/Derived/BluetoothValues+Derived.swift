// Derived from Bluetooth/BluetoothValues.swift by scripts/derive. Change that, and run it.
// sha256 58aca65eeac70fce

extension AdapterState: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .unknown: sink.word("unknown", number: 0)
        case .unsupported: sink.word("unsupported", number: 1)
        case .off: sink.word("off", number: 2)
        case .on: sink.word("on", number: 3)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension BluetoothAdvertisement: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("name", name)
        sink.field("services", services, unless: [])
        sink.field("manufacturerData", manufacturerData)
        sink.field("serviceData", serviceData, unless: [])
        sink.field("txPower", txPower)
        sink.field("isConnectable", isConnectable, unless: true)
    }

    public init(fields: JSONObject) throws(JSONError) {
        name = try fields.readIfPresent("name")
        services = try fields.read("services", or: [])
        manufacturerData = try fields.readIfPresent("manufacturerData")
        serviceData = try fields.read("serviceData", or: [])
        txPower = try fields.readIfPresent("txPower")
        isConnectable = try fields.read("isConnectable", or: true)
    }
}

extension BluetoothAdvertisement.ServiceData: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("service", service)
        sink.field("data", data)
    }

    public init(fields: JSONObject) throws(JSONError) {
        service = try fields.read("service")
        data = try fields.read("data")
    }
}

extension GATTService: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("handle", handle)
        sink.field("uuid", uuid)
        sink.field("isPrimary", isPrimary, unless: true)
        sink.field("characteristics", characteristics, unless: [])
    }

    public init(fields: JSONObject) throws(JSONError) {
        handle = try fields.read("handle")
        uuid = try fields.read("uuid")
        isPrimary = try fields.read("isPrimary", or: true)
        characteristics = try fields.read("characteristics", or: [])
    }
}

extension GATTCharacteristic: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("handle", handle)
        sink.field("uuid", uuid)
        sink.field("properties", properties)
    }

    public init(fields: JSONObject) throws(JSONError) {
        handle = try fields.read("handle")
        uuid = try fields.read("uuid")
        properties = try fields.read("properties")
    }
}

extension PublishedService: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("uuid", uuid)
        sink.field("isPrimary", isPrimary, unless: true)
        sink.field("characteristics", characteristics, unless: [])
    }

    public init(fields: JSONObject) throws(JSONError) {
        uuid = try fields.read("uuid")
        isPrimary = try fields.read("isPrimary", or: true)
        characteristics = try fields.read("characteristics", or: [])
    }
}

extension PublishedCharacteristic: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("uuid", uuid)
        sink.field("properties", properties)
        sink.field("value", value)
    }

    public init(fields: JSONObject) throws(JSONError) {
        uuid = try fields.read("uuid")
        properties = try fields.read("properties")
        value = try fields.readIfPresent("value")
    }
}

extension PublishedPath: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("service", service)
        sink.field("characteristic", characteristic)
    }

    public init(fields: JSONObject) throws(JSONError) {
        service = try fields.read("service")
        characteristic = try fields.read("characteristic")
    }
}
