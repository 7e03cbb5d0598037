// Derived from Scenario/Scenario.swift by scripts/derive. Change that, and run it.
// sha256 eb17e55b04b6556c

import QuiesceCore
import QuiesceVocabulary

extension Scenario.Header: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("version", version)
        sink.field("note", note)
        sink.field("profile", profile)
        sink.field("apps", apps)
        sink.field("policy", policy)
        sink.field("start", start)
        sink.field("absent", absent)
    }

    public init(fields: JSONObject) throws(JSONError) {
        version = try fields.read("version")
        note = try fields.read("note")
        profile = try fields.read("profile")
        apps = try fields.read("apps")
        policy = try fields.readIfPresent("policy")
        start = try fields.readIfPresent("start")
        absent = try fields.readIfPresent("absent")
    }
}

extension Step: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("after", after)
        sink.field("action", action)
    }

    public init(fields: JSONObject) throws(JSONError) {
        after = try fields.read("after")
        action = try fields.read("action")
    }
}

extension Step.Action: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .open(let value0):
            sink.beginCase("open", number: 0)
            sink.field("app", value0)
        case .home:
            sink.beginCase("home", number: 1)
        case .quit(let value0):
            sink.beginCase("quit", number: 2)
            sink.field("app", value0)
        case .lock:
            sink.beginCase("lock", number: 3)
        case .unlock:
            sink.beginCase("unlock", number: 4)
        case .setPasscode:
            sink.beginCase("setPasscode", number: 5)
        case .clearPasscode:
            sink.beginCase("clearPasscode", number: 6)
        case .wrongPasscode:
            sink.beginCase("wrongPasscode", number: 7)
        case .sleep:
            sink.beginCase("sleep", number: 8)
        case .wake:
            sink.beginCase("wake", number: 9)
        case .install(let value0):
            sink.beginCase("install", number: 10)
            sink.field("app", value0)
        case .uninstall(let value0):
            sink.beginCase("uninstall", number: 11)
            sink.field("app", value0)
        case .fetch(let value0):
            sink.beginCase("fetch", number: 12)
            sink.field("app", value0)
        case .push(let value0, let value1, let value2):
            sink.beginCase("push", number: 13)
            sink.field("app", value0)
            sink.field("contentAvailable", value1)
            sink.field("times", value2)
        case .interrupt(let value0):
            sink.beginCase("interrupt", number: 14)
            sink.field("_0", value0)
        case .alerts(let value0):
            sink.beginCase("alerts", number: 15)
            sink.field("times", value0)
        case .change(let value0):
            sink.beginCase("change", number: 16)
            sink.field("words", value0)
        case .sense(let value0):
            sink.beginCase("sense", number: 17)
            sink.field("words", value0)
        case .setClock(let value0):
            sink.beginCase("setClock", number: 18)
            sink.field("milliseconds", value0)
        case .setting(let value0, let value1):
            sink.beginCase("setting", number: 19)
            sink.field("app", value0)
            sink.field("value", value1)
        case .permit(let value0, let value1, let value2):
            sink.beginCase("permit", number: 20)
            sink.field("app", value0)
            sink.field("_1", value1)
            sink.field("_2", value2)
        case .alertStyle(let value0, let value1):
            sink.beginCase("alertStyle", number: 21)
            sink.field("app", value0)
            sink.field("_1", value1)
        case .answerPrompt(let value0):
            sink.beginCase("answerPrompt", number: 22)
            sink.field("allow", value0)
        case .input(let value0):
            sink.beginCase("input", number: 23)
            sink.field("words", value0)
        case .memoryWarning:
            sink.beginCase("memoryWarning", number: 24)
        case .memoryPressure(let value0, let value1):
            sink.beginCase("memoryPressure", number: 25)
            sink.field("_0", value0)
            sink.field("bytes", value1)
        case .purge(let value0):
            sink.beginCase("purge", number: 26)
            sink.field("bytes", value0)
        case .reboot:
            sink.beginCase("reboot", number: 27)
        case .shutDown:
            sink.beginCase("shutDown", number: 28)
        case .behave(let value0, let value1):
            sink.beginCase("behave", number: 29)
            sink.field("app", value0)
            sink.field("_1", value1)
        case .ask(let value0, let value1):
            sink.beginCase("ask", number: 30)
            sink.field("app", value0)
            sink.field("_1", value1)
        case .beginTask(let value0):
            sink.beginCase("beginTask", number: 31)
            sink.field("app", value0)
        case .endTask(let value0, let value1):
            sink.beginCase("endTask", number: 32)
            sink.field("app", value0)
            sink.field("known", value1)
        case .beginTasks(let value0, let value1):
            sink.beginCase("beginTasks", number: 33)
            sink.field("app", value0)
            sink.field("times", value1)
        case .complete(let value0, let value1):
            sink.beginCase("complete", number: 34)
            sink.field("app", value0)
            sink.field("wake", value1)
        case .disconnect(let value0):
            sink.beginCase("disconnect", number: 35)
            sink.field("app", value0)
        case .die(let value0, let value1):
            sink.beginCase("die", number: 36)
            sink.field("app", value0)
            sink.field("signal", value1)
        case .work(let value0, let value1):
            sink.beginCase("work", number: 37)
            sink.field("app", value0)
            sink.field("_1", value1)
        case .openProtectedFile(let value0):
            sink.beginCase("openProtectedFile", number: 38)
            sink.field("app", value0)
        case .flood(let value0, let value1):
            sink.beginCase("flood", number: 39)
            sink.field("app", value0)
            sink.field("messages", value1)
        case .transfer(let value0, let value1):
            sink.beginCase("transfer", number: 40)
            sink.field("app", value0)
            sink.field("_1", value1)
        case .notification(let value0, let value1):
            sink.beginCase("notification", number: 41)
            sink.field("app", value0)
            sink.field("_1", value1)
        case .openNotification(let value0):
            sink.beginCase("openNotification", number: 42)
            sink.field("_0", value0)
        case .dismissNotification(let value0):
            sink.beginCase("dismissNotification", number: 43)
            sink.field("_0", value0)
        case .vanishNotification(let value0):
            sink.beginCase("vanishNotification", number: 44)
            sink.field("_0", value0)
        case .answerNotification(let value0, let value1):
            sink.beginCase("answerNotification", number: 45)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .pushes(let value0, let value1):
            sink.beginCase("pushes", number: 46)
            sink.field("app", value0)
            sink.field("_1", value1)
        case .rest:
            sink.beginCase("rest", number: 47)
        case .network(let value0):
            sink.beginCase("network", number: 48)
            sink.field("_0", value0)
        case .server(let value0, let value1):
            sink.beginCase("server", number: 49)
            sink.field("host", value0)
            sink.field("_1", value1)
        case .gateway(let value0):
            sink.beginCase("gateway", number: 50)
            sink.field("_0", value0)
        case .motion(let value0):
            sink.beginCase("motion", number: 51)
            sink.field("_0", value0)
        case .location(let value0):
            sink.beginCase("location", number: 52)
            sink.field("_0", value0)
        case .audio(let value0):
            sink.beginCase("audio", number: 53)
            sink.field("_0", value0)
        case .voip(let value0):
            sink.beginCase("voip", number: 54)
            sink.field("_0", value0)
        case .accessory(let value0):
            sink.beginCase("accessory", number: 55)
            sink.field("_0", value0)
        case .bluetooth(let value0):
            sink.beginCase("bluetooth", number: 56)
            sink.field("_0", value0)
        case .idleTimer(let value0, let value1):
            sink.beginCase("idleTimer", number: 57)
            sink.field("app", value0)
            sink.field("disabled", value1)
        case .link(let value0):
            sink.beginCase("link", number: 58)
            sink.field("_0", value0)
        case .thaw(let value0):
            sink.beginCase("thaw", number: 59)
            sink.field("_0", value0)
        case .windows(let value0):
            sink.beginCase("windows", number: 60)
            sink.field("_0", value0)
        case .busy(let value0):
            sink.beginCase("busy", number: 61)
            sink.field("_0", value0)
        case .traffic(let value0):
            sink.beginCase("traffic", number: 62)
            sink.field("_0", value0)
        case .continued(let value0):
            sink.beginCase("continued", number: 63)
            sink.field("_0", value0)
        case .agent(let value0):
            sink.beginCase("agent", number: 64)
            sink.field("_0", value0)
        case .killDaemon(let value0, let value1):
            sink.beginCase("killDaemon", number: 65)
            sink.field("at", value0)
            sink.field("downtime", value1)
        case .killDaemonAmid(let value0, let value1):
            sink.beginCase("killDaemonAmid", number: 66)
            sink.field("calls", value0)
            sink.field("downtime", value1)
        case .powerCut(let value0):
            sink.beginCase("powerCut", number: 67)
            sink.field("journalKept", value0)
        case .powerCutLosing(let value0):
            sink.beginCase("powerCutLosing", number: 68)
            sink.field("events", value0)
        case .powerCutWithoutClock:
            sink.beginCase("powerCutWithoutClock", number: 69)
        case .findClock:
            sink.beginCase("findClock", number: 70)
        case .disk(let value0):
            sink.beginCase("disk", number: 71)
            sink.field("_0", value0)
        case .stall(let value0):
            sink.beginCase("stall", number: 72)
            sink.field("milliseconds", value0)
        case .suspend(let value0):
            sink.beginCase("suspend", number: 73)
            sink.field("milliseconds", value0)
        case .freezer(let value0):
            sink.beginCase("freezer", number: 74)
            sink.field("milliseconds", value0)
        case .foreignFreeze(let value0):
            sink.beginCase("foreignFreeze", number: 75)
            sink.field("app", value0)
        case .foreignThaw(let value0):
            sink.beginCase("foreignThaw", number: 76)
            sink.field("app", value0)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("open") {
            self = .open(
                app: try fields.read("app"))
        } else if word.isWord("home") {
            self = .home
        } else if word.isWord("quit") {
            self = .quit(
                app: try fields.read("app"))
        } else if word.isWord("lock") {
            self = .lock
        } else if word.isWord("unlock") {
            self = .unlock
        } else if word.isWord("setPasscode") {
            self = .setPasscode
        } else if word.isWord("clearPasscode") {
            self = .clearPasscode
        } else if word.isWord("wrongPasscode") {
            self = .wrongPasscode
        } else if word.isWord("sleep") {
            self = .sleep
        } else if word.isWord("wake") {
            self = .wake
        } else if word.isWord("install") {
            self = .install(
                app: try fields.read("app"))
        } else if word.isWord("uninstall") {
            self = .uninstall(
                app: try fields.read("app"))
        } else if word.isWord("fetch") {
            self = .fetch(
                app: try fields.read("app"))
        } else if word.isWord("push") {
            self = .push(
                app: try fields.read("app"),
                contentAvailable: try fields.read("contentAvailable"),
                times: try fields.read("times"))
        } else if word.isWord("interrupt") {
            self = .interrupt(
                try fields.read("_0"))
        } else if word.isWord("alerts") {
            self = .alerts(
                times: try fields.read("times"))
        } else if word.isWord("change") {
            self = .change(
                words: try fields.read("words"))
        } else if word.isWord("sense") {
            self = .sense(
                words: try fields.read("words"))
        } else if word.isWord("setClock") {
            self = .setClock(
                milliseconds: try fields.read("milliseconds"))
        } else if word.isWord("setting") {
            self = .setting(
                app: try fields.read("app"),
                value: try fields.read("value"))
        } else if word.isWord("permit") {
            self = .permit(
                app: try fields.read("app"),
                try fields.read("_1"),
                try fields.read("_2"))
        } else if word.isWord("alertStyle") {
            self = .alertStyle(
                app: try fields.read("app"),
                try fields.readIfPresent("_1"))
        } else if word.isWord("answerPrompt") {
            self = .answerPrompt(
                allow: try fields.read("allow"))
        } else if word.isWord("input") {
            self = .input(
                words: try fields.read("words"))
        } else if word.isWord("memoryWarning") {
            self = .memoryWarning
        } else if word.isWord("memoryPressure") {
            self = .memoryPressure(
                try fields.read("_0"),
                bytes: try fields.read("bytes"))
        } else if word.isWord("purge") {
            self = .purge(
                bytes: try fields.readIfPresent("bytes"))
        } else if word.isWord("reboot") {
            self = .reboot
        } else if word.isWord("shutDown") {
            self = .shutDown
        } else if word.isWord("behave") {
            self = .behave(
                app: try fields.read("app"),
                try fields.read("_1"))
        } else if word.isWord("ask") {
            self = .ask(
                app: try fields.read("app"),
                try fields.read("_1"))
        } else if word.isWord("beginTask") {
            self = .beginTask(
                app: try fields.read("app"))
        } else if word.isWord("endTask") {
            self = .endTask(
                app: try fields.read("app"),
                known: try fields.read("known"))
        } else if word.isWord("beginTasks") {
            self = .beginTasks(
                app: try fields.read("app"),
                times: try fields.read("times"))
        } else if word.isWord("complete") {
            self = .complete(
                app: try fields.read("app"),
                wake: try fields.read("wake"))
        } else if word.isWord("disconnect") {
            self = .disconnect(
                app: try fields.read("app"))
        } else if word.isWord("die") {
            self = .die(
                app: try fields.read("app"),
                signal: try fields.read("signal"))
        } else if word.isWord("work") {
            self = .work(
                app: try fields.read("app"),
                try fields.read("_1"))
        } else if word.isWord("openProtectedFile") {
            self = .openProtectedFile(
                app: try fields.read("app"))
        } else if word.isWord("flood") {
            self = .flood(
                app: try fields.read("app"),
                messages: try fields.read("messages"))
        } else if word.isWord("transfer") {
            self = .transfer(
                app: try fields.read("app"),
                try fields.read("_1"))
        } else if word.isWord("notification") {
            self = .notification(
                app: try fields.read("app"),
                try fields.read("_1"))
        } else if word.isWord("openNotification") {
            self = .openNotification(
                try fields.read("_0"))
        } else if word.isWord("dismissNotification") {
            self = .dismissNotification(
                try fields.read("_0"))
        } else if word.isWord("vanishNotification") {
            self = .vanishNotification(
                try fields.read("_0"))
        } else if word.isWord("answerNotification") {
            self = .answerNotification(
                try fields.read("_0"),
                try fields.read("_1"))
        } else if word.isWord("pushes") {
            self = .pushes(
                app: try fields.read("app"),
                try fields.read("_1"))
        } else if word.isWord("rest") {
            self = .rest
        } else if word.isWord("network") {
            self = .network(
                try fields.read("_0"))
        } else if word.isWord("server") {
            self = .server(
                host: try fields.read("host"),
                try fields.read("_1"))
        } else if word.isWord("gateway") {
            self = .gateway(
                try fields.read("_0"))
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
        } else if word.isWord("idleTimer") {
            self = .idleTimer(
                app: try fields.read("app"),
                disabled: try fields.read("disabled"))
        } else if word.isWord("link") {
            self = .link(
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
        } else if word.isWord("traffic") {
            self = .traffic(
                try fields.read("_0"))
        } else if word.isWord("continued") {
            self = .continued(
                try fields.read("_0"))
        } else if word.isWord("agent") {
            self = .agent(
                try fields.read("_0"))
        } else if word.isWord("killDaemon") {
            self = .killDaemon(
                at: try fields.read("at"),
                downtime: try fields.read("downtime"))
        } else if word.isWord("killDaemonAmid") {
            self = .killDaemonAmid(
                calls: try fields.read("calls"),
                downtime: try fields.read("downtime"))
        } else if word.isWord("powerCut") {
            self = .powerCut(
                journalKept: try fields.read("journalKept"))
        } else if word.isWord("powerCutLosing") {
            self = .powerCutLosing(
                events: try fields.read("events"))
        } else if word.isWord("powerCutWithoutClock") {
            self = .powerCutWithoutClock
        } else if word.isWord("findClock") {
            self = .findClock
        } else if word.isWord("disk") {
            self = .disk(
                try fields.read("_0"))
        } else if word.isWord("stall") {
            self = .stall(
                milliseconds: try fields.read("milliseconds"))
        } else if word.isWord("suspend") {
            self = .suspend(
                milliseconds: try fields.read("milliseconds"))
        } else if word.isWord("freezer") {
            self = .freezer(
                milliseconds: try fields.read("milliseconds"))
        } else if word.isWord("foreignFreeze") {
            self = .foreignFreeze(
                app: try fields.read("app"))
        } else if word.isWord("foreignThaw") {
            self = .foreignThaw(
                app: try fields.read("app"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension Step.DaemonDeath: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .idle: sink.word("idle", number: 0)
        case .beforeRecording: sink.word("beforeRecording", number: 1)
        case .beforeActing: sink.word("beforeActing", number: 2)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension DiskFault: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .none: sink.word("none", number: 0)
        case .full: sink.word("full", number: 1)
        case .failing: sink.word("failing", number: 2)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}
