// Derived from Fetch/FetchDetail.swift by scripts/derive. Change that, and run it.
// sha256 d87f3486615892a3

extension FetchDetail: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .interval(let value0):
            sink.beginCase("interval", number: 0)
            sink.field("_0", value0)
        case .planned(let value0):
            sink.beginCase("planned", number: 1)
            sink.field("_0", value0)
        case .budget(let value0, let value1):
            sink.beginCase("budget", number: 2)
            sink.field("used", value0)
            sink.field("of", value1)
        case .request(let value0, let value1):
            sink.beginCase("request", number: 3)
            sink.field("_0", value0)
            sink.field("identifier", value1)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("interval") {
            self = .interval(
                try fields.readIfPresent("_0"))
        } else if word.isWord("planned") {
            self = .planned(
                try fields.read("_0"))
        } else if word.isWord("budget") {
            self = .budget(
                used: try fields.read("used"),
                of: try fields.read("of"))
        } else if word.isWord("request") {
            self = .request(
                try fields.read("_0"),
                identifier: try fields.read("identifier"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}
