// Derived from VoIP/VoIPClient.swift by scripts/derive. Change that, and run it.
// sha256 4ec233d659bed47b

extension VoIPClient: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("launch", launch)
        sink.field("sockets", sockets, unless: [])
        sink.field("over", over, unless: [])
        sink.field("isWatched", isWatched, unless: false)
        sink.field("keepAlive", keepAlive)
        sink.field("ration", quotaSpentUntil)
        sink.field("isRationed", isOverQuota, unless: false)
        sink.field("wake", wake)
        sink.field("inVain", inVain, unless: 0)
        sink.field("relaunch", relaunch)
        sink.field("relaunches", relaunches, unless: 0)
        sink.field("launchedAt", launchedAt)
    }

    init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        launch = try fields.readIfPresent("launch")
        sockets = try fields.read("sockets", or: [])
        over = try fields.read("over", or: [])
        isWatched = try fields.read("isWatched", or: false)
        keepAlive = try fields.readIfPresent("keepAlive")
        quotaSpentUntil = try fields.read("ration")
        isOverQuota = try fields.read("isRationed", or: false)
        wake = try fields.readIfPresent("wake")
        inVain = try fields.read("inVain", or: 0)
        relaunch = try fields.readIfPresent("relaunch")
        relaunches = try fields.read("relaunches", or: 0)
        launchedAt = try fields.readIfPresent("launchedAt")
    }
}

extension VoIPRelaunch: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("at", at)
        sink.field("why", why)
    }

    init(fields: JSONObject) throws(JSONError) {
        at = try fields.read("at")
        why = try fields.read("why")
    }
}

extension VoIPRelaunch.Why: Described, JSONReadable {
    func describe(to sink: inout some Sink) {
        switch self {
        case .deviceStarted: sink.word("deviceStarted", number: 0)
        case .ended: sink.word("ended", number: 1)
        }
    }

    init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}
