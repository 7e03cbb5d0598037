// Derived from Wakes/WakeResult.swift by scripts/derive. Change that, and run it.
// sha256 cf2df600b92396a6

extension WakeResult: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .newData: sink.word("newData", number: 0)
        case .noData: sink.word("noData", number: 1)
        case .failed: sink.word("failed", number: 2)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}
