// Derived from Lifecycle/AppCall.swift by scripts/derive. Change that, and run it.
// sha256 d3d216da0f3bf5af

extension AppCall: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .finishLaunching(let value0, let value1, let value2):
            sink.beginCase("finishLaunching", number: 0)
            sink.field("toForeground", value0)
            sink.field("cause", value1)
            sink.field("previousExit", value2)
        case .didBecomeActive:
            sink.beginCase("didBecomeActive", number: 1)
        case .willResignActive(let value0):
            sink.beginCase("willResignActive", number: 2)
            sink.field("leaving", value0)
        case .didEnterBackground(let value0):
            sink.beginCase("didEnterBackground", number: 3)
            sink.field("deadline", value0)
        case .willEnterForeground:
            sink.beginCase("willEnterForeground", number: 4)
        case .memoryWarning:
            sink.beginCase("memoryWarning", number: 5)
        case .willTerminate:
            sink.beginCase("willTerminate", number: 6)
        case .expireTasks(let value0):
            sink.beginCase("expireTasks", number: 7)
            sink.field("_0", value0)
        case .performFetch(let value0):
            sink.beginCase("performFetch", number: 8)
            sink.field("_0", value0)
        case .remoteNotification(let value0, let value1):
            sink.beginCase("remoteNotification", number: 9)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .systemEvents(let value0, let value1):
            sink.beginCase("systemEvents", number: 10)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .permission(let value0, let value1):
            sink.beginCase("permission", number: 11)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .input(let value0):
            sink.beginCase("input", number: 12)
            sink.field("_0", value0)
        case .transfer(let value0):
            sink.beginCase("transfer", number: 13)
            sink.field("_0", value0)
        case .notification(let value0):
            sink.beginCase("notification", number: 14)
            sink.field("_0", value0)
        case .push(let value0):
            sink.beginCase("push", number: 15)
            sink.field("_0", value0)
        case .backgroundTask(let value0, let value1):
            sink.beginCase("backgroundTask", number: 16)
            sink.field("_0", value0)
            sink.field("identifier", value1)
        case .expireWake(let value0):
            sink.beginCase("expireWake", number: 17)
            sink.field("_0", value0)
        case .fetchRefused(let value0):
            sink.beginCase("fetchRefused", number: 18)
            sink.field("_0", value0)
        case .location(let value0):
            sink.beginCase("location", number: 19)
            sink.field("_0", value0)
        case .audio(let value0):
            sink.beginCase("audio", number: 20)
            sink.field("_0", value0)
        case .voip(let value0):
            sink.beginCase("voip", number: 21)
            sink.field("_0", value0)
        case .accessories(let value0):
            sink.beginCase("accessories", number: 22)
            sink.field("_0", value0)
        case .bluetooth(let value0):
            sink.beginCase("bluetooth", number: 23)
            sink.field("_0", value0)
        case .link(let value0):
            sink.beginCase("link", number: 24)
            sink.field("_0", value0)
        case .continued(let value0):
            sink.beginCase("continued", number: 25)
            sink.field("_0", value0)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("finishLaunching") {
            self = .finishLaunching(
                toForeground: try fields.read("toForeground"),
                cause: try fields.read("cause"),
                previousExit: try fields.readIfPresent("previousExit"))
        } else if word.isWord("didBecomeActive") {
            self = .didBecomeActive
        } else if word.isWord("willResignActive") {
            self = .willResignActive(
                leaving: try fields.read("leaving"))
        } else if word.isWord("didEnterBackground") {
            self = .didEnterBackground(
                deadline: try fields.read("deadline"))
        } else if word.isWord("willEnterForeground") {
            self = .willEnterForeground
        } else if word.isWord("memoryWarning") {
            self = .memoryWarning
        } else if word.isWord("willTerminate") {
            self = .willTerminate
        } else if word.isWord("expireTasks") {
            self = .expireTasks(
                try fields.read("_0"))
        } else if word.isWord("performFetch") {
            self = .performFetch(
                try fields.read("_0"))
        } else if word.isWord("remoteNotification") {
            self = .remoteNotification(
                try fields.read("_0"),
                try fields.read("_1"))
        } else if word.isWord("systemEvents") {
            self = .systemEvents(
                try fields.read("_0"),
                try fields.read("_1"))
        } else if word.isWord("permission") {
            self = .permission(
                try fields.read("_0"),
                try fields.read("_1"))
        } else if word.isWord("input") {
            self = .input(
                try fields.read("_0"))
        } else if word.isWord("transfer") {
            self = .transfer(
                try fields.read("_0"))
        } else if word.isWord("notification") {
            self = .notification(
                try fields.read("_0"))
        } else if word.isWord("push") {
            self = .push(
                try fields.read("_0"))
        } else if word.isWord("backgroundTask") {
            self = .backgroundTask(
                try fields.read("_0"),
                identifier: try fields.read("identifier"))
        } else if word.isWord("expireWake") {
            self = .expireWake(
                try fields.read("_0"))
        } else if word.isWord("fetchRefused") {
            self = .fetchRefused(
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
        } else if word.isWord("accessories") {
            self = .accessories(
                try fields.read("_0"))
        } else if word.isWord("bluetooth") {
            self = .bluetooth(
                try fields.read("_0"))
        } else if word.isWord("link") {
            self = .link(
                try fields.read("_0"))
        } else if word.isWord("continued") {
            self = .continued(
                try fields.read("_0"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension Delivery: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("seq", seq)
        sink.field("call", call)
        sink.field("sentAt", sentAt)
        sink.field("isRepeat", isRepeat)
    }

    public init(fields: JSONObject) throws(JSONError) {
        seq = try fields.read("seq")
        call = try fields.read("call")
        sentAt = try fields.read("sentAt")
        isRepeat = try fields.read("isRepeat")
    }
}

extension CallQueue: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("outstanding", outstanding)
        sink.field("lastSeq", lastSeq)
        sink.field("clockStart", clockStart)
    }

    init(fields: JSONObject) throws(JSONError) {
        outstanding = try fields.read("outstanding")
        lastSeq = try fields.read("lastSeq")
        clockStart = try fields.read("clockStart")
    }
}
