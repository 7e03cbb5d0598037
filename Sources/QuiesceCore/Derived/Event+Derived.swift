// Derived from System/Event.swift by scripts/derive. Change that, and run it.
// sha256 c2d7a401b92be305

extension Event: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .install(let value0, let value1, let value2):
            sink.beginCase("install", number: 0)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("_2", value2)
        case .uninstall(let value0, let value1):
            sink.beginCase("uninstall", number: 1)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .open(let value0, let value1, let value2):
            sink.beginCase("open", number: 2)
            sink.field("_0", value0)
            sink.field("arguments", value1)
            sink.field("_2", value2)
        case .home(let value0):
            sink.beginCase("home", number: 3)
            sink.field("_0", value0)
        case .quit(let value0, let value1):
            sink.beginCase("quit", number: 4)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .interrupt(let value0, let value1):
            sink.beginCase("interrupt", number: 5)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .lock(let value0):
            sink.beginCase("lock", number: 6)
            sink.field("_0", value0)
        case .unlock(let value0):
            sink.beginCase("unlock", number: 7)
            sink.field("_0", value0)
        case .passcode(let value0, let value1):
            sink.beginCase("passcode", number: 8)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .shutDown(let value0):
            sink.beginCase("shutDown", number: 9)
            sink.field("_0", value0)
        case .sleep(let value0):
            sink.beginCase("sleep", number: 10)
            sink.field("_0", value0)
        case .wake(let value0):
            sink.beginCase("wake", number: 11)
            sink.field("_0", value0)
        case .fetch(let value0, let value1):
            sink.beginCase("fetch", number: 12)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .changed(let value0, let value1):
            sink.beginCase("changed", number: 13)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .sensed(let value0):
            sink.beginCase("sensed", number: 14)
            sink.field("_0", value0)
        case .clockChanged(let value0):
            sink.beginCase("clockChanged", number: 15)
            sink.field("_0", value0)
        case .settingsChanged(let value0, let value1, let value2, let value3):
            sink.beginCase("settingsChanged", number: 16)
            sink.field("_0", value0)
            sink.field("from", value1)
            sink.field("to", value2)
            sink.field("_3", value3)
        case .setPermission(let value0, let value1, let value2, let value3):
            sink.beginCase("setPermission", number: 17)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("_2", value2)
            sink.field("_3", value3)
        case .answerPrompt(let value0, let value1, let value2):
            sink.beginCase("answerPrompt", number: 18)
            sink.field("_0", value0)
            sink.field("allow", value1)
            sink.field("_2", value2)
        case .input(let value0, let value1, let value2):
            sink.beginCase("input", number: 19)
            sink.field("_0", value0)
            sink.field("screen", value1)
            sink.field("_2", value2)
        case .push(let value0, let value1):
            sink.beginCase("push", number: 20)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .pushService(let value0):
            sink.beginCase("pushService", number: 21)
            sink.field("_0", value0)
        case .memoryPressure(let value0):
            sink.beginCase("memoryPressure", number: 22)
            sink.field("_0", value0)
        case .memoryWarning(let value0):
            sink.beginCase("memoryWarning", number: 23)
            sink.field("_0", value0)
        case .purge(let value0, let value1, let value2):
            sink.beginCase("purge", number: 24)
            sink.field("bytes", value0)
            sink.field("_1", value1)
            sink.field("_2", value2)
        case .spawned(let value0, let value1, let value2):
            sink.beginCase("spawned", number: 25)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("pid", value2)
        case .spawnFailed(let value0, let value1, let value2, let value3):
            sink.beginCase("spawnFailed", number: 26)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("step", value2)
            sink.field("code", value3)
        case .exited(let value0, let value1, let value2):
            sink.beginCase("exited", number: 27)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("_2", value2)
        case .frozen(let value0, let value1, let value2):
            sink.beginCase("frozen", number: 28)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("freeze", value2)
        case .foundFrozen(let value0, let value1):
            sink.beginCase("foundFrozen", number: 29)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .foundThawed(let value0, let value1):
            sink.beginCase("foundThawed", number: 30)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .examined(let value0, let value1, let value2, let value3):
            sink.beginCase("examined", number: 31)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("_2", value2)
            sink.field("_3", value3)
        case .connected(let value0, let value1, let value2, let value3, let value4):
            sink.beginCase("connected", number: 32)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("lastReceived", value2)
            sink.field("lastHandled", value3)
            sink.field("openTasks", value4)
        case .disconnected(let value0, let value1):
            sink.beginCase("disconnected", number: 33)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .handled(let value0, let value1, let value2):
            sink.beginCase("handled", number: 34)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("seq", value2)
        case .beginTask(let value0, let value1, let value2, let value3, let value4):
            sink.beginCase("beginTask", number: 35)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("request", value2)
            sink.field("_3", value3)
            sink.field("name", value4)
        case .endTask(let value0, let value1, let value2, let value3):
            sink.beginCase("endTask", number: 36)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("request", value2)
            sink.field("_3", value3)
        case .completeWake(let value0, let value1, let value2, let value3, let value4):
            sink.beginCase("completeWake", number: 37)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("request", value2)
            sink.field("_3", value3)
            sink.field("_4", value4)
        case .requestPermission(let value0, let value1, let value2, let value3):
            sink.beginCase("requestPermission", number: 38)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("request", value2)
            sink.field("_3", value3)
        case .requestKey(let value0, let value1, let value2):
            sink.beginCase("requestKey", number: 39)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("_2", value2)
        case .transfer(let value0):
            sink.beginCase("transfer", number: 40)
            sink.field("_0", value0)
        case .notification(let value0):
            sink.beginCase("notification", number: 41)
            sink.field("_0", value0)
        case .fetching(let value0):
            sink.beginCase("fetching", number: 42)
            sink.field("_0", value0)
        case .timer:
            sink.beginCase("timer", number: 43)
        case .restarted(let value0, let value1, let value2):
            sink.beginCase("restarted", number: 44)
            sink.field("_0", value0)
            sink.field("deviceRestarted", value1)
            sink.field("launching", value2)
        case .motion(let value0):
            sink.beginCase("motion", number: 45)
            sink.field("_0", value0)
        case .location(let value0):
            sink.beginCase("location", number: 46)
            sink.field("_0", value0)
        case .audio(let value0):
            sink.beginCase("audio", number: 47)
            sink.field("_0", value0)
        case .voip(let value0):
            sink.beginCase("voip", number: 48)
            sink.field("_0", value0)
        case .accessory(let value0):
            sink.beginCase("accessory", number: 49)
            sink.field("_0", value0)
        case .bluetooth(let value0):
            sink.beginCase("bluetooth", number: 50)
            sink.field("_0", value0)
        case .link(let value0):
            sink.beginCase("link", number: 51)
            sink.field("_0", value0)
        case .idleTimer(let value0):
            sink.beginCase("idleTimer", number: 52)
            sink.field("_0", value0)
        case .energy(let value0):
            sink.beginCase("energy", number: 53)
            sink.field("_0", value0)
        case .thaw(let value0):
            sink.beginCase("thaw", number: 54)
            sink.field("_0", value0)
        case .windows(let value0):
            sink.beginCase("windows", number: 55)
            sink.field("_0", value0)
        case .busy(let value0):
            sink.beginCase("busy", number: 56)
            sink.field("_0", value0)
        case .continued(let value0):
            sink.beginCase("continued", number: 57)
            sink.field("_0", value0)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("install") {
            self = .install(
                try fields.read("_0"),
                try fields.read("_1"),
                try fields.read("_2"))
        } else if word.isWord("uninstall") {
            self = .uninstall(
                try fields.read("_0"),
                try fields.read("_1"))
        } else if word.isWord("open") {
            self = .open(
                try fields.read("_0"),
                arguments: try fields.read("arguments"),
                try fields.read("_2"))
        } else if word.isWord("home") {
            self = .home(
                try fields.read("_0"))
        } else if word.isWord("quit") {
            self = .quit(
                try fields.read("_0"),
                try fields.read("_1"))
        } else if word.isWord("interrupt") {
            self = .interrupt(
                try fields.read("_0"),
                try fields.read("_1"))
        } else if word.isWord("lock") {
            self = .lock(
                try fields.read("_0"))
        } else if word.isWord("unlock") {
            self = .unlock(
                try fields.read("_0"))
        } else if word.isWord("passcode") {
            self = .passcode(
                try fields.read("_0"),
                try fields.read("_1"))
        } else if word.isWord("shutDown") {
            self = .shutDown(
                try fields.read("_0"))
        } else if word.isWord("sleep") {
            self = .sleep(
                try fields.read("_0"))
        } else if word.isWord("wake") {
            self = .wake(
                try fields.read("_0"))
        } else if word.isWord("fetch") {
            self = .fetch(
                try fields.read("_0"),
                try fields.read("_1"))
        } else if word.isWord("changed") {
            self = .changed(
                try fields.read("_0"),
                try fields.read("_1"))
        } else if word.isWord("sensed") {
            self = .sensed(
                try fields.read("_0"))
        } else if word.isWord("clockChanged") {
            self = .clockChanged(
                try fields.read("_0"))
        } else if word.isWord("settingsChanged") {
            self = .settingsChanged(
                try fields.read("_0"),
                from: try fields.read("from"),
                to: try fields.read("to"),
                try fields.read("_3"))
        } else if word.isWord("setPermission") {
            self = .setPermission(
                try fields.read("_0"),
                try fields.read("_1"),
                try fields.read("_2"),
                try fields.read("_3"))
        } else if word.isWord("answerPrompt") {
            self = .answerPrompt(
                try fields.read("_0"),
                allow: try fields.read("allow"),
                try fields.read("_2"))
        } else if word.isWord("input") {
            self = .input(
                try fields.read("_0"),
                screen: try fields.readIfPresent("screen"),
                try fields.read("_2"))
        } else if word.isWord("push") {
            self = .push(
                try fields.read("_0"),
                try fields.readIfPresent("_1"))
        } else if word.isWord("pushService") {
            self = .pushService(
                try fields.read("_0"))
        } else if word.isWord("memoryPressure") {
            self = .memoryPressure(
                try fields.read("_0"))
        } else if word.isWord("memoryWarning") {
            self = .memoryWarning(
                try fields.read("_0"))
        } else if word.isWord("purge") {
            self = .purge(
                bytes: try fields.readIfPresent("bytes"),
                try fields.read("_1"),
                try fields.read("_2"))
        } else if word.isWord("spawned") {
            self = .spawned(
                try fields.read("_0"),
                try fields.read("_1"),
                pid: try fields.read("pid"))
        } else if word.isWord("spawnFailed") {
            self = .spawnFailed(
                try fields.read("_0"),
                try fields.read("_1"),
                step: try fields.read("step"),
                code: try fields.read("code"))
        } else if word.isWord("exited") {
            self = .exited(
                try fields.read("_0"),
                try fields.read("_1"),
                try fields.read("_2"))
        } else if word.isWord("frozen") {
            self = .frozen(
                try fields.read("_0"),
                try fields.read("_1"),
                freeze: try fields.read("freeze"))
        } else if word.isWord("foundFrozen") {
            self = .foundFrozen(
                try fields.read("_0"),
                try fields.read("_1"))
        } else if word.isWord("foundThawed") {
            self = .foundThawed(
                try fields.read("_0"),
                try fields.read("_1"))
        } else if word.isWord("examined") {
            self = .examined(
                try fields.read("_0"),
                try fields.read("_1"),
                try fields.read("_2"),
                try fields.read("_3"))
        } else if word.isWord("connected") {
            self = .connected(
                try fields.read("_0"),
                try fields.read("_1"),
                lastReceived: try fields.read("lastReceived"),
                lastHandled: try fields.read("lastHandled"),
                openTasks: try fields.read("openTasks"))
        } else if word.isWord("disconnected") {
            self = .disconnected(
                try fields.read("_0"),
                try fields.read("_1"))
        } else if word.isWord("handled") {
            self = .handled(
                try fields.read("_0"),
                try fields.read("_1"),
                seq: try fields.read("seq"))
        } else if word.isWord("beginTask") {
            self = .beginTask(
                try fields.read("_0"),
                try fields.read("_1"),
                request: try fields.read("request"),
                try fields.read("_3"),
                name: try fields.readIfPresent("name"))
        } else if word.isWord("endTask") {
            self = .endTask(
                try fields.read("_0"),
                try fields.read("_1"),
                request: try fields.read("request"),
                try fields.read("_3"))
        } else if word.isWord("completeWake") {
            self = .completeWake(
                try fields.read("_0"),
                try fields.read("_1"),
                request: try fields.read("request"),
                try fields.read("_3"),
                try fields.read("_4"))
        } else if word.isWord("requestPermission") {
            self = .requestPermission(
                try fields.read("_0"),
                try fields.read("_1"),
                request: try fields.read("request"),
                try fields.read("_3"))
        } else if word.isWord("requestKey") {
            self = .requestKey(
                try fields.read("_0"),
                try fields.read("_1"),
                try fields.read("_2"))
        } else if word.isWord("transfer") {
            self = .transfer(
                try fields.read("_0"))
        } else if word.isWord("notification") {
            self = .notification(
                try fields.read("_0"))
        } else if word.isWord("fetching") {
            self = .fetching(
                try fields.read("_0"))
        } else if word.isWord("timer") {
            self = .timer
        } else if word.isWord("restarted") {
            self = .restarted(
                try fields.read("_0"),
                deviceRestarted: try fields.read("deviceRestarted"),
                launching: try fields.read("launching"))
        } else if word.isWord("motion") {
            self = .motion(
                try fields.read("_0"))
        } else if word.isWord("location") {
            self = .location(
                try fields.read("_0"))
        } else if word.isWord("audio") {
            self = .audio(
                try fields.read("_0"))
        } else if word.isWord("voip") {
            self = .voip(
                try fields.read("_0"))
        } else if word.isWord("accessory") {
            self = .accessory(
                try fields.read("_0"))
        } else if word.isWord("bluetooth") {
            self = .bluetooth(
                try fields.read("_0"))
        } else if word.isWord("link") {
            self = .link(
                try fields.read("_0"))
        } else if word.isWord("idleTimer") {
            self = .idleTimer(
                try fields.read("_0"))
        } else if word.isWord("energy") {
            self = .energy(
                try fields.read("_0"))
        } else if word.isWord("thaw") {
            self = .thaw(
                try fields.read("_0"))
        } else if word.isWord("windows") {
            self = .windows(
                try fields.read("_0"))
        } else if word.isWord("busy") {
            self = .busy(
                try fields.read("_0"))
        } else if word.isWord("continued") {
            self = .continued(
                try fields.read("_0"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension ObservedProcess: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("launch", launch)
        sink.field("pid", pid)
        sink.field("frozen", frozen)
    }

    public init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        launch = try fields.read("launch")
        pid = try fields.read("pid")
        frozen = try fields.read("frozen")
    }
}
