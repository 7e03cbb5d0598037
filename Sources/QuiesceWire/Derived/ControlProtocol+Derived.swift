// Derived from ControlProtocol.swift by scripts/derive. Change that, and run it.
// sha256 a521ae523c8faadb

import QuiesceVocabulary

extension ControlRequest: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .install(let value0):
            sink.word("install", number: 0, at: "type")
            sink.field("session", value0)
        case .uninstall(let value0):
            sink.word("uninstall", number: 1, at: "type")
            sink.field("app", value0)
        case .apps:
            sink.word("apps", number: 2, at: "type")
        case .open(let value0, let value1):
            sink.word("open", number: 3, at: "type")
            sink.field("app", value0)
            sink.field("arguments", value1, unless: [])
        case .home:
            sink.word("home", number: 4, at: "type")
        case .quit(let value0):
            sink.word("quit", number: 5, at: "type")
            sink.field("app", value0)
        case .switcher:
            sink.word("switcher", number: 6, at: "type")
        case .lock:
            sink.word("lock", number: 7, at: "type")
        case .unlock:
            sink.word("unlock", number: 8, at: "type")
        case .reboot:
            sink.word("reboot", number: 9, at: "type")
        case .down:
            sink.word("down", number: 10, at: "type")
        case .restart:
            sink.word("restart", number: 11, at: "type")
        case .ps:
            sink.word("ps", number: 12, at: "type")
        case .log(let value0, let value1, let value2):
            sink.word("log", number: 13, at: "type")
            sink.field("app", value0)
            sink.field("follow", value1, unless: false)
            sink.field("limit", value2)
        case .why(let value0, let value1):
            sink.word("why", number: 14, at: "type")
            sink.field("app", value0)
            sink.field("not", value1)
        case .whyDevice:
            sink.word("whyDevice", number: 15, at: "type")
        case .whyAwake:
            sink.word("whyAwake", number: 16, at: "type")
        case .whyKilled(let value0):
            sink.word("whyKilled", number: 17, at: "type")
            sink.field("app", value0)
        case .status:
            sink.word("status", number: 18, at: "type")
        case .output(let value0, let value1):
            sink.word("output", number: 19, at: "type")
            sink.field("app", value0)
            sink.field("launch", value1)
        case .sendEvent(let value0):
            sink.word("sendEvent", number: 20, at: "type")
            sink.field("words", value0)
        case .screen(let value0, let value1):
            sink.word("screen", number: 21, at: "type")
            sink.field("app", value0)
            sink.field("svg", value1, unless: false)
        case .sendSleep:
            sink.word("sendSleep", number: 22, at: "type")
        case .sendWake:
            sink.word("sendWake", number: 23, at: "type")
        case .fetch(let value0):
            value0.describeFields(to: &sink)
        case .push(let value0):
            value0.describeFields(to: &sink)
        case .notification(let value0):
            value0.describeFields(to: &sink)
        case .transfer(let value0):
            value0.describeFields(to: &sink)
        case .permission(let value0):
            value0.describeFields(to: &sink)
        case .passcode(let value0):
            value0.describeFields(to: &sink)
        case .setting(let value0):
            value0.describeFields(to: &sink)
        case .memory(let value0):
            value0.describeFields(to: &sink)
        case .location(let value0):
            value0.describeFields(to: &sink)
        case .link(let value0):
            value0.describeFields(to: &sink)
        case .energy:
            sink.word("energy", number: 34, at: "type")
        case .thaw(let value0):
            value0.describeFields(to: &sink)
        case .savings(let value0, let value1):
            sink.word("savings", number: 36, at: "type")
            sink.field("app", value0)
            sink.field("lastSeconds", value1)
        case .continuedTasks(let value0):
            value0.describeFields(to: &sink)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "type") {
        case "install":
            self = .install(
                session: try fields.readIfPresent("session"))
        case "uninstall":
            self = .uninstall(
                app: try fields.read("app"))
        case "apps": self = .apps
        case "open":
            self = .open(
                app: try fields.read("app"),
                arguments: try fields.read("arguments", or: []))
        case "home": self = .home
        case "quit":
            self = .quit(
                app: try fields.read("app"))
        case "switcher": self = .switcher
        case "lock": self = .lock
        case "unlock": self = .unlock
        case "reboot": self = .reboot
        case "down": self = .down
        case "restart": self = .restart
        case "ps": self = .ps
        case "log":
            self = .log(
                app: try fields.readIfPresent("app"),
                follow: try fields.read("follow", or: false),
                limit: try fields.readIfPresent("limit"))
        case "why":
            self = .why(
                app: try fields.read("app"),
                not: try fields.readIfPresent("not"))
        case "whyDevice": self = .whyDevice
        case "whyAwake": self = .whyAwake
        case "whyKilled":
            self = .whyKilled(
                app: try fields.readIfPresent("app"))
        case "status": self = .status
        case "output":
            self = .output(
                app: try fields.read("app"),
                launch: try fields.readIfPresent("launch"))
        case "sendEvent":
            self = .sendEvent(
                try fields.read("words"))
        case "screen":
            self = .screen(
                app: try fields.readIfPresent("app"),
                svg: try fields.read("svg", or: false))
        case "sendSleep": self = .sendSleep
        case "sendWake": self = .sendWake
        case let word where Fetch.words.contains(word):
            self = .fetch(try .init(fields: fields))
        case let word where Push.words.contains(word):
            self = .push(try .init(fields: fields))
        case let word where Notification.words.contains(word):
            self = .notification(try .init(fields: fields))
        case let word where Transfer.words.contains(word):
            self = .transfer(try .init(fields: fields))
        case let word where Permission.words.contains(word):
            self = .permission(try .init(fields: fields))
        case let word where Passcode.words.contains(word):
            self = .passcode(try .init(fields: fields))
        case let word where Setting.words.contains(word):
            self = .setting(try .init(fields: fields))
        case let word where Memory.words.contains(word):
            self = .memory(try .init(fields: fields))
        case let word where Location.words.contains(word):
            self = .location(try .init(fields: fields))
        case let word where Link.words.contains(word):
            self = .link(try .init(fields: fields))
        case "energy": self = .energy
        case let word where Thaw.words.contains(word):
            self = .thaw(try .init(fields: fields))
        case "savings":
            self = .savings(
                app: try fields.readIfPresent("app"),
                lastSeconds: try fields.readIfPresent("lastSeconds"))
        case let word where ContinuedTasks.words.contains(word):
            self = .continuedTasks(try .init(fields: fields))
        case let word: throw .unknownWord(word)
        }
    }

    /// The words of its cases.
    public static let words =
        [
            "install", "uninstall", "apps", "open", "home", "quit", "switcher", "lock", "unlock",
            "reboot", "down", "restart", "ps", "log", "why", "whyDevice", "whyAwake", "whyKilled",
            "status", "output", "sendEvent", "screen", "sendSleep", "sendWake", "energy", "savings",
        ] + Fetch.words + Push.words + Notification.words + Transfer.words + Permission.words
        + Passcode.words + Setting.words + Memory.words + Location.words + Link.words + Thaw.words
        + ContinuedTasks.words
}

extension ControlReply: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .done(let value0):
            sink.word("done", number: 0, at: "type")
            sink.field("message", value0)
        case .item(let value0):
            sink.word("item", number: 1, at: "type")
            sink.field("value", value0)
        case .end:
            sink.word("end", number: 2, at: "type")
        case .refused(let value0):
            sink.word("refused", number: 3, at: "type")
            value0.describeFields(to: &sink)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "type") {
        case "done":
            self = .done(
                message: try fields.readIfPresent("message"))
        case "item":
            self = .item(
                try fields.read("value"))
        case "end": self = .end
        case "refused":
            self = .refused(
                try .init(fields: fields))
        case let word: throw .unknownWord(word)
        }
    }

    /// The words of its cases.
    public static let words = ["done", "item", "end", "refused"]
}

extension ControlReply.Refusal: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("reason", reason)
        sink.field("message", message)
        sink.field("rule", rule)
    }

    public init(fields: JSONObject) throws(JSONError) {
        reason = try fields.read("reason")
        message = try fields.read("message")
        rule = try fields.readIfPresent("rule")
    }
}
