// Derived from Push/PushDetail.swift by scripts/derive. Change that, and run it.
// sha256 46a067f38ffb1cda

extension PushDetail: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .about(let value0):
            sink.beginCase("about", number: 0)
            sink.field("_0", value0)
        case .held(let value0, let value1):
            sink.beginCase("held", number: 1)
            sink.field("_0", value0)
            sink.field("until", value1)
        case .merged(let value0, let value1):
            sink.beginCase("merged", number: 2)
            sink.field("_0", value0)
            sink.field("into", value1)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("about") {
            self = .about(
                try fields.read("_0"))
        } else if word.isWord("held") {
            self = .held(
                try fields.read("_0"),
                until: try fields.readIfPresent("until"))
        } else if word.isWord("merged") {
            self = .merged(
                try fields.read("_0"),
                into: try fields.read("into"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}
