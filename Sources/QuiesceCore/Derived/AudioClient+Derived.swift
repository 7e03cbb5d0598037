// Derived from Audio/AudioClient.swift by scripts/derive. Change that, and run it.
// sha256 0f61dd8e718f6f6a

extension AudioClient: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("launch", launch)
        sink.field("setting", setting)
        sink.field("isActive", isActive, unless: false)
        sink.field("interrupter", interrupter)
        sink.field("claim", claim)
        sink.field("reading", reading)
        sink.field("isHeard", isHeard, unless: false)
        sink.field("quietSince", quietSince)
        sink.field("isAwaited", isAwaited, unless: false)
        sink.field("goesOn", goesOn, unless: false)
        sink.field("wasInFront", wasInFront, unless: false)
        sink.field("item", item)
        sink.field("takes", takes, unless: [])
        sink.field("told", told)
    }

    init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        launch = try fields.read("launch")
        setting = try fields.readIfPresent("setting")
        isActive = try fields.read("isActive", or: false)
        interrupter = try fields.readIfPresent("interrupter")
        claim = try fields.read("claim")
        reading = try fields.read("reading")
        isHeard = try fields.read("isHeard", or: false)
        quietSince = try fields.readIfPresent("quietSince")
        isAwaited = try fields.read("isAwaited", or: false)
        goesOn = try fields.read("goesOn", or: false)
        wasInFront = try fields.read("wasInFront", or: false)
        item = try fields.readIfPresent("item")
        takes = try fields.read("takes", or: [])
        told = try fields.readIfPresent("told")
    }
}

extension AudioInterrupter: Described, JSONReadable {
    func describe(to sink: inout some Sink) {
        switch self {
        case .app(let value0):
            sink.beginCase("app", number: 0)
            sink.field("_0", value0)
        case .call:
            sink.beginCase("call", number: 1)
        case .background:
            sink.beginCase("background", number: 2)
        }
        sink.endCase()
    }

    init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("app") {
            self = .app(
                try fields.read("_0"))
        } else if word.isWord("call") {
            self = .call
        } else if word.isWord("background") {
            self = .background
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}
