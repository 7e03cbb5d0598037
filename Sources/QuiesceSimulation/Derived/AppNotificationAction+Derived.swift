// Derived from Notifications/AppNotificationAction.swift by scripts/derive. Change that, and run it.
// sha256 3b1746f1c07a04b8

import QuiesceCore
import QuiesceVocabulary

extension AppNotificationAction: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .schedule(let value0, let value1, let value2, let value3):
            sink.beginCase("schedule", number: 0)
            sink.field("name", value0)
            sink.field("after", value1)
            sink.field("zone", value2)
            sink.field("every", value3)
        case .scheduleMany(let value0):
            sink.beginCase("scheduleMany", number: 1)
            sink.field("times", value0)
        case .present(let value0):
            sink.beginCase("present", number: 2)
            sink.field("name", value0)
        case .cancel(let value0):
            sink.beginCase("cancel", number: 3)
            sink.field("name", value0)
        case .badge(let value0):
            sink.beginCase("badge", number: 4)
            sink.field("_0", value0)
        case .register:
            sink.beginCase("register", number: 5)
        case .fetchInterval(let value0):
            sink.beginCase("fetchInterval", number: 6)
            sink.field("_0", value0)
        case .submitTask(let value0, let value1):
            sink.beginCase("submitTask", number: 7)
            sink.field("_0", value0)
            sink.field("after", value1)
        case .cancelTasks:
            sink.beginCase("cancelTasks", number: 8)
        case .categories(let value0):
            sink.beginCase("categories", number: 9)
            sink.field("_0", value0)
        case .show(let value0, let value1):
            sink.beginCase("show", number: 10)
            sink.field("name", value0)
            sink.field("later", value1)
        case .place(let value0, let value1):
            sink.beginCase("place", number: 11)
            sink.field("name", value0)
            sink.field("_1", value1)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("schedule") {
            self = .schedule(
                name: try fields.read("name"),
                after: try fields.read("after"),
                zone: try fields.readIfPresent("zone"),
                every: try fields.readIfPresent("every"))
        } else if word.isWord("scheduleMany") {
            self = .scheduleMany(
                times: try fields.read("times"))
        } else if word.isWord("present") {
            self = .present(
                name: try fields.read("name"))
        } else if word.isWord("cancel") {
            self = .cancel(
                name: try fields.readIfPresent("name"))
        } else if word.isWord("badge") {
            self = .badge(
                try fields.read("_0"))
        } else if word.isWord("register") {
            self = .register
        } else if word.isWord("fetchInterval") {
            self = .fetchInterval(
                try fields.readIfPresent("_0"))
        } else if word.isWord("submitTask") {
            self = .submitTask(
                try fields.read("_0"),
                after: try fields.readIfPresent("after"))
        } else if word.isWord("cancelTasks") {
            self = .cancelTasks
        } else if word.isWord("categories") {
            self = .categories(
                try fields.read("_0"))
        } else if word.isWord("show") {
            self = .show(
                name: try fields.read("name"),
                later: try fields.read("later"))
        } else if word.isWord("place") {
            self = .place(
                name: try fields.read("name"),
                try fields.read("_1"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}
