// Derived from Notifications/NotificationDetail.swift by scripts/derive. Change that, and run it.
// sha256 f300beeae415bac9

extension NotificationDetail: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .about(let value0, let value1):
            sink.beginCase("about", number: 0)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .fired(let value0, let value1, let value2, let value3):
            sink.beginCase("fired", number: 1)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("late", value2)
            sink.field("skipped", value3)
        case .badge(let value0):
            sink.beginCase("badge", number: 2)
            sink.field("_0", value0)
        case .presents(let value0):
            sink.beginCase("presents", number: 3)
            sink.field("_0", value0)
        case .alertStyle(let value0):
            sink.beginCase("alertStyle", number: 4)
            sink.field("_0", value0)
        case .clock(let value0):
            sink.beginCase("clock", number: 5)
            sink.field("_0", value0)
        case .answered(let value0, let value1, let value2):
            sink.beginCase("answered", number: 6)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("action", value2)
        case .categories(let value0):
            sink.beginCase("categories", number: 7)
            sink.field("_0", value0)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("about") {
            self = .about(
                try fields.read("_0"),
                try fields.read("_1"))
        } else if word.isWord("fired") {
            self = .fired(
                try fields.read("_0"),
                try fields.read("_1"),
                late: try fields.readIfPresent("late"),
                skipped: try fields.read("skipped"))
        } else if word.isWord("badge") {
            self = .badge(
                try fields.read("_0"))
        } else if word.isWord("presents") {
            self = .presents(
                try fields.read("_0"))
        } else if word.isWord("alertStyle") {
            self = .alertStyle(
                try fields.read("_0"))
        } else if word.isWord("clock") {
            self = .clock(
                try fields.read("_0"))
        } else if word.isWord("answered") {
            self = .answered(
                try fields.read("_0"),
                try fields.read("_1"),
                action: try fields.read("action"))
        } else if word.isWord("categories") {
            self = .categories(
                try fields.read("_0"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}
