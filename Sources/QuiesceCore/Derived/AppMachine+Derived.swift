// Derived from Lifecycle/AppMachine.swift by scripts/derive. Change that, and run it.
// sha256 52a1b494c4b50e39

extension AppMachine: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("manifest", manifest)
        sink.field("installation", installation, unless: 0)
        sink.field("stage", stage)
        sink.field("state", state)
        sink.field("launch", launch)
        sink.field("pid", pid)
        sink.field("arguments", arguments)
        sink.field("since", since)
        sink.field("reason", reason)
        sink.field("calls", calls)
        sink.field("told", told)
        sink.field("settings", settings)
        sink.field("grants", grants)
        sink.field("isActivityUntold", isActivityUntold)
        sink.field("input", input)
        sink.field("tasks", tasks)
        sink.field("activities", activities, unless: [])
        sink.field("wakes", wakes)
        sink.field("heldUntil", heldUntil)
        sink.field("link", link)
        sink.field("freezes", freezes)
        sink.field("forceQuit", forceQuit)
        sink.field("lastExit", lastExit)
        sink.field("crashes", crashes)
        sink.field("sequels", followUps)
        sink.field("history", history)
        sink.field("conduct", conduct)
        sink.field("opening", opening)
        sink.field("opened", opened)
    }

    init(fields: JSONObject) throws(JSONError) {
        manifest = try fields.read("manifest")
        installation = try fields.read("installation", or: 0)
        stage = try fields.read("stage")
        state = try fields.read("state")
        launch = try fields.read("launch")
        pid = try fields.readIfPresent("pid")
        arguments = try fields.read("arguments")
        since = try fields.read("since")
        reason = try fields.read("reason")
        calls = try fields.read("calls")
        told = try fields.read("told")
        settings = try fields.read("settings")
        grants = try fields.read("grants")
        isActivityUntold = try fields.readIfPresent("isActivityUntold")
        input = try fields.readIfPresent("input")
        tasks = try fields.read("tasks")
        activities = try fields.read("activities", or: [])
        wakes = try fields.read("wakes")
        heldUntil = try fields.readIfPresent("heldUntil")
        link = try fields.read("link")
        freezes = try fields.read("freezes")
        forceQuit = try fields.read("forceQuit")
        lastExit = try fields.readIfPresent("lastExit")
        crashes = try fields.read("crashes")
        followUps = try fields.read("sequels")
        history = try fields.read("history")
        conduct = try fields.read("conduct")
        opening = try fields.readIfPresent("opening")
        opened = try fields.readIfPresent("opened")
    }
}

extension AppMachine.Stage: Described, JSONReadable {
    func describe(to sink: inout some Sink) {
        switch self {
        case .notRunning:
            sink.beginCase("notRunning", number: 0)
        case .launching(let value0):
            sink.beginCase("launching", number: 1)
            sink.field("toForeground", value0)
        case .active:
            sink.beginCase("active", number: 2)
        case .background:
            sink.beginCase("background", number: 3)
        case .freezing(let value0):
            sink.beginCase("freezing", number: 4)
            sink.field("since", value0)
        case .suspended:
            sink.beginCase("suspended", number: 5)
        case .terminating(let value0, let value1):
            sink.beginCase("terminating", number: 6)
            sink.field("_0", value0)
            sink.field("deadline", value1)
        case .dying(let value0, let value1):
            sink.beginCase("dying", number: 7)
            sink.field("_0", value0)
            sink.field("retryAt", value1)
        }
        sink.endCase()
    }

    init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("notRunning") {
            self = .notRunning
        } else if word.isWord("launching") {
            self = .launching(
                toForeground: try fields.read("toForeground"))
        } else if word.isWord("active") {
            self = .active
        } else if word.isWord("background") {
            self = .background
        } else if word.isWord("freezing") {
            self = .freezing(
                since: try fields.read("since"))
        } else if word.isWord("suspended") {
            self = .suspended
        } else if word.isWord("terminating") {
            self = .terminating(
                try fields.read("_0"),
                deadline: try fields.read("deadline"))
        } else if word.isWord("dying") {
            self = .dying(
                try fields.read("_0"),
                retryAt: try fields.read("retryAt"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension AppMachine.Ending: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("reason", reason)
        sink.field("rule", rule)
        sink.field("detail", detail)
    }

    init(fields: JSONObject) throws(JSONError) {
        reason = try fields.read("reason")
        rule = try fields.read("rule")
        detail = try fields.readIfPresent("detail")
    }
}

extension AppMachine.FollowUp: Described, JSONReadable {
    func describe(to sink: inout some Sink) {
        switch self {
        case .open(let value0):
            sink.beginCase("open", number: 0)
            sink.field("arguments", value0)
        case .install(let value0, let value1, let value2):
            sink.beginCase("install", number: 1)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("_2", value2)
        case .uninstall(let value0):
            sink.beginCase("uninstall", number: 2)
            sink.field("_0", value0)
        }
        sink.endCase()
    }

    init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("open") {
            self = .open(
                arguments: try fields.read("arguments"))
        } else if word.isWord("install") {
            self = .install(
                try fields.read("_0"),
                try fields.read("_1"),
                try fields.read("_2"))
        } else if word.isWord("uninstall") {
            self = .uninstall(
                try fields.read("_0"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension AppMachine.Link: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("connected", connected)
        sink.field("awaitedSince", awaitedSince)
        sink.field("lastRequest", lastRequest)
        sink.field("hangUps", hangUps)
        sink.field("recordedSeq", recordedSeq)
    }

    init(fields: JSONObject) throws(JSONError) {
        connected = try fields.read("connected")
        awaitedSince = try fields.readIfPresent("awaitedSince")
        lastRequest = try fields.read("lastRequest")
        hangUps = try fields.read("hangUps")
        recordedSeq = try fields.readIfPresent("recordedSeq")
    }
}
