// Derived from Spine/Surroundings.swift by scripts/derive. Change that, and run it.
// sha256 2848a16f2252e3f4

extension Surroundings: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("profile", sharedProfile)
        sink.field("apps", apps)
        sink.field("foreground", foreground)
        sink.field("recents", recents)
        sink.field("isLocked", isLocked)
        sink.field("isLockedBySleep", isLockedBySleep)
        sink.field("locking", locking)
        sink.field("protection", protection)
        sink.field("interruptions", interruptions)
        sink.field("awaitsFront", awaitsFront)
        sink.field("behindLock", behindLock)
        sink.field("isAsleep", isAsleep)
        sink.field("sleepDeferred", sleepDeferred)
        sink.field("sharesAwakeTime", sharesAwakeTime)
        sink.field("shuttingDown", shuttingDown)
        sink.field("hasStopped", hasStopped)
        sink.field("conditions", device)
        sink.field("calendar", calendar)
        sink.field("lastWake", lastWake)
        sink.field("lastDecision", lastDecision)
        sink.field("history", history)
        sink.field("sharedPayloads", sharedPayloads)
    }

    init(fields: JSONObject) throws(JSONError) {
        sharedProfile = try fields.read("profile")
        apps = try fields.read("apps")
        foreground = try fields.readIfPresent("foreground")
        recents = try fields.read("recents")
        isLocked = try fields.read("isLocked")
        isLockedBySleep = try fields.read("isLockedBySleep")
        locking = try fields.readIfPresent("locking")
        protection = try fields.read("protection")
        interruptions = try fields.read("interruptions")
        awaitsFront = try fields.readIfPresent("awaitsFront")
        behindLock = try fields.readIfPresent("behindLock")
        isAsleep = try fields.read("isAsleep")
        sleepDeferred = try fields.read("sleepDeferred")
        sharesAwakeTime = try fields.read("sharesAwakeTime")
        shuttingDown = try fields.readIfPresent("shuttingDown")
        hasStopped = try fields.read("hasStopped")
        device = try fields.read("conditions")
        calendar = try fields.readIfPresent("calendar")
        lastWake = try fields.read("lastWake")
        lastDecision = try fields.read("lastDecision")
        history = try fields.read("history")
        sharedPayloads = try fields.read("sharedPayloads")
    }
}
