// Derived from ControlProtocol.swift by scripts/derive. Change that, and run it.

import QuiesceVocabulary

extension ControlRequest: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .install:
            sink.word("install", number: 0, at: "type")
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
        case .unlockWith(let value0):
            sink.word("unlockWith", number: 9, at: "type")
            sink.field("passcode", value0)
        case .setPasscode(let value0, let value1):
            sink.word("setPasscode", number: 10, at: "type")
            sink.field("passcode", value0)
            sink.field("old", value1)
        case .clearPasscode(let value0):
            sink.word("clearPasscode", number: 11, at: "type")
            sink.field("old", value0)
        case .reboot:
            sink.word("reboot", number: 12, at: "type")
        case .down:
            sink.word("down", number: 13, at: "type")
        case .ps:
            sink.word("ps", number: 14, at: "type")
        case .log(let value0, let value1, let value2):
            sink.word("log", number: 15, at: "type")
            sink.field("app", value0)
            sink.field("follow", value1, unless: false)
            sink.field("limit", value2)
        case .why(let value0, let value1):
            sink.word("why", number: 16, at: "type")
            sink.field("app", value0)
            sink.field("not", value1)
        case .whyDevice:
            sink.word("whyDevice", number: 17, at: "type")
        case .whyAwake:
            sink.word("whyAwake", number: 18, at: "type")
        case .whyKilled(let value0):
            sink.word("whyKilled", number: 19, at: "type")
            sink.field("app", value0)
        case .status:
            sink.word("status", number: 20, at: "type")
        case .output(let value0, let value1):
            sink.word("output", number: 21, at: "type")
            sink.field("app", value0)
            sink.field("launch", value1)
        case .sendFetch(let value0):
            sink.word("sendFetch", number: 22, at: "type")
            sink.field("app", value0)
        case .sendPush(let value0, let value1):
            sink.word("sendPush", number: 23, at: "type")
            sink.field("app", value0)
            sink.field("payload", value1)
        case .sendEvent(let value0):
            sink.word("sendEvent", number: 24, at: "type")
            sink.field("words", value0)
        case .settings(let value0):
            sink.word("settings", number: 25, at: "type")
            sink.field("app", value0)
        case .setSetting(let value0, let value1, let value2):
            sink.word("setSetting", number: 26, at: "type")
            sink.field("app", value0)
            sink.field("key", value1)
            sink.field("value", value2)
        case .permissions(let value0):
            sink.word("permissions", number: 27, at: "type")
            sink.field("app", value0)
        case .setPermission(let value0, let value1, let value2):
            sink.word("setPermission", number: 28, at: "type")
            sink.field("app", value0)
            sink.field("permission", value1)
            sink.field("state", value2)
        case .prompts:
            sink.word("prompts", number: 29, at: "type")
        case .answerPrompt(let value0, let value1):
            sink.word("answerPrompt", number: 30, at: "type")
            sink.field("prompt", value0)
            sink.field("allow", value1)
        case .purge(let value0, let value1):
            sink.word("purge", number: 31, at: "type")
            sink.field("bytes", value0)
            sink.field("dryRun", value1, unless: false)
        case .screen(let value0, let value1):
            sink.word("screen", number: 32, at: "type")
            sink.field("app", value0)
            sink.field("svg", value1, unless: false)
        case .transfers(let value0):
            sink.word("transfers", number: 33, at: "type")
            sink.field("app", value0)
        case .followTransfers(let value0, let value1):
            sink.word("followTransfers", number: 34, at: "type")
            sink.field("app", value0)
            sink.field("transfer", value1)
        case .whyTransfer(let value0):
            sink.word("whyTransfer", number: 35, at: "type")
            sink.field("transfer", value0)
        case .controlTransfer(let value0, let value1):
            sink.word("controlTransfer", number: 36, at: "type")
            sink.field("transfer", value0)
            sink.field("control", value1)
        case .get(let value0):
            sink.word("get", number: 37, at: "type")
            sink.field("order", value0)
        case .notifications(let value0, let value1, let value2):
            sink.word("notifications", number: 38, at: "type")
            sink.field("app", value0)
            sink.field("scheduled", value1, unless: false)
            sink.field("follow", value2, unless: false)
        case .openNotification(let value0):
            sink.word("openNotification", number: 39, at: "type")
            sink.field("notification", value0)
        case .dismissNotification(let value0):
            sink.word("dismissNotification", number: 40, at: "type")
            sink.field("notification", value0)
        case .alertStyles(let value0):
            sink.word("alertStyles", number: 41, at: "type")
            sink.field("app", value0)
        case .setAlertStyle(let value0, let value1):
            sink.word("setAlertStyle", number: 42, at: "type")
            sink.field("app", value0)
            sink.field("style", value1)
        case .pushes(let value0, let value1):
            sink.word("pushes", number: 43, at: "type")
            sink.field("app", value0)
            sink.field("follow", value1, unless: false)
        case .gateway:
            sink.word("gateway", number: 44, at: "type")
        case .joinGateway(let value0, let value1):
            sink.word("joinGateway", number: 45, at: "type")
            sink.field("url", value0)
            sink.field("certificate", value1)
        case .leaveGateway:
            sink.word("leaveGateway", number: 46, at: "type")
        case .forecast(let value0):
            sink.word("forecast", number: 47, at: "type")
            sink.field("hours", value0)
        case .sendTask(let value0, let value1):
            sink.word("sendTask", number: 48, at: "type")
            sink.field("app", value0)
            sink.field("identifier", value1)
        case .sendSleep:
            sink.word("sendSleep", number: 49, at: "type")
        case .sendWake:
            sink.word("sendWake", number: 50, at: "type")
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "type") {
        case "install": self = .install
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
        case "unlockWith":
            self = .unlockWith(
                passcode: try fields.read("passcode"))
        case "setPasscode":
            self = .setPasscode(
                try fields.read("passcode"),
                old: try fields.readIfPresent("old"))
        case "clearPasscode":
            self = .clearPasscode(
                old: try fields.read("old"))
        case "reboot": self = .reboot
        case "down": self = .down
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
        case "sendFetch":
            self = .sendFetch(
                app: try fields.read("app"))
        case "sendPush":
            self = .sendPush(
                app: try fields.read("app"),
                payload: try fields.read("payload"))
        case "sendEvent":
            self = .sendEvent(
                try fields.read("words"))
        case "settings":
            self = .settings(
                app: try fields.read("app"))
        case "setSetting":
            self = .setSetting(
                app: try fields.read("app"),
                key: try fields.read("key"),
                value: try fields.readIfPresent("value"))
        case "permissions":
            self = .permissions(
                app: try fields.read("app"))
        case "setPermission":
            self = .setPermission(
                app: try fields.read("app"),
                permission: try fields.read("permission"),
                state: try fields.read("state"))
        case "prompts": self = .prompts
        case "answerPrompt":
            self = .answerPrompt(
                prompt: try fields.read("prompt"),
                allow: try fields.read("allow"))
        case "purge":
            self = .purge(
                bytes: try fields.readIfPresent("bytes"),
                dryRun: try fields.read("dryRun", or: false))
        case "screen":
            self = .screen(
                app: try fields.readIfPresent("app"),
                svg: try fields.read("svg", or: false))
        case "transfers":
            self = .transfers(
                app: try fields.readIfPresent("app"))
        case "followTransfers":
            self = .followTransfers(
                app: try fields.readIfPresent("app"),
                transfer: try fields.readIfPresent("transfer"))
        case "whyTransfer":
            self = .whyTransfer(
                try fields.read("transfer"))
        case "controlTransfer":
            self = .controlTransfer(
                try fields.read("transfer"),
                try fields.read("control"))
        case "get":
            self = .get(
                try fields.read("order"))
        case "notifications":
            self = .notifications(
                app: try fields.readIfPresent("app"),
                scheduled: try fields.read("scheduled", or: false),
                follow: try fields.read("follow", or: false))
        case "openNotification":
            self = .openNotification(
                try fields.read("notification"))
        case "dismissNotification":
            self = .dismissNotification(
                try fields.readIfPresent("notification"))
        case "alertStyles":
            self = .alertStyles(
                app: try fields.readIfPresent("app"))
        case "setAlertStyle":
            self = .setAlertStyle(
                app: try fields.read("app"),
                style: try fields.readIfPresent("style"))
        case "pushes":
            self = .pushes(
                app: try fields.readIfPresent("app"),
                follow: try fields.read("follow", or: false))
        case "gateway": self = .gateway
        case "joinGateway":
            self = .joinGateway(
                url: try fields.read("url"),
                certificate: try fields.read("certificate"))
        case "leaveGateway": self = .leaveGateway
        case "forecast":
            self = .forecast(
                hours: try fields.read("hours"))
        case "sendTask":
            self = .sendTask(
                app: try fields.read("app"),
                identifier: try fields.read("identifier"))
        case "sendSleep": self = .sendSleep
        case "sendWake": self = .sendWake
        case let word: throw .unknownWord(word)
        }
    }

    /// The words of its cases.
    public static let words = [
        "install", "uninstall", "apps", "open", "home", "quit", "switcher", "lock", "unlock",
        "unlockWith", "setPasscode", "clearPasscode", "reboot", "down", "ps", "log", "why",
        "whyDevice", "whyAwake", "whyKilled", "status", "output", "sendFetch", "sendPush",
        "sendEvent", "settings", "setSetting", "permissions", "setPermission", "prompts",
        "answerPrompt", "purge", "screen", "transfers", "followTransfers", "whyTransfer",
        "controlTransfer", "get", "notifications", "openNotification", "dismissNotification",
        "alertStyles", "setAlertStyle", "pushes", "gateway", "joinGateway", "leaveGateway",
        "forecast", "sendTask", "sendSleep", "sendWake",
    ]
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
