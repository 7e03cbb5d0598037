// Derived from Windows/Windows.swift by scripts/derive. Change that, and run it.
// sha256 4e6ea1fada6752d1

extension Windows: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("clients", clients, unless: [])
        sink.field("focused", focused)
        sink.field("isFocusNew", isFocusNew, unless: false)
        sink.field("isFollowed", isFollowed, unless: false)
    }

    init(fields: JSONObject) throws(JSONError) {
        clients = try fields.read("clients", or: [])
        focused = try fields.readIfPresent("focused")
        isFocusNew = try fields.read("isFocusNew", or: false)
        isFollowed = try fields.read("isFollowed", or: false)
    }
}

extension Windows.Client: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("launch", launch)
        sink.field("isKnown", isKnown, unless: false)
        sink.field("hasWindow", hasWindow, unless: false)
        sink.field("isShown", isShown, unless: false)
        sink.field("staysUntil", staysUntil)
    }

    init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        launch = try fields.read("launch")
        isKnown = try fields.read("isKnown", or: false)
        hasWindow = try fields.read("hasWindow", or: false)
        isShown = try fields.read("isShown", or: false)
        staysUntil = try fields.readIfPresent("staysUntil")
    }
}

extension Windows.Focus: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("launch", launch)
    }

    init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        launch = try fields.read("launch")
    }
}
