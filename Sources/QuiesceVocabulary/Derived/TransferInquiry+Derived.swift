// Derived from Transfers/TransferInquiry.swift by scripts/derive. Change that, and run it.
// sha256 2719db0c441a4969

extension TransferInquiry: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .redirect(let value0, let value1):
            sink.word("redirect", number: 0, at: "kind")
            sink.field("response", value0)
            sink.field("to", value1)
        case .challenge(let value0):
            sink.word("challenge", number: 1, at: "kind")
            value0.describeFields(to: &sink)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "kind") {
        case "redirect":
            self = .redirect(
                try fields.read("response"),
                to: try fields.read("to"))
        case "challenge":
            self = .challenge(
                try .init(fields: fields))
        case _: throw .wrong("kind")
        }
    }

    /// The words of its cases.
    public static let words = ["redirect", "challenge"]
}

extension TransferInquiry.Challenge: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("method", method)
        sink.field("host", host)
        sink.field("port", port)
        sink.field("isProxy", isProxy)
        sink.field("realm", realm)
        sink.field("failures", failures)
    }

    public init(fields: JSONObject) throws(JSONError) {
        method = try fields.read("method")
        host = try fields.read("host")
        port = try fields.read("port")
        isProxy = try fields.read("isProxy")
        realm = try fields.readIfPresent("realm")
        failures = try fields.read("failures")
    }
}

extension TransferAnswer: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .proceed:
            sink.word("proceed", number: 0, at: "kind")
        case .takeResponse:
            sink.word("takeResponse", number: 1, at: "kind")
        case .cancel:
            sink.word("cancel", number: 2, at: "kind")
        case .credential(let value0, let value1):
            sink.word("credential", number: 3, at: "kind")
            sink.field("user", value0)
            sink.field("password", value1)
        case .clientCertificate(let value0):
            sink.word("clientCertificate", number: 4, at: "kind")
            value0.describeFields(to: &sink)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "kind") {
        case "proceed": self = .proceed
        case "takeResponse": self = .takeResponse
        case "cancel": self = .cancel
        case "credential":
            self = .credential(
                user: try fields.read("user"),
                password: try fields.read("password"))
        case "clientCertificate":
            self = .clientCertificate(
                try .init(fields: fields))
        case _: throw .wrong("kind")
        }
    }

    /// The words of its cases.
    public static let words = [
        "proceed", "takeResponse", "cancel", "credential", "clientCertificate",
    ]
}
