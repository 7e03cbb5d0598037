// Derived from Notifications/NotificationEvent.swift by scripts/derive. Change that, and run it.
// sha256 8f536ae40ab948c3

extension NotificationEvent: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .asked(let value0, let value1, let value2, let value3):
            sink.beginCase("asked", number: 0)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("request", value2)
            sink.field("_3", value3)
        case .open(let value0, let value1):
            sink.beginCase("open", number: 1)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .dismiss(let value0, let value1):
            sink.beginCase("dismiss", number: 2)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .answer(let value0, let value1, let value2):
            sink.beginCase("answer", number: 3)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("_2", value2)
        case .setStyle(let value0, let value1, let value2):
            sink.beginCase("setStyle", number: 4)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("_2", value2)
        case .shown(let value0):
            sink.beginCase("shown", number: 5)
            sink.field("_0", value0)
        case .lowered(let value0):
            sink.beginCase("lowered", number: 6)
            sink.field("_0", value0)
        case .zones(let value0):
            sink.beginCase("zones", number: 7)
            sink.field("_0", value0)
        case .notStored(let value0, let value1):
            sink.beginCase("notStored", number: 8)
            sink.field("_0", value0)
            sink.field("_1", value1)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("asked") {
            self = .asked(
                try fields.read("_0"),
                try fields.read("_1"),
                request: try fields.read("request"),
                try fields.read("_3"))
        } else if word.isWord("open") {
            self = .open(
                try fields.read("_0"),
                try fields.readIfPresent("_1"))
        } else if word.isWord("dismiss") {
            self = .dismiss(
                try fields.read("_0"),
                try fields.readIfPresent("_1"))
        } else if word.isWord("answer") {
            self = .answer(
                try fields.read("_0"),
                try fields.read("_1"),
                try fields.readIfPresent("_2"))
        } else if word.isWord("setStyle") {
            self = .setStyle(
                try fields.read("_0"),
                try fields.readIfPresent("_1"),
                try fields.read("_2"))
        } else if word.isWord("shown") {
            self = .shown(
                try fields.read("_0"))
        } else if word.isWord("lowered") {
            self = .lowered(
                try fields.read("_0"))
        } else if word.isWord("zones") {
            self = .zones(
                try fields.read("_0"))
        } else if word.isWord("notStored") {
            self = .notStored(
                try fields.read("_0"),
                try fields.read("_1"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension NotificationEffect: Described {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .show(
            let value0, let value1, let value2, let value3, let value4, let value5, let value6):
            sink.beginCase("show", number: 0)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("_2", value2)
            sink.field("_3", value3)
            sink.field("_4", value4)
            sink.field("badge", value5)
            sink.field("late", value6)
        case .withdraw(let value0):
            sink.beginCase("withdraw", number: 1)
            sink.field("_0", value0)
        case .tell(let value0, let value1):
            sink.beginCase("tell", number: 2)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .tellShown(let value0, let value1, let value2):
            sink.beginCase("tellShown", number: 3)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("request", value2)
        }
        sink.endCase()
    }
}

extension NotificationCall: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .received(let value0, let value1, let value2):
            sink.beginCase("received", number: 0)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("opened", value2)
        case .dropped(let value0):
            sink.beginCase("dropped", number: 1)
            sink.field("_0", value0)
        case .answered(let value0, let value1):
            sink.beginCase("answered", number: 2)
            sink.field("_0", value0)
            sink.field("_1", value1)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("received") {
            self = .received(
                try fields.read("_0"),
                try fields.read("_1"),
                opened: try fields.read("opened"))
        } else if word.isWord("dropped") {
            self = .dropped(
                try fields.read("_0"))
        } else if word.isWord("answered") {
            self = .answered(
                try fields.read("_0"),
                try fields.readIfPresent("_1"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension NotificationReply: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("id", id)
        sink.field("content", content)
        sink.field("push", push)
        sink.field("answer", answer)
    }

    public init(fields: JSONObject) throws(JSONError) {
        id = try fields.read("id")
        content = try fields.read("content")
        push = try fields.readIfPresent("push")
        answer = try fields.read("answer")
    }
}
