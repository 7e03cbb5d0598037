// Derived from Wakes/WakeCause.swift by scripts/derive. Change that, and run it.
// sha256 7d815b47457ebd03

extension WakeCause: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .fetch:
            sink.beginCase("fetch", number: 0)
        case .push(let value0, let value1):
            sink.beginCase("push", number: 1)
            sink.field("_0", value0)
            sink.field("type", value1, unless: .remote)
        case .transfer(let value0):
            sink.beginCase("transfer", number: 2)
            sink.field("session", value0)
        case .task(let value0, let value1):
            sink.beginCase("task", number: 3)
            sink.field("_0", value0)
            sink.field("identifier", value1)
        case .location(let value0):
            sink.beginCase("location", number: 4)
            sink.field("_0", value0)
        case .audio(let value0):
            sink.beginCase("audio", number: 5)
            sink.field("_0", value0)
        case .voip(let value0):
            sink.beginCase("voip", number: 6)
            sink.field("_0", value0)
        case .accessory(let value0):
            sink.beginCase("accessory", number: 7)
            sink.field("_0", value0)
        case .bluetooth(let value0):
            sink.beginCase("bluetooth", number: 8)
            sink.field("_0", value0)
        case .notificationAction(let value0):
            sink.beginCase("notificationAction", number: 9)
            sink.field("_0", value0)
        case .thaw(let value0):
            sink.beginCase("thaw", number: 10)
            sink.field("lasting", value0)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("fetch") {
            self = .fetch
        } else if word.isWord("push") {
            self = .push(
                try fields.read("_0"),
                type: try fields.read("type", or: .remote))
        } else if word.isWord("transfer") {
            self = .transfer(
                session: try fields.read("session"))
        } else if word.isWord("task") {
            self = .task(
                try fields.read("_0"),
                identifier: try fields.read("identifier"))
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
        } else if word.isWord("notificationAction") {
            self = .notificationAction(
                try fields.read("_0"))
        } else if word.isWord("thaw") {
            self = .thaw(
                lasting: try fields.read("lasting"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}
