// Derived from Location/LocationRows.swift by scripts/derive. Change that, and run it.
// sha256 ff18f94e5c0d06f8

extension LocationKeeper: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("detail", detail)
        sink.field("onFor", onFor)
    }

    public init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        onFor = try fields.read("onFor")
        detail = try fields.read("detail")
    }
}

extension LocationRow: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("accuracy", accuracy)
        sink.field("app", app)
        sink.field("detail", detail)
        sink.field("distance", distance)
        sink.field("keepsOn", keepsOn)
        sink.field("kind", kind)
        sink.field("latitude", latitude)
        sink.field("longitude", longitude)
        sink.field("onFor", onFor)
        sink.field("radius", radius)
        sink.field("region", region)
        sink.field("significant", significant)
        sink.field("state", state)
        sink.field("time", time)
        sink.field("updates", updates)
    }

    public init(fields: JSONObject) throws(JSONError) {
        kind = try fields.read("kind")
        app = try fields.readIfPresent("app")
        updates = try fields.readIfPresent("updates")
        accuracy = try fields.readIfPresent("accuracy")
        distance = try fields.readIfPresent("distance")
        significant = try fields.readIfPresent("significant")
        keepsOn = try fields.readIfPresent("keepsOn")
        onFor = try fields.readIfPresent("onFor")
        region = try fields.readIfPresent("region")
        state = try fields.readIfPresent("state")
        radius = try fields.readIfPresent("radius")
        latitude = try fields.readIfPresent("latitude")
        longitude = try fields.readIfPresent("longitude")
        time = try fields.readIfPresent("time")
        detail = try fields.read("detail")
    }
}

extension LocationRow.Kind: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .app: sink.word("app", number: 0)
        case .region: sink.word("region", number: 1)
        case .place: sink.word("place", number: 2)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}
