// Derived from Memory/Memory.swift by scripts/derive. Change that, and run it.
// sha256 9c39a3afe711e195

extension Footprint: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("launch", launch)
        sink.field("bytes", bytes)
    }

    public init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        launch = try fields.read("launch")
        bytes = try fields.read("bytes")
    }
}

extension MemoryPressure: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("level", level)
        sink.field("bytes", bytes)
        sink.field("footprints", footprints)
        sink.field("canPageOut", canPageOut, unless: false)
    }

    public init(fields: JSONObject) throws(JSONError) {
        level = try fields.read("level")
        bytes = try fields.read("bytes")
        footprints = try fields.read("footprints")
        canPageOut = try fields.read("canPageOut", or: false)
    }
}

extension MemoryPressure.Level: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .warning: sink.word("warning", number: 0)
        case .critical: sink.word("critical", number: 1)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}
