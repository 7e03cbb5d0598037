// Derived from Thaw/AwakeTrial.swift by scripts/derive. Change that, and run it.
// sha256 7801946b72c5f449

extension AwakeTrial: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("frozen", frozen)
        sink.field("launch", launch)
        sink.field("stage", stage, unless: .none)
        sink.field("used", used, unless: Interval.zero)
        sink.field("time", time, unless: Interval.zero)
        sink.field("notBefore", notBefore)
        sink.field("pause", pause, unless: Limits.awakeTrialPause)
    }

    init(fields: JSONObject) throws(JSONError) {
        frozen = try fields.read("frozen")
        launch = try fields.readIfPresent("launch")
        stage = try fields.read("stage", or: .none)
        used = try fields.read("used", or: Interval.zero)
        time = try fields.read("time", or: Interval.zero)
        notBefore = try fields.readIfPresent("notBefore")
        pause = try fields.read("pause", or: Limits.awakeTrialPause)
    }
}

extension AwakeTrial.Stage: Described, JSONReadable {
    func describe(to sink: inout some Sink) {
        switch self {
        case .none: sink.word("none", number: 0)
        case .trial: sink.word("trial", number: 1)
        case .cheaper: sink.word("cheaper", number: 2)
        }
    }

    init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}
