// Derived from Transfers/Reply/EntityValidator.swift by scripts/derive. Change that, and run it.
// sha256 9562737f26c97fea

extension EntityValidator: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .etag(let value0):
            sink.beginCase("etag", number: 0)
            sink.field("_0", value0)
        case .lastModified(let value0):
            sink.beginCase("lastModified", number: 1)
            sink.field("_0", value0)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("etag") {
            self = .etag(
                try fields.read("_0"))
        } else if word.isWord("lastModified") {
            self = .lastModified(
                try fields.read("_0"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}
