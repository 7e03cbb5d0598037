// Derived from PushMessages.swift by scripts/derive. Change that, and run it.
// sha256 2ca8caa519308576

import QuiesceCore
import QuiesceVocabulary

extension GatewayAccount: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("url", url)
        sink.field("authority", authority)
        sink.field("device", device)
        sink.field("certificate", certificate)
        sink.field("key", key)
    }

    public init(fields: JSONObject) throws(JSONError) {
        url = try fields.read("url")
        authority = try fields.read("authority")
        device = try fields.read("device")
        certificate = try fields.read("certificate")
        key = try fields.read("key")
    }
}

extension PushOrder: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .register(let value0, let value1, let value2, let value3):
            sink.beginCase("register", number: 0)
            sink.field("url", value0)
            sink.field("authority", value1)
            sink.field("key", value2)
            sink.field("name", value3)
        case .connect(let value0, let value1):
            sink.beginCase("connect", number: 1)
            sink.field("_0", value0)
            sink.field("last", value1)
        case .disconnect:
            sink.beginCase("disconnect", number: 2)
        case .requestToken(let value0):
            sink.beginCase("requestToken", number: 3)
            sink.field("topic", value0)
        case .retireToken(let value0):
            sink.beginCase("retireToken", number: 4)
            sink.field("topic", value0)
        case .acknowledge(let value0):
            sink.beginCase("acknowledge", number: 5)
            sink.field("_0", value0)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("register") {
            self = .register(
                url: try fields.read("url"),
                authority: try fields.read("authority"),
                key: try fields.read("key"),
                name: try fields.read("name"))
        } else if word.isWord("connect") {
            self = .connect(
                try fields.read("_0"),
                last: try fields.read("last"))
        } else if word.isWord("disconnect") {
            self = .disconnect
        } else if word.isWord("requestToken") {
            self = .requestToken(
                topic: try fields.read("topic"))
        } else if word.isWord("retireToken") {
            self = .retireToken(
                topic: try fields.read("topic"))
        } else if word.isWord("acknowledge") {
            self = .acknowledge(
                try fields.read("_0"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension PushReport: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .ready:
            sink.beginCase("ready", number: 0)
        case .registered(let value0, let value1):
            sink.beginCase("registered", number: 1)
            sink.field("device", value0)
            sink.field("certificate", value1)
        case .notRegistered(let value0):
            sink.beginCase("notRegistered", number: 2)
            sink.field("_0", value0)
        case .connected:
            sink.beginCase("connected", number: 3)
        case .disconnected(let value0):
            sink.beginCase("disconnected", number: 4)
            sink.field("_0", value0)
        case .issued(let value0, let value1):
            sink.beginCase("issued", number: 5)
            sink.field("topic", value0)
            sink.field("token", value1)
        case .refused(let value0, let value1):
            sink.beginCase("refused", number: 6)
            sink.field("topic", value0)
            sink.field("why", value1)
        case .retired(let value0):
            sink.beginCase("retired", number: 7)
            sink.field("topic", value0)
        case .received(let value0):
            sink.beginCase("received", number: 8)
            sink.field("_0", value0)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("ready") {
            self = .ready
        } else if word.isWord("registered") {
            self = .registered(
                device: try fields.read("device"),
                certificate: try fields.read("certificate"))
        } else if word.isWord("notRegistered") {
            self = .notRegistered(
                try fields.read("_0"))
        } else if word.isWord("connected") {
            self = .connected
        } else if word.isWord("disconnected") {
            self = .disconnected(
                try fields.read("_0"))
        } else if word.isWord("issued") {
            self = .issued(
                topic: try fields.read("topic"),
                token: try fields.read("token"))
        } else if word.isWord("refused") {
            self = .refused(
                topic: try fields.read("topic"),
                why: try fields.read("why"))
        } else if word.isWord("retired") {
            self = .retired(
                topic: try fields.read("topic"))
        } else if word.isWord("received") {
            self = .received(
                try fields.read("_0"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension ReceivedPush: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("sequence", sequence)
        sink.field("id", id)
        sink.field("topic", topic)
        sink.field("type", type)
        sink.field("priority", priority)
        sink.field("expiration", expiration)
        sink.field("collapseID", collapseID)
        sink.field("payload", payload)
    }

    public init(fields: JSONObject) throws(JSONError) {
        sequence = try fields.read("sequence")
        id = try fields.read("id")
        topic = try fields.read("topic")
        type = try fields.readIfPresent("type")
        priority = try fields.read("priority")
        expiration = try fields.readIfPresent("expiration")
        collapseID = try fields.readIfPresent("collapseID")
        payload = try fields.read("payload")
    }
}
