import QuiesceTerminal
import QuiesceWire

// The user's commands: apps, the screen, notifications, permissions, settings, transfers.
extension ConsoleCommand {
    /// - Returns: nil for another command.
    static func user(_ name: String, _ words: ArraySlice<String>, _ input: String?) throws(Failure)
        -> [ControlRequest]?
    {
        switch name {
        case "home": return try nothing(name, words, .home)
        case "lock": return try nothing(name, words, .lock)
        case "reboot": return try nothing(name, words, .reboot)
        case "quit": return [.quit(app: try CommandWords(name, words).take(1...1)[0])]
        case "uninstall": return [.uninstall(app: try CommandWords(name, words).take(1...1)[0])]
        case "unlock":
            let given = try CommandWords(name, words, flags: ["stdin"])
            _ = try given.take(0...0)
            return [input.map { .passcode(.unlockWith(passcode: $0)) } ?? .unlock]
        case "open": return [try open(words)]
        case "open-url":
            let given = try CommandWords(name, words, options: ["app"])
            return [.link(.openURL(url: try given.take(1...1)[0], app: given["app"]))]
        case "answer":
            let given = try CommandWords(name, words)
            let values = try given.take(2...2)
            return [
                .permission(
                    .answerPrompt(
                        prompt: try given.number(values[0], UInt64.self),
                        allow: try given.one(values[1], of: ["allow", "deny"]) == "allow"))
            ]
        case "notifications": return [try notifications(words)]
        case "permissions": return [try permissions(words)]
        case "settings": return [try settings(words)]
        case "transfers": return [try transfers(words)]
        case "purge":
            let given = try CommandWords(name, words, options: ["megabytes"], flags: ["dry-run"])
            _ = try given.take(0...0)
            let megabytes = try given["megabytes"].map { text throws(Failure) in
                let number = try given.number(text, UInt64.self)
                guard (1...1 << 30).contains(number) else {
                    throw .usage("purge: --megabytes is a number from 1 to \(1 << 30)")
                }
                return number
            }
            return [
                .memory(
                    .purge(bytes: megabytes.map { $0 * 1_000_000 }, dryRun: given.has("dry-run")))
            ]
        case _: return nil
        }
    }

    static func nothing(
        _ name: String, _ words: ArraySlice<String>, _ request: ControlRequest
    ) throws(Failure) -> [ControlRequest] {
        _ = try CommandWords(name, words).take(0...0)
        return [request]
    }

    private static func open(_ words: ArraySlice<String>) throws(Failure) -> ControlRequest {
        let given = try CommandWords(
            "open", words, options: ["shortcut", "activity", "user-info"], keepsRest: true)
        let app = try given.take(1...1)[0]
        let ways = [given["shortcut"] != nil, given["activity"] != nil, !given.rest.isEmpty]
        guard ways.count(where: \.self) <= 1 else {
            throw .usage("open takes one of --shortcut, --activity and arguments for the app")
        }
        guard given["user-info"] == nil || given["activity"] != nil else {
            throw .usage("open: --user-info goes with --activity")
        }
        if let shortcut = given["shortcut"] {
            return .link(.openShortcut(app: app, shortcut: shortcut))
        }
        if let activity = given["activity"] {
            return .link(
                .openActivity(app: app, activity: activity, userInfo: given["user-info"]))
        }
        return .open(app: app, arguments: given.rest)
    }

    private static func notifications(_ words: ArraySlice<String>) throws(Failure)
        -> ControlRequest
    {
        let name = "notifications " + (words.first ?? "list")
        let rest = words.dropFirst()
        switch words.first ?? "list" {
        case "list":
            let given = try CommandWords(name, rest, options: ["app"], flags: ["scheduled"])
            _ = try given.take(0...0)
            return .notification(
                .notifications(app: given["app"], scheduled: given.has("scheduled"), follow: false))
        case "open":
            let given = try CommandWords(
                name, rest, options: ["action", "text"], flags: ["settings"])
            let number = try given.number(try given.take(1...1)[0], UInt64.self)
            guard !given.has("settings") || given["action"] == nil,
                given["text"] == nil || given["action"] != nil
            else {
                throw .usage(
                    "\(name) takes --action, with --text where it asks for one, or --settings")
            }
            return .notification(
                given["action"] == nil && !given.has("settings")
                    ? .openNotification(number)
                    : .answerNotification(
                        notification: number, action: given["action"], text: given["text"]))
        case "dismiss":
            let given = try CommandWords(name, rest, flags: ["all"])
            let values = try given.take(given.has("all") ? 0...0 : 1...1)
            let number = try values.first.map { text throws(Failure) in
                try given.number(text, UInt64.self)
            }
            return .notification(.dismissNotification(number))
        case "style":
            let given = try CommandWords(name, rest)
            let values = try given.take(1...2)
            guard values.count == 2 else { return .notification(.alertStyles(app: values[0])) }
            let style = try given.one(values[1], of: ["none", "banner", "alert", "reset"])
            return .notification(
                .setAlertStyle(app: values[0], style: style == "reset" ? nil : style))
        case let other: throw unknown("notifications \(other)")
        }
    }

    private static func permissions(_ words: ArraySlice<String>) throws(Failure) -> ControlRequest {
        let given = try CommandWords("permissions", words)
        let values = try given.take(1...3)
        guard values.count > 1 else { return .permission(.permissions(app: values[0])) }
        guard values.count == 3 else { throw .usage("permissions takes a permission and a choice") }
        let permission = try given.one(values[1], of: Permission.allCases.map(\.rawValue))
        let choices: [String: PermissionState] = [
            "allow": .authorized, "deny": .denied, "reset": .notDetermined,
            "while-in-use": .authorizedWhenInUse,
        ]
        let choice = try given.one(values[2], of: choices.keys.sorted())
        guard choice != "while-in-use" || permission == Permission.location.rawValue else {
            throw .usage("only location can be allowed while-in-use; say allow or deny")
        }
        return .permission(
            .setPermission(
                app: values[0], permission: permission, state: choices[choice]?.rawValue ?? ""))
    }

    private static func settings(_ words: ArraySlice<String>) throws(Failure) -> ControlRequest {
        let given = try CommandWords("settings", words, flags: ["delete", "string"])
        let values = try given.take(1...3)
        if given.has("delete") {
            guard values.count == 2, !given.has("string") else {
                throw .usage("settings: --delete takes the name of a setting, and no value")
            }
            return .setting(.setSetting(app: values[0], key: values[1], value: nil))
        }
        switch (values.count, given.has("string")) {
        case (1, false): return .setting(.settings(app: values[0]))
        case (3, let isString): return setting(values[0], values[1], values[2], isString: isString)
        case _: throw .usage("settings takes an app, or with a setting's name its value")
        }
    }

    static func setting(_ app: String, _ key: String, _ value: String, isString: Bool = false)
        -> ControlRequest
    {
        .setting(
            .setSetting(
                app: app, key: key,
                value: isString ? SettingValue.string(value) : SettingValue(typed: value)))
    }

    private static func transfers(_ words: ArraySlice<String>) throws(Failure) -> ControlRequest {
        guard let action = words.first, !action.hasPrefix("-") else {
            let given = try CommandWords("transfers", words, options: ["app"])
            _ = try given.take(0...0)
            return .transfer(.transfers(app: given["app"]))
        }
        let given = try CommandWords("transfers \(action)", words.dropFirst())
        let control = TransferControl(
            rawValue: try given.one(action, of: ["pause", "resume", "cancel"]))
        let number = try given.number(try given.take(1...1)[0], UInt64.self)
        return .transfer(.controlTransfer(number, control ?? .pause))
    }
}
