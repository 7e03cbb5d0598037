// Derived from Calendar/RepeatInterval.swift by scripts/derive. Change that, and run it.

extension RepeatInterval: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .minute: sink.word("minute", number: 0)
        case .hour: sink.word("hour", number: 1)
        case .day: sink.word("day", number: 2)
        case .week: sink.word("week", number: 3)
        case .month: sink.word("month", number: 4)
        case .quarter: sink.word("quarter", number: 5)
        case .year: sink.word("year", number: 6)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}
