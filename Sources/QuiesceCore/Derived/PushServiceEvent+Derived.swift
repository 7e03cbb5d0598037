// Derived from Push/PushServiceEvent.swift by scripts/derive. Change that, and run it.
// sha256 99ab3db4f6ef4d16

extension PushServiceEvent: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .asked(let value0, let value1, let value2, let value3):
            sink.beginCase("asked", number: 0)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("request", value2)
            sink.field("_3", value3)
        case .account(let value0):
            sink.beginCase("account", number: 1)
            sink.field("_0", value0)
        case .connected:
            sink.beginCase("connected", number: 2)
        case .disconnected:
            sink.beginCase("disconnected", number: 3)
        case .issued(let value0, let value1):
            sink.beginCase("issued", number: 4)
            sink.field("_0", value0)
            sink.field("token", value1)
        case .refused(let value0, let value1):
            sink.beginCase("refused", number: 5)
            sink.field("_0", value0)
            sink.field("why", value1)
        case .retired(let value0):
            sink.beginCase("retired", number: 6)
            sink.field("_0", value0)
        case .notStored(let value0, let value1):
            sink.beginCase("notStored", number: 7)
            sink.field("_0", value0)
            sink.field("_1", value1)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("asked") {
            self = .asked(
                try fields.read("_0"),
                try fields.read("_1"),
                request: try fields.read("request"),
                try fields.read("_3"))
        } else if word.isWord("account") {
            self = .account(
                try fields.readIfPresent("_0"))
        } else if word.isWord("connected") {
            self = .connected
        } else if word.isWord("disconnected") {
            self = .disconnected
        } else if word.isWord("issued") {
            self = .issued(
                try fields.read("_0"),
                token: try fields.read("token"))
        } else if word.isWord("refused") {
            self = .refused(
                try fields.read("_0"),
                why: try fields.read("why"))
        } else if word.isWord("retired") {
            self = .retired(
                try fields.read("_0"))
        } else if word.isWord("notStored") {
            self = .notStored(
                try fields.read("_0"),
                try fields.read("_1"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension PushPromise: Described {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .requestToken(let value0):
            sink.beginCase("requestToken", number: 0)
            sink.field("_0", value0)
        case .retireToken(let value0):
            sink.beginCase("retireToken", number: 1)
            sink.field("_0", value0)
        case .acknowledge(let value0):
            sink.beginCase("acknowledge", number: 2)
            sink.field("sequence", value0)
        }
        sink.endCase()
    }
}

extension PushCall: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .registered(let value0):
            sink.beginCase("registered", number: 0)
            sink.field("token", value0)
        case .notRegistered(let value0):
            sink.beginCase("notRegistered", number: 1)
            sink.field("why", value0)
        case .received(let value0, let value1, let value2):
            sink.beginCase("received", number: 2)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("opened", value2)
        case .voipRegistered(let value0):
            sink.beginCase("voipRegistered", number: 3)
            sink.field("token", value0)
        case .voipNotRegistered(let value0):
            sink.beginCase("voipNotRegistered", number: 4)
            sink.field("why", value0)
        case .voipInvalidated:
            sink.beginCase("voipInvalidated", number: 5)
        case .voipReceived(let value0, let value1):
            sink.beginCase("voipReceived", number: 6)
            sink.field("_0", value0)
            sink.field("_1", value1)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("registered") {
            self = .registered(
                token: try fields.read("token"))
        } else if word.isWord("notRegistered") {
            self = .notRegistered(
                why: try fields.read("why"))
        } else if word.isWord("received") {
            self = .received(
                try fields.readIfPresent("_0"),
                try fields.read("_1"),
                opened: try fields.read("opened"))
        } else if word.isWord("voipRegistered") {
            self = .voipRegistered(
                token: try fields.read("token"))
        } else if word.isWord("voipNotRegistered") {
            self = .voipNotRegistered(
                why: try fields.read("why"))
        } else if word.isWord("voipInvalidated") {
            self = .voipInvalidated
        } else if word.isWord("voipReceived") {
            self = .voipReceived(
                try fields.read("_0"),
                try fields.read("_1"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}
