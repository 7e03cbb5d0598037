// Derived from VoIP/VoIPMessages.swift by scripts/derive. Change that, and run it.
// sha256 76d79a047e03db95

extension SocketTransport: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .tcp: sink.word("tcp", number: 0)
        case .udp: sink.word("udp", number: 1)
        case .local: sink.word("local", number: 2)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension KeptSocket: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("descriptor", descriptor)
        sink.field("transport", transport)
        sink.field("inode", inode)
    }

    public init(fields: JSONObject) throws(JSONError) {
        descriptor = try fields.read("descriptor")
        transport = try fields.readIfPresent("transport")
        inode = try fields.readIfPresent("inode")
    }
}

extension VoIPRequest: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .keep(let value0):
            sink.word("keep", number: 0, at: "action")
            value0.describeFields(to: &sink)
        case .release(let value0):
            sink.word("release", number: 1, at: "action")
            sink.field("descriptor", value0)
        case .keepAlive(let value0):
            sink.word("keepAlive", number: 2, at: "action")
            sink.field("seconds", value0)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "action") {
        case "keep":
            self = .keep(
                try .init(fields: fields))
        case "release":
            self = .release(
                descriptor: try fields.read("descriptor"))
        case "keepAlive":
            self = .keepAlive(
                seconds: try fields.readIfPresent("seconds"))
        case _: throw .wrong("action")
        }
    }

    /// The words of its cases.
    public static let words = ["keep", "release", "keepAlive"]
}

extension VoIPNews: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .traffic(let value0):
            sink.word("traffic", number: 0, at: "kind")
            sink.field("descriptor", value0)
        case .keepAlive:
            sink.word("keepAlive", number: 1, at: "kind")
        case .connect:
            sink.word("connect", number: 2, at: "kind")
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "kind") {
        case "traffic":
            self = .traffic(
                descriptor: try fields.read("descriptor"))
        case "keepAlive": self = .keepAlive
        case "connect": self = .connect
        case _: throw .wrong("kind")
        }
    }

    /// The words of its cases.
    public static let words = ["traffic", "keepAlive", "connect"]
}
