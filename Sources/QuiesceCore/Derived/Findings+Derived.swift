// Derived from Conduct/Findings.swift by scripts/derive. Change that, and run it.
// sha256 7a2ec24a079a5dbc

extension Examination: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .suspended(let value0):
            sink.beginCase("suspended", number: 0)
            sink.field("freeze", value0)
        case .executing(let value0):
            sink.beginCase("executing", number: 1)
            sink.field("stay", value0)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("suspended") {
            self = .suspended(
                freeze: try fields.read("freeze"))
        } else if word.isWord("executing") {
            self = .executing(
                stay: try fields.read("stay"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension Findings: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("locks", locks)
        sink.field("ports", ports)
        sink.field("gpu", gpu)
        sink.field("cpu", cpu)
    }

    public init(fields: JSONObject) throws(JSONError) {
        locks = try fields.read("locks")
        ports = try fields.read("ports")
        gpu = try fields.readIfPresent("gpu")
        cpu = try fields.readIfPresent("cpu")
    }
}

extension HeldLock: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("group", group)
        sink.field("file", file)
        sink.field("kind", kind)
    }

    public init(fields: JSONObject) throws(JSONError) {
        group = try fields.read("group")
        file = try fields.read("file")
        kind = try fields.read("kind")
    }
}

extension HeldLock.Kind: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .flock: sink.word("flock", number: 0)
        case .posix: sink.word("posix", number: 1)
        case .openFileDescription: sink.word("openFileDescription", number: 2)
        case .lease: sink.word("lease", number: 3)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension OpenPort: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("transport", transport)
        sink.field("number", number)
    }

    public init(fields: JSONObject) throws(JSONError) {
        transport = try fields.read("transport")
        number = try fields.read("number")
    }
}

extension OpenPort.Transport: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .tcp: sink.word("tcp", number: 0)
        case .udp: sink.word("udp", number: 1)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension GPUUse: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("device", device)
        sink.field("busy", busy)
    }

    public init(fields: JSONObject) throws(JSONError) {
        device = try fields.read("device")
        busy = try fields.readIfPresent("busy")
    }
}

extension Restraint: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .cpu(let value0, let value1):
            sink.beginCase("cpu", number: 0)
            sink.field("_0", value0)
            sink.field("window", value1)
        case .precedence(let value0):
            sink.beginCase("precedence", number: 1)
            sink.field("inFront", value0)
        case .pageOut:
            sink.beginCase("pageOut", number: 2)
        case .ports(let value0):
            sink.beginCase("ports", number: 3)
            sink.field("hidden", value0)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("cpu") {
            self = .cpu(
                try fields.readIfPresent("_0"),
                window: try fields.read("window"))
        } else if word.isWord("precedence") {
            self = .precedence(
                inFront: try fields.read("inFront"))
        } else if word.isWord("pageOut") {
            self = .pageOut
        } else if word.isWord("ports") {
            self = .ports(
                hidden: try fields.read("hidden"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}
