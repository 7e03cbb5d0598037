// Derived from Push/ControlRequest+Push.swift by scripts/derive. Change that, and run it.
// sha256 ef2c4cc2766a701e

import QuiesceVocabulary

extension ControlRequest.Push: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .sendPush(let value0, let value1, let value2):
            sink.word("sendPush", number: 0, at: "type")
            sink.field("app", value0)
            sink.field("payload", value1)
            sink.field("voip", value2, unless: false)
        case .pushes(let value0, let value1):
            sink.word("pushes", number: 1, at: "type")
            sink.field("app", value0)
            sink.field("follow", value1, unless: false)
        case .gateway:
            sink.word("gateway", number: 2, at: "type")
        case .joinGateway(let value0, let value1):
            sink.word("joinGateway", number: 3, at: "type")
            sink.field("url", value0)
            sink.field("certificate", value1)
        case .leaveGateway:
            sink.word("leaveGateway", number: 4, at: "type")
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "type") {
        case "sendPush":
            self = .sendPush(
                app: try fields.read("app"),
                payload: try fields.read("payload"),
                voip: try fields.read("voip", or: false))
        case "pushes":
            self = .pushes(
                app: try fields.readIfPresent("app"),
                follow: try fields.read("follow", or: false))
        case "gateway": self = .gateway
        case "joinGateway":
            self = .joinGateway(
                url: try fields.read("url"),
                certificate: try fields.read("certificate"))
        case "leaveGateway": self = .leaveGateway
        case let word: throw .unknownWord(word)
        }
    }

    /// The words of its cases.
    public static let words = ["sendPush", "pushes", "gateway", "joinGateway", "leaveGateway"]
}
