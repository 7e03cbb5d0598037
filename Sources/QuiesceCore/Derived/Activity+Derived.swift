// Derived from Lifecycle/Activity.swift by scripts/derive. Change that, and run it.
// sha256 ed9bfc225a602041

extension Activity: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .location: sink.word("location", number: 0)
        case .audio: sink.word("audio", number: 1)
        case .window: sink.word("window", number: 2)
        case .work: sink.word("work", number: 3)
        case .called: sink.word("called", number: 4)
        case .traffic: sink.word("traffic", number: 5)
        case .awake: sink.word("awake", number: 6)
        case .continuedTask: sink.word("continuedTask", number: 7)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}
