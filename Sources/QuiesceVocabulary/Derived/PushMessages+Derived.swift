// Derived from Push/PushMessages.swift by scripts/derive. Change that, and run it.
// sha256 57c1916b834fa1d8

extension PushRequest: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .register: sink.word("register", number: 0)
        case .unregister: sink.word("unregister", number: 1)
        case .registerVoIP: sink.word("registerVoIP", number: 2)
        case .unregisterVoIP: sink.word("unregisterVoIP", number: 3)
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
        case .received(let value0, let value1, let value2, let value3):
            sink.word("received", number: 2, at: "kind")
            sink.field("payload", value0)
            sink.field("opened", value1, unless: false)
            sink.field("notification", value2)
            sink.field("date", value3)
        case .voipRegistered(let value0):
            sink.word("voipRegistered", number: 3, at: "kind")
            sink.field("token", value0)
        case .voipNotRegistered(let value0):
            sink.word("voipNotRegistered", number: 4, at: "kind")
            sink.field("why", value0)
        case .voipInvalidated:
            sink.word("voipInvalidated", number: 5, at: "kind")
        case .voipReceived(let value0, let value1):
            sink.word("voipReceived", number: 6, at: "kind")
            sink.field("wake", value0)
            sink.field("payload", value1)
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
                opened: try fields.read("opened", or: false),
                notification: try fields.readIfPresent("notification"),
                date: try fields.readIfPresent("date"))
        case "voipRegistered":
            self = .voipRegistered(
                token: try fields.read("token"))
        case "voipNotRegistered":
            self = .voipNotRegistered(
                why: try fields.read("why"))
        case "voipInvalidated": self = .voipInvalidated
        case "voipReceived":
            self = .voipReceived(
                wake: try fields.read("wake"),
                payload: try fields.read("payload"))
        case _: throw .wrong("kind")
        }
    }

    /// The words of its cases.
    public static let words = [
        "registered", "notRegistered", "received", "voipRegistered", "voipNotRegistered",
        "voipInvalidated", "voipReceived",
    ]
}
