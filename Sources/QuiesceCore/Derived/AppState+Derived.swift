// Derived from Lifecycle/AppState.swift by scripts/derive. Change that, and run it.
// sha256 9640508b15c5c686

extension AppState: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .notRunning: sink.word("notRunning", number: 0)
        case .inactive: sink.word("inactive", number: 1)
        case .active: sink.word("active", number: 2)
        case .background: sink.word("background", number: 3)
        case .suspended: sink.word("suspended", number: 4)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension ExitStatus: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .exited(let value0):
            sink.beginCase("exited", number: 0)
            sink.field("code", value0)
        case .signalled(let value0):
            sink.beginCase("signalled", number: 1)
            sink.field("_0", value0)
        case .outOfMemory:
            sink.beginCase("outOfMemory", number: 2)
        case .unknown:
            sink.beginCase("unknown", number: 3)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("exited") {
            self = .exited(
                code: try fields.read("code"))
        } else if word.isWord("signalled") {
            self = .signalled(
                try fields.read("_0"))
        } else if word.isWord("outOfMemory") {
            self = .outOfMemory
        } else if word.isWord("unknown") {
            self = .unknown
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension LaunchCause: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .user:
            sink.beginCase("user", number: 0)
        case .fetch:
            sink.beginCase("fetch", number: 1)
        case .transfer:
            sink.beginCase("transfer", number: 2)
        case .backgroundTask:
            sink.beginCase("backgroundTask", number: 3)
        case .remoteNotification(let value0, let value1):
            sink.beginCase("remoteNotification", number: 4)
            sink.field("_0", value0)
            sink.field("opened", value1)
        case .localNotification(let value0, let value1):
            sink.beginCase("localNotification", number: 5)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .location:
            sink.beginCase("location", number: 6)
        case .audio:
            sink.beginCase("audio", number: 7)
        case .voip:
            sink.beginCase("voip", number: 8)
        case .bluetooth(let value0, let value1):
            sink.beginCase("bluetooth", number: 9)
            sink.field("centrals", value0)
            sink.field("peripherals", value1)
        case .voipPush:
            sink.beginCase("voipPush", number: 10)
        case .notificationAction:
            sink.beginCase("notificationAction", number: 11)
        case .link(let value0):
            sink.beginCase("link", number: 12)
            sink.field("_0", value0)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("user") {
            self = .user
        } else if word.isWord("fetch") {
            self = .fetch
        } else if word.isWord("transfer") {
            self = .transfer
        } else if word.isWord("backgroundTask") {
            self = .backgroundTask
        } else if word.isWord("remoteNotification") {
            self = .remoteNotification(
                try fields.read("_0"),
                opened: try fields.readIfPresent("opened"))
        } else if word.isWord("localNotification") {
            self = .localNotification(
                try fields.read("_0"),
                try fields.read("_1"))
        } else if word.isWord("location") {
            self = .location
        } else if word.isWord("audio") {
            self = .audio
        } else if word.isWord("voip") {
            self = .voip
        } else if word.isWord("bluetooth") {
            self = .bluetooth(
                centrals: try fields.read("centrals"),
                peripherals: try fields.read("peripherals"))
        } else if word.isWord("voipPush") {
            self = .voipPush
        } else if word.isWord("notificationAction") {
            self = .notificationAction
        } else if word.isWord("link") {
            self = .link(
                try fields.read("_0"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension Exit: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("launch", launch)
        sink.field("reason", reason)
        sink.field("rule", rule)
        sink.field("status", status)
        sink.field("time", time)
        sink.field("detail", detail)
    }

    public init(fields: JSONObject) throws(JSONError) {
        launch = try fields.read("launch")
        reason = try fields.read("reason")
        rule = try fields.read("rule")
        status = try fields.read("status")
        time = try fields.read("time")
        detail = try fields.readIfPresent("detail")
    }
}
