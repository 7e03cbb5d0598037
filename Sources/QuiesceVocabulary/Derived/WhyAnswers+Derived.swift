// Derived from Why/WhyAnswers.swift by scripts/derive. Change that, and run it.
// sha256 2ce5641ee30a411f

extension WhyAnswer: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("chain", chain)
        sink.field("endings", endings)
        sink.field("launch", launch)
        sink.field("obstacles", obstacles)
        sink.field("pending", pending)
        sink.field("reason", reason)
        sink.field("refusals", refusals)
        sink.field("rule", rule)
        sink.field("sentence", sentence)
        sink.field("since", since)
        sink.field("state", state)
    }

    public init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        state = try fields.read("state")
        since = try fields.readIfPresent("since")
        launch = try fields.read("launch")
        sentence = try fields.read("sentence")
        reason = try fields.read("reason")
        rule = try fields.readIfPresent("rule")
        obstacles = try fields.read("obstacles")
        pending = try fields.read("pending")
        chain = try fields.read("chain")
        refusals = try fields.read("refusals")
        endings = try fields.read("endings")
    }
}

extension WhyAnswer.Obstacle: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("change", change)
        sink.field("earliest", earliest)
        sink.field("reason", reason)
        sink.field("rule", rule)
        sink.field("sentence", sentence)
    }

    public init(fields: JSONObject) throws(JSONError) {
        reason = try fields.read("reason")
        rule = try fields.readIfPresent("rule")
        sentence = try fields.read("sentence")
        change = try fields.readIfPresent("change")
        earliest = try fields.readIfPresent("earliest")
    }
}

extension DeviceWhyAnswer: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("pending", pending)
        sink.field("refusals", refusals)
        sink.field("sentence", sentence)
    }

    public init(fields: JSONObject) throws(JSONError) {
        sentence = try fields.read("sentence")
        pending = try fields.read("pending")
        refusals = try fields.read("refusals")
    }
}

extension PendingRow: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("earliest", earliest)
        sink.field("kind", kind)
        sink.field("latest", latest)
        sink.field("rule", rule)
        sink.field("sentence", sentence)
    }

    public init(fields: JSONObject) throws(JSONError) {
        kind = try fields.read("kind")
        sentence = try fields.read("sentence")
        rule = try fields.readIfPresent("rule")
        earliest = try fields.readIfPresent("earliest")
        latest = try fields.readIfPresent("latest")
    }
}

extension EndingRow: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("change", change)
        sink.field("detail", detail)
        sink.field("kind", kind)
        sink.field("launch", launch)
        sink.field("reason", reason)
        sink.field("rule", rule)
        sink.field("sentence", sentence)
        sink.field("seq", seq)
        sink.field("time", time)
    }

    public init(fields: JSONObject) throws(JSONError) {
        seq = try fields.readIfPresent("seq")
        time = try fields.read("time")
        app = try fields.read("app")
        launch = try fields.readIfPresent("launch")
        kind = try fields.read("kind")
        reason = try fields.read("reason")
        rule = try fields.readIfPresent("rule")
        detail = try fields.readIfPresent("detail")
        sentence = try fields.read("sentence")
        change = try fields.readIfPresent("change")
    }
}

extension AwakeAnswer: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("apps", apps)
        sink.field("asleep", asleep)
        sink.field("keptAwake", keptAwake)
        sink.field("location", location, unless: [])
        sink.field("more", more)
        sink.field("pending", pending)
        sink.field("sentence", sentence)
    }

    public init(fields: JSONObject) throws(JSONError) {
        asleep = try fields.read("asleep")
        keptAwake = try fields.read("keptAwake")
        sentence = try fields.read("sentence")
        pending = try fields.read("pending")
        apps = try fields.read("apps")
        more = try fields.read("more")
        location = try fields.read("location", or: [])
    }
}

extension AwakeAnswer.App: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("keepsAwake", keepsAwake)
        sink.field("keepsScreenOn", keepsScreenOn, unless: false)
        sink.field("latest", latest)
        sink.field("launch", launch)
        sink.field("pending", pending)
        sink.field("sentence", sentence)
        sink.field("since", since)
        sink.field("state", state)
    }

    public init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        state = try fields.read("state")
        launch = try fields.read("launch")
        since = try fields.read("since")
        sentence = try fields.read("sentence")
        keepsAwake = try fields.read("keepsAwake")
        keepsScreenOn = try fields.read("keepsScreenOn", or: false)
        pending = try fields.read("pending")
        latest = try fields.readIfPresent("latest")
    }
}
