// Derived from System/Fact.swift by scripts/derive. Change that, and run it.
// sha256 01e435d6bd73dcb9

extension Fact: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .app(let value0):
            sink.beginCase("app", number: 0)
            sink.field("_0", value0)
        case .wake(let value0):
            sink.beginCase("wake", number: 1)
            sink.field("_0", value0)
        case .device(let value0):
            sink.beginCase("device", number: 2)
            sink.field("_0", value0)
        case .conditions(let value0):
            sink.beginCase("conditions", number: 3)
            sink.field("_0", value0)
        case .permissions(let value0):
            sink.beginCase("permissions", number: 4)
            sink.field("_0", value0)
        case .passcode(let value0):
            sink.beginCase("passcode", number: 5)
            sink.field("_0", value0)
        case .transfer(let value0):
            sink.beginCase("transfer", number: 6)
            sink.field("_0", value0)
        case .session(let value0):
            sink.beginCase("session", number: 7)
            sink.field("_0", value0)
        case .transfers(let value0):
            sink.beginCase("transfers", number: 8)
            sink.field("_0", value0)
        case .notification(let value0):
            sink.beginCase("notification", number: 9)
            sink.field("_0", value0)
        case .notifications(let value0):
            sink.beginCase("notifications", number: 10)
            sink.field("_0", value0)
        case .presentation(let value0):
            sink.beginCase("presentation", number: 11)
            sink.field("_0", value0)
        case .fetch(let value0):
            sink.beginCase("fetch", number: 12)
            sink.field("_0", value0)
        case .fetches(let value0):
            sink.beginCase("fetches", number: 13)
            sink.field("_0", value0)
        case .push(let value0):
            sink.beginCase("push", number: 14)
            sink.field("_0", value0)
        case .pushes(let value0):
            sink.beginCase("pushes", number: 15)
            sink.field("_0", value0)
        case .pushRegistration(let value0):
            sink.beginCase("pushRegistration", number: 16)
            sink.field("_0", value0)
        case .location(let value0):
            sink.beginCase("location", number: 17)
            sink.field("_0", value0)
        case .audio(let value0):
            sink.beginCase("audio", number: 18)
            sink.field("_0", value0)
        case .bluetooth(let value0):
            sink.beginCase("bluetooth", number: 19)
            sink.field("_0", value0)
        case .energy(let value0):
            sink.beginCase("energy", number: 20)
            sink.field("_0", value0)
        case .thaw(let value0):
            sink.beginCase("thaw", number: 21)
            sink.field("_0", value0)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("app") {
            self = .app(
                try fields.read("_0"))
        } else if word.isWord("wake") {
            self = .wake(
                try fields.read("_0"))
        } else if word.isWord("device") {
            self = .device(
                try fields.read("_0"))
        } else if word.isWord("conditions") {
            self = .conditions(
                try fields.read("_0"))
        } else if word.isWord("permissions") {
            self = .permissions(
                try fields.read("_0"))
        } else if word.isWord("passcode") {
            self = .passcode(
                try fields.read("_0"))
        } else if word.isWord("transfer") {
            self = .transfer(
                try fields.read("_0"))
        } else if word.isWord("session") {
            self = .session(
                try fields.read("_0"))
        } else if word.isWord("transfers") {
            self = .transfers(
                try fields.read("_0"))
        } else if word.isWord("notification") {
            self = .notification(
                try fields.read("_0"))
        } else if word.isWord("notifications") {
            self = .notifications(
                try fields.read("_0"))
        } else if word.isWord("presentation") {
            self = .presentation(
                try fields.read("_0"))
        } else if word.isWord("fetch") {
            self = .fetch(
                try fields.read("_0"))
        } else if word.isWord("fetches") {
            self = .fetches(
                try fields.read("_0"))
        } else if word.isWord("push") {
            self = .push(
                try fields.read("_0"))
        } else if word.isWord("pushes") {
            self = .pushes(
                try fields.read("_0"))
        } else if word.isWord("pushRegistration") {
            self = .pushRegistration(
                try fields.read("_0"))
        } else if word.isWord("location") {
            self = .location(
                try fields.read("_0"))
        } else if word.isWord("audio") {
            self = .audio(
                try fields.read("_0"))
        } else if word.isWord("bluetooth") {
            self = .bluetooth(
                try fields.read("_0"))
        } else if word.isWord("energy") {
            self = .energy(
                try fields.read("_0"))
        } else if word.isWord("thaw") {
            self = .thaw(
                try fields.read("_0"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension AppFact: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("manifest", manifest)
        sink.field("launch", launch)
        sink.field("forceQuit", forceQuit)
        sink.field("lastExit", lastExit)
        sink.field("crashes", crashes)
        sink.field("installation", installation, unless: 0)
    }

    public init(fields: JSONObject) throws(JSONError) {
        manifest = try fields.read("manifest")
        launch = try fields.read("launch")
        forceQuit = try fields.read("forceQuit")
        lastExit = try fields.readIfPresent("lastExit")
        crashes = try fields.read("crashes")
        installation = try fields.read("installation", or: 0)
    }
}

extension Crashes: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("count", count)
        sink.field("retryAt", retryAt)
    }

    public init(fields: JSONObject) throws(JSONError) {
        count = try fields.read("count")
        retryAt = try fields.read("retryAt")
    }
}

extension WakeFact: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("id", id)
        sink.field("app", app)
        sink.field("cause", cause)
    }

    public init(fields: JSONObject) throws(JSONError) {
        id = try fields.read("id")
        app = try fields.read("app")
        cause = try fields.read("cause")
    }
}

extension DeviceFact: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("recents", recents)
        sink.field("lastWake", lastWake)
    }

    public init(fields: JSONObject) throws(JSONError) {
        recents = try fields.read("recents")
        lastWake = try fields.read("lastWake")
    }
}

extension TransfersFact: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("last", last)
    }

    public init(fields: JSONObject) throws(JSONError) {
        last = try fields.read("last")
    }
}

extension FactChange: Described {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .put(let value0):
            sink.beginCase("put", number: 0)
            sink.field("_0", value0)
        case .delete(let value0):
            sink.beginCase("delete", number: 1)
            sink.field("key", value0)
        }
        sink.endCase()
    }
}
