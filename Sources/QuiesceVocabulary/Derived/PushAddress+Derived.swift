// Derived from Push/PushAddress.swift by scripts/derive. Change that, and run it.
// sha256 4a37094812f1060d

extension PushType: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .remote: sink.word("remote", number: 0)
        case .voip: sink.word("voip", number: 1)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}
