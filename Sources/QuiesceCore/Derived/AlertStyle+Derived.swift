// Derived from Notifications/AlertStyle.swift by scripts/derive. Change that, and run it.
// sha256 8dd67abf6ca5173c

extension AlertStyle: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .listed: sink.word("none", number: 0)
        case .banner: sink.word("banner", number: 1)
        case .alert: sink.word("alert", number: 2)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}
