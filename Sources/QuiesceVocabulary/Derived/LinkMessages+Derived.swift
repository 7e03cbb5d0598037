// Derived from Links/LinkMessages.swift by scripts/derive. Change that, and run it.
// sha256 93edd496027331d9

extension AppLink: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .url(let value0, let value1):
            sink.word("url", number: 0, at: "kind")
            sink.field("url", value0)
            sink.field("source", value1)
        case .shortcut(let value0):
            sink.word("shortcut", number: 1, at: "kind")
            sink.field("type", value0)
        case .activity(let value0):
            sink.word("activity", number: 2, at: "kind")
            sink.field("activity", value0)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "kind") {
        case "url":
            self = .url(
                try fields.read("url"),
                source: try fields.readIfPresent("source"))
        case "shortcut":
            self = .shortcut(
                try fields.read("type"))
        case "activity":
            self = .activity(
                try fields.read("activity"))
        case _: throw .wrong("kind")
        }
    }

    /// The words of its cases.
    public static let words = ["url", "shortcut", "activity"]
}

extension LinkRequest: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .open(let value0, let value1):
            sink.word("open", number: 0, at: "action")
            sink.field("url", value0)
            sink.field("universalLinksOnly", value1, unless: false)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "action") {
        case "open":
            self = .open(
                try fields.read("url"),
                universalLinksOnly: try fields.read("universalLinksOnly", or: false))
        case _: throw .wrong("action")
        }
    }

    /// The words of its cases.
    public static let words = ["open"]
}

extension LinkCallback: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .opened(let value0):
            sink.word("opened", number: 0, at: "kind")
            sink.field("link", value0)
        case .answered(let value0, let value1):
            sink.word("answered", number: 1, at: "kind")
            sink.field("request", value0)
            sink.field("opened", value1)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "kind") {
        case "opened":
            self = .opened(
                try fields.read("link"))
        case "answered":
            self = .answered(
                request: try fields.read("request"),
                opened: try fields.read("opened"))
        case _: throw .wrong("kind")
        }
    }

    /// The words of its cases.
    public static let words = ["opened", "answered"]
}
