// Derived from Transfers/TransferDetail.swift by scripts/derive. Change that, and run it.
// sha256 6213b7cc7ff2d02d

extension TransferDetail: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .about(let value0, let value1):
            sink.beginCase("about", number: 0)
            sink.field("_0", value0)
            sink.field("origin", value1)
        case .attempt(let value0, let value1):
            sink.beginCase("attempt", number: 1)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .held(let value0, let value1, let value2):
            sink.beginCase("held", number: 2)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("until", value2)
        case .retry(let value0, let value1, let value2):
            sink.beginCase("retry", number: 3)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("until", value2)
        case .restarted(let value0, let value1, let value2):
            sink.beginCase("restarted", number: 4)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("discarded", value2)
        case .ended(let value0, let value1):
            sink.beginCase("ended", number: 5)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .agent(let value0, let value1):
            sink.beginCase("agent", number: 6)
            sink.field("deaths", value0)
            sink.field("retryAt", value1)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("about") {
            self = .about(
                try fields.read("_0"),
                origin: try fields.read("origin"))
        } else if word.isWord("attempt") {
            self = .attempt(
                try fields.read("_0"),
                try fields.read("_1"))
        } else if word.isWord("held") {
            self = .held(
                try fields.read("_0"),
                try fields.read("_1"),
                until: try fields.readIfPresent("until"))
        } else if word.isWord("retry") {
            self = .retry(
                try fields.read("_0"),
                try fields.read("_1"),
                until: try fields.read("until"))
        } else if word.isWord("restarted") {
            self = .restarted(
                try fields.read("_0"),
                try fields.read("_1"),
                discarded: try fields.read("discarded"))
        } else if word.isWord("ended") {
            self = .ended(
                try fields.read("_0"),
                try fields.read("_1"))
        } else if word.isWord("agent") {
            self = .agent(
                deaths: try fields.read("deaths"),
                retryAt: try fields.readIfPresent("retryAt"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}
