// Derived from Transfers/TransferAgentState.swift by scripts/derive. Change that, and run it.
// sha256 4ee8a491eb4521b8

extension TransferAgent: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("life", life)
        sink.field("deaths", deaths)
        sink.field("retryAt", retryAt)
    }

    init(fields: JSONObject) throws(JSONError) {
        life = try fields.read("life")
        deaths = try fields.read("deaths")
        retryAt = try fields.readIfPresent("retryAt")
    }
}

extension TransferAgent.Life: Described, JSONReadable {
    func describe(to sink: inout some Sink) {
        switch self {
        case .none: sink.word("none", number: 0)
        case .starting: sink.word("starting", number: 1)
        case .ready: sink.word("ready", number: 2)
        }
    }

    init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension TransferHost: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("failures", failures)
        sink.field("until", until)
        sink.field("latest", latest)
        sink.field("isAsked", isAsked)
        sink.field("failure", failure)
    }

    init(fields: JSONObject) throws(JSONError) {
        failures = try fields.read("failures")
        until = try fields.readIfPresent("until")
        latest = try fields.readIfPresent("latest")
        isAsked = try fields.read("isAsked")
        failure = try fields.readIfPresent("failure")
    }
}
