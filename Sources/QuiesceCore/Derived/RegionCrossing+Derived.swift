// Derived from Location/RegionCrossing.swift by scripts/derive. Change that, and run it.
// sha256 0d771a72f537218c

extension RegionCrossing: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("side", side)
    }

    init(fields: JSONObject) throws(JSONError) {
        side = try fields.readIfPresent("side")
    }
}

extension RegionCrossing.Side: Described, JSONReadable {
    func describe(to sink: inout some Sink) {
        switch self {
        case .inside: sink.word("inside", number: 0)
        case .outside: sink.word("outside", number: 1)
        }
    }

    init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension SignificantChange: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("told", told)
    }

    init(fields: JSONObject) throws(JSONError) {
        told = try fields.readIfPresent("told")
    }
}

extension SignificantChange.Told: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("position", position)
        sink.field("at", at)
    }

    init(fields: JSONObject) throws(JSONError) {
        position = try fields.read("position")
        at = try fields.read("at")
    }
}
