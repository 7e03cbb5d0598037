// Derived from Accessories/AccessoryMessages.swift by scripts/derive. Change that, and run it.
// sha256 d5564318f74925b2

extension Accessory: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("connection", connection)
        sink.field("name", name)
        sink.field("manufacturer", manufacturer)
        sink.field("model", model)
        sink.field("serial", serial)
        sink.field("firmware", firmware)
        sink.field("hardware", hardware)
        sink.field("protocols", protocols)
    }

    public init(fields: JSONObject) throws(JSONError) {
        connection = try fields.read("connection")
        name = try fields.read("name")
        manufacturer = try fields.readIfPresent("manufacturer")
        model = try fields.readIfPresent("model")
        serial = try fields.readIfPresent("serial")
        firmware = try fields.readIfPresent("firmware")
        hardware = try fields.readIfPresent("hardware")
        protocols = try fields.read("protocols")
    }
}

extension AccessoryRequest: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .open(let value0, let value1, let value2, let value3):
            sink.word("open", number: 0, at: "action")
            sink.field("session", value0)
            sink.field("connection", value1)
            sink.field("speaking", value2)
            sink.field("held", value3, unless: false)
        case .close(let value0):
            sink.word("close", number: 1, at: "action")
            sink.field("session", value0)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "action") {
        case "open":
            self = .open(
                session: try fields.read("session"),
                connection: try fields.read("connection"),
                speaking: try fields.read("speaking"),
                isHeld: try fields.read("held", or: false))
        case "close":
            self = .close(
                session: try fields.read("session"))
        case _: throw .wrong("action")
        }
    }

    /// The words of its cases.
    public static let words = ["open", "close"]
}

extension AccessoryUpdate: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .present(let value0):
            sink.word("present", number: 0, at: "kind")
            sink.field("present", value0)
        case .opened(let value0):
            sink.word("opened", number: 1, at: "kind")
            sink.field("session", value0)
        case .closed(let value0, let value1):
            sink.word("closed", number: 2, at: "kind")
            sink.field("session", value0)
            sink.field("reason", value1)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "kind") {
        case "present":
            self = .present(
                try fields.read("present"))
        case "opened":
            self = .opened(
                session: try fields.read("session"))
        case "closed":
            self = .closed(
                session: try fields.read("session"),
                reason: try fields.read("reason"))
        case _: throw .wrong("kind")
        }
    }

    /// The words of its cases.
    public static let words = ["present", "opened", "closed"]
}

extension AccessoryNews: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .present(let value0):
            sink.word("present", number: 0, at: "kind")
            sink.field("present", value0)
        case .data(let value0):
            sink.word("data", number: 1, at: "kind")
            sink.field("session", value0)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "kind") {
        case "present":
            self = .present(
                try fields.read("present"))
        case "data":
            self = .data(
                session: try fields.read("session"))
        case _: throw .wrong("kind")
        }
    }

    /// The words of its cases.
    public static let words = ["present", "data"]
}
