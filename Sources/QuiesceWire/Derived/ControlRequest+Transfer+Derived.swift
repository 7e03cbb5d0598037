// Derived from Transfers/ControlRequest+Transfer.swift by scripts/derive. Change that, and run it.
// sha256 160408d7d6c7f0f5

import QuiesceVocabulary

extension ControlRequest.Transfer: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .transfers(let value0):
            sink.word("transfers", number: 0, at: "type")
            sink.field("app", value0)
        case .followTransfers(let value0, let value1):
            sink.word("followTransfers", number: 1, at: "type")
            sink.field("app", value0)
            sink.field("transfer", value1)
        case .whyTransfer(let value0):
            sink.word("whyTransfer", number: 2, at: "type")
            sink.field("transfer", value0)
        case .controlTransfer(let value0, let value1):
            sink.word("controlTransfer", number: 3, at: "type")
            sink.field("transfer", value0)
            sink.field("control", value1)
        case .get(let value0):
            sink.word("get", number: 4, at: "type")
            sink.field("order", value0)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "type") {
        case "transfers":
            self = .transfers(
                app: try fields.readIfPresent("app"))
        case "followTransfers":
            self = .followTransfers(
                app: try fields.readIfPresent("app"),
                transfer: try fields.readIfPresent("transfer"))
        case "whyTransfer":
            self = .whyTransfer(
                try fields.read("transfer"))
        case "controlTransfer":
            self = .controlTransfer(
                try fields.read("transfer"),
                try fields.read("control"))
        case "get":
            self = .get(
                try fields.read("order"))
        case let word: throw .unknownWord(word)
        }
    }

    /// The words of its cases.
    public static let words = [
        "transfers", "followTransfers", "whyTransfer", "controlTransfer", "get",
    ]
}
