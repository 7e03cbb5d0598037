// Derived from Fetch/FetchBudget.swift by scripts/derive. Change that, and run it.
// sha256 56f19f1e0245b8c8

extension DayBudget: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("day", day)
        sink.field("used", used)
    }

    public init(fields: JSONObject) throws(JSONError) {
        day = try fields.read("day")
        used = try fields.read("used")
    }
}

extension BudgetDay: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("number", number)
        sink.field("wallDay", wallDay)
        sink.field("began", began)
    }

    public init(fields: JSONObject) throws(JSONError) {
        number = try fields.read("number")
        wallDay = try fields.readIfPresent("wallDay")
        began = try fields.readIfPresent("began")
    }
}

extension FetchCredit.Verdict: Described, JSONReadable {
    func describe(to sink: inout some Sink) {
        switch self {
        case .good: sink.word("good", number: 0)
        case .fair: sink.word("fair", number: 1)
        case .poor: sink.word("poor", number: 2)
        case .missing: sink.word("missing", number: 3)
        }
    }

    init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}
