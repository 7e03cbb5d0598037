// Derived from Windows/WindowEvent.swift by scripts/derive. Change that, and run it.
// sha256 14d4c56f2ae6ebb4

extension WindowEvent: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .seen(let value0):
            sink.beginCase("seen", number: 0)
            sink.field("_0", value0)
        case .lost:
            sink.beginCase("lost", number: 1)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("seen") {
            self = .seen(
                try fields.read("_0"))
        } else if word.isWord("lost") {
            self = .lost
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension AppWindows: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("launch", launch)
        sink.field("isShown", isShown)
        sink.field("isFocused", isFocused)
    }

    public init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        launch = try fields.read("launch")
        isShown = try fields.read("isShown")
        isFocused = try fields.read("isFocused")
    }
}
