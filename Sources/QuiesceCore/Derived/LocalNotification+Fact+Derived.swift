// Derived from Notifications/LocalNotification+Fact.swift by scripts/derive. Change that, and run it.
// sha256 06a11e2c0d7a7506

extension LocalNotification: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("id", id)
        sink.field("app", app)
        sink.field("name", name)
        sink.field("content", content)
        sink.field("types", types)
        sink.field("badge", badge)
        sink.field("rule", rule)
        sink.field("fired", fired)
        sink.field("shown", shown)
        sink.field("untaken", untaken)
        sink.field("handed", isHanded)
        sink.field("push", push)
        sink.field("category", category)
        sink.field("lastFired", lastFired)
        sink.field("place", place)
    }

    public init(fields: JSONObject) throws(JSONError) {
        id = try fields.read("id")
        app = try fields.read("app")
        name = try fields.read("name")
        content = try fields.read("content")
        types = try fields.read("types")
        badge = try fields.readIfPresent("badge")
        rule = try fields.readIfPresent("rule")
        fired = try fields.read("fired")
        shown = try fields.readIfPresent("shown")
        untaken = try fields.readIfPresent("untaken")
        isHanded = try fields.read("handed")
        push = try fields.readIfPresent("push")
        category = try fields.readIfPresent("category")
        lastFired = try fields.readIfPresent("lastFired")
        place = try fields.readIfPresent("place")
    }
}

extension LocalNotification.Place: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("trigger", trigger)
        sink.field("crossing", crossing)
    }

    public init(fields: JSONObject) throws(JSONError) {
        trigger = try fields.read("trigger")
        crossing = try fields.read("crossing")
    }
}

extension LocalNotification.Source: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("id", id)
        sink.field("payload", payload)
        sink.field("collapse", collapse)
    }

    public init(fields: JSONObject) throws(JSONError) {
        id = try fields.read("id")
        payload = try fields.read("payload")
        collapse = try fields.readIfPresent("collapse")
    }
}

extension LocalNotification.Shown: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("at", at)
        sink.field("late", late)
        sink.field("types", types)
        sink.field("style", style)
        sink.field("asked", asked)
    }

    public init(fields: JSONObject) throws(JSONError) {
        at = try fields.read("at")
        late = try fields.readIfPresent("late")
        types = try fields.read("types")
        style = try fields.readIfPresent("style")
        asked = try fields.read("asked")
    }
}

extension LocalNotification.Untaken: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("launch", launch)
        sink.field("at", at)
        sink.field("waits", waits)
        sink.field("isHeld", isHeld)
    }

    public init(fields: JSONObject) throws(JSONError) {
        launch = try fields.read("launch")
        at = try fields.read("at")
        waits = try fields.readIfPresent("waits")
        isHeld = try fields.readIfPresent("isHeld")
    }
}
