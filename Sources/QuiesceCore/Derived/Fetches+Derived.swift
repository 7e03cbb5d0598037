// Derived from Fetch/Fetches.swift by scripts/derive. Change that, and run it.
// sha256 cc711d78a96fbe27

extension Fetches: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("scheduler", scheduler)
        sink.field("apps", plans)
        sink.field("budget", budget)
        sink.field("day", day)
        sink.field("due", due)
        sink.field("askedAt", askedAt)
        sink.field("isDirty", isDirty)
        sink.field("isFull", isFull)
        sink.field("front", front)
        sink.field("isScreenOn", isScreenOn)
        sink.field("screenSince", screenSince)
        sink.field("epoch", epoch)
        sink.field("offset", offset)
        sink.field("conditions", conditions)
        sink.field("lastWake", lastWake)
        sink.field("stored", stored)
        sink.field("refused", refused)
    }

    init(fields: JSONObject) throws(JSONError) {
        scheduler = try fields.read("scheduler")
        plans = try fields.read("apps")
        budget = try fields.read("budget")
        day = try fields.read("day")
        due = try fields.readIfPresent("due")
        askedAt = try fields.readIfPresent("askedAt")
        isDirty = try fields.read("isDirty")
        isFull = try fields.read("isFull")
        front = try fields.readIfPresent("front")
        isScreenOn = try fields.read("isScreenOn")
        screenSince = try fields.read("screenSince")
        epoch = try fields.readIfPresent("epoch")
        offset = try fields.read("offset")
        conditions = try fields.read("conditions")
        lastWake = try fields.read("lastWake")
        stored = try fields.readIfPresent("stored")
        refused = try fields.read("refused")
    }
}

extension Fetches.Refused: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("launch", launch)
        sink.field("refusal", refusal)
    }

    init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        launch = try fields.read("launch")
        refusal = try fields.read("refusal")
    }
}

extension AppFetches: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("minimumInterval", minimumInterval)
        sink.field("tasks", tasks)
        sink.field("last", last)
        sink.field("lastWall", lastWall)
        sink.field("budget", budget)
        sink.field("credit", credit)
        sink.field("running", running)
        sink.field("fetchedNothing", fetchedNothing)
        sink.field("processing", processing)
        sink.field("processingNeeds", processingNeeds)
        sink.field("stored", stored)
    }

    init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        minimumInterval = try fields.readIfPresent("minimumInterval")
        tasks = try fields.read("tasks")
        last = try fields.readIfPresent("last")
        lastWall = try fields.readIfPresent("lastWall")
        budget = try fields.read("budget")
        credit = try fields.read("credit")
        running = try fields.readIfPresent("running")
        fetchedNothing = try fields.readIfPresent("fetchedNothing")
        processing = try fields.readIfPresent("processing")
        processingNeeds = try fields.readIfPresent("processingNeeds")
        stored = try fields.readIfPresent("stored")
    }
}
