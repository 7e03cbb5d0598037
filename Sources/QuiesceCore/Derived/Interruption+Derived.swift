// Derived from Lifecycle/Interruption.swift by scripts/derive. Change that, and run it.
// sha256 8ac04329242f1422

extension Interruption: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .callIncoming: sink.word("call incoming", number: 0)
        case .callAnswer: sink.word("call answer", number: 1)
        case .callEnd: sink.word("call end", number: 2)
        case .alertShow: sink.word("alert show", number: 3)
        case .alertDismiss: sink.word("alert dismiss", number: 4)
        case .notificationCenterShow: sink.word("notification-center show", number: 5)
        case .notificationCenterDismiss: sink.word("notification-center dismiss", number: 6)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension Interruptions: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("call", call)
        sink.field("alert", alert)
        sink.field("notificationCenter", notificationCenter)
        sink.field("alerts", alerts)
        sink.field("behindCall", behindCall)
    }

    init(fields: JSONObject) throws(JSONError) {
        call = try fields.readIfPresent("call")
        alert = try fields.read("alert")
        notificationCenter = try fields.read("notificationCenter")
        alerts = try fields.read("alerts")
        behindCall = try fields.readIfPresent("behindCall")
    }
}

extension Interruptions.Call: Described, JSONReadable {
    func describe(to sink: inout some Sink) {
        switch self {
        case .incoming: sink.word("incoming", number: 0)
        case .answered: sink.word("answered", number: 1)
        }
    }

    init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}
