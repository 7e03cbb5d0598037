// Derived from Push/PushMessages.swift by scripts/derive. Change that, and run it.

extension PushRequest: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .register: sink.word("register", number: 0)
        case .unregister: sink.word("unregister", number: 1)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension PushCallback: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .registered(let value0):
            sink.word("registered", number: 0, at: "kind")
            sink.field("token", value0)
        case .notRegistered(let value0):
            sink.word("notRegistered", number: 1, at: "kind")
            sink.field("why", value0)
        case .received(let value0, let value1):
            sink.word("received", number: 2, at: "kind")
            sink.field("payload", value0)
            sink.field("opened", value1, unless: false)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "kind") {
        case "registered":
            self = .registered(
                token: try fields.read("token"))
        case "notRegistered":
            self = .notRegistered(
                why: try fields.read("why"))
        case "received":
            self = .received(
                payload: try fields.read("payload"),
                opened: try fields.read("opened", or: false))
        case _: throw .wrong("kind")
        }
    }

    /// The words of its cases.
    public static let words = ["registered", "notRegistered", "received"]
}
