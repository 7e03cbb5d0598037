// Derived from Push/AppPushAction.swift by scripts/derive. Change that, and run it.
// sha256 548d635f5a93f003

import QuiesceCore
import QuiesceVocabulary

extension AppPushAction: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .register:
            sink.beginCase("register", number: 0)
        case .unregister:
            sink.beginCase("unregister", number: 1)
        case .registerVoIP:
            sink.beginCase("registerVoIP", number: 2)
        case .unregisterVoIP:
            sink.beginCase("unregisterVoIP", number: 3)
        case .post(let value0, let value1):
            sink.beginCase("post", number: 4)
            sink.field("_0", value0)
            sink.field("times", value1)
        case .send(let value0):
            sink.beginCase("send", number: 5)
            sink.field("_0", value0)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("register") {
            self = .register
        } else if word.isWord("unregister") {
            self = .unregister
        } else if word.isWord("registerVoIP") {
            self = .registerVoIP
        } else if word.isWord("unregisterVoIP") {
            self = .unregisterVoIP
        } else if word.isWord("post") {
            self = .post(
                try fields.read("_0"),
                times: try fields.read("times"))
        } else if word.isWord("send") {
            self = .send(
                try fields.read("_0"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension PostedPush: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("alert", alert)
        sink.field("badge", badge)
        sink.field("contentAvailable", contentAvailable)
        sink.field("isVoIP", isVoIP, unless: false)
        sink.field("collapse", collapse)
        sink.field("expiresAfter", expiresAfter)
    }

    public init(fields: JSONObject) throws(JSONError) {
        alert = try fields.readIfPresent("alert")
        badge = try fields.readIfPresent("badge")
        contentAvailable = try fields.read("contentAvailable")
        isVoIP = try fields.read("isVoIP", or: false)
        collapse = try fields.readIfPresent("collapse")
        expiresAfter = try fields.readIfPresent("expiresAfter")
    }
}
