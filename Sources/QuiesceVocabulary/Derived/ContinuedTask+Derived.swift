// Derived from ContinuedTasks/ContinuedTask.swift by scripts/derive. Change that, and run it.
// sha256 602fada13f72b765

extension ContinuedTask: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("identifier", identifier)
        sink.field("title", title)
        sink.field("subtitle", subtitle)
    }

    public init(fields: JSONObject) throws(JSONError) {
        identifier = try fields.read("identifier")
        title = try fields.read("title")
        subtitle = try fields.read("subtitle")
    }
}

extension ContinuedRequest: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .submit(let value0, let value1):
            sink.word("submit", number: 0, at: "action")
            sink.field("task", value0)
            sink.field("waits", value1)
        case .cancel(let value0):
            sink.word("cancel", number: 1, at: "action")
            sink.field("identifier", value0)
        case .report(let value0, let value1, let value2, let value3):
            sink.word("report", number: 2, at: "action")
            sink.field("id", value0)
            sink.field("done", value1)
            sink.field("title", value2)
            sink.field("subtitle", value3)
        case .complete(let value0, let value1):
            sink.word("complete", number: 3, at: "action")
            sink.field("id", value0)
            sink.field("success", value1)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "action") {
        case "submit":
            self = .submit(
                try fields.read("task"),
                waits: try fields.read("waits"))
        case "cancel":
            self = .cancel(
                identifier: try fields.readIfPresent("identifier"))
        case "report":
            self = .report(
                id: try fields.read("id"),
                done: try fields.read("done"),
                title: try fields.read("title"),
                subtitle: try fields.read("subtitle"))
        case "complete":
            self = .complete(
                id: try fields.read("id"),
                success: try fields.read("success"))
        case _: throw .wrong("action")
        }
    }

    /// The words of its cases.
    public static let words = ["submit", "cancel", "report", "complete"]
}

extension ContinuedCallback: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .begin(let value0):
            sink.word("begin", number: 0, at: "event")
            sink.field("id", value0)
        case .expire(let value0):
            sink.word("expire", number: 1, at: "event")
            sink.field("id", value0)
        case .refused(let value0, let value1):
            sink.word("refused", number: 2, at: "event")
            sink.field("id", value0)
            sink.field("reason", value1)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "event") {
        case "begin":
            self = .begin(
                id: try fields.read("id"))
        case "expire":
            self = .expire(
                id: try fields.read("id"))
        case "refused":
            self = .refused(
                id: try fields.read("id"),
                reason: try fields.read("reason"))
        case _: throw .wrong("event")
        }
    }

    /// The words of its cases.
    public static let words = ["begin", "expire", "refused"]
}

extension ContinuedRow: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("identifier", identifier)
        sink.field("percent", percent)
        sink.field("state", state)
        sink.field("subtitle", subtitle)
        sink.field("title", title)
    }

    public init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        identifier = try fields.read("identifier")
        title = try fields.read("title")
        subtitle = try fields.read("subtitle")
        state = try fields.read("state")
        percent = try fields.read("percent")
    }
}
