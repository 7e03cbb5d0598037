// Scheduled thaws in plain words, for the log and `why`.
extension Reason {
    public static let thawScheduled = Reason("thawScheduled") { detail, _ in
        .event("the user sets when it is thawed: \(detail.words(or: "by a schedule"))")
    }
    public static let wokenForThaw = Reason(
        "wokenForThaw",
        .event("it is thawed by its schedule"))
    public static let wokenForTraffic = Reason(
        "wokenForTraffic", .event("data arrived for it, or its connections need an answer"))
    public static let serverGaveUp = Reason("serverGaveUp") { detail, _ in
        .event("a server gave it up after \(detail.words(or: "a while")); it is thawed sooner")
    }
    public static let connectedAnew = Reason("connectedAnew") { detail, _ in
        .event(
            "a server had dropped it while it slept; it is thawed every \(detail.words(or: "so often"))"
        )
    }
    public static let keptAwake = Reason(
        "keptAwake", .event("it takes less CPU time awake than frozen, or is tried for that"))
    public static let triedAwake = Reason("triedAwake") { detail, _ in
        .event(
            "it takes \(detail.words(or: "some")) of CPU time a minute frozen: whether it takes less awake is tried"
        )
    }
    public static let cheaperAwake = Reason("cheaperAwake") { detail, _ in
        .event(
            "it is left awake, as it takes less CPU time so than frozen: \(detail.words(or: "some")) a minute"
        )
    }
    public static let dearerAwake = Reason("dearerAwake") { detail, _ in
        .event(
            "it is suspended again, as it takes more CPU time awake than frozen: \(detail.words(or: "some")) a minute"
        )
    }
    public static let thawsHostedOnly = Reason(
        "thawsHostedOnly",
        .refusal(
            "only a hosted program is thawed by a schedule; an app says itself what wakes it",
            change: "declare a mode in UIBackgroundModes, or host the program with QuiesceHosted"))
    public static let thawImpossible = Reason(
        "thawImpossible",
        .refusal(
            "the schedule isn't possible", change: "write \(ThawSchedule.form)"))
    public static let noThawSchedule = Reason(
        "noThawSchedule",
        .refusal(
            "it has no schedule",
            change:
                "set one with `quiesce thaw APP every 10m for 20s`, or as QuiesceThaw in its Info.plist"
        ))
    public static let thawNeedsProcess = Reason(
        "thawNeedsProcess",
        .refusal(
            "a schedule thaws a program that is suspended, and launches none",
            change: "open it"))
    public static let thawNotAllowed = Reason(
        "thawNotAllowed",
        .refusal(
            "the user has stopped its schedule",
            change: "let it with `quiesce permissions APP scheduledThaw allow`"))
}

extension Thaw {
    static let reasons: [Reason] = [
        .thawScheduled, .wokenForThaw, .wokenForTraffic, .serverGaveUp, .connectedAnew,
        .keptAwake, .triedAwake, .cheaperAwake, .dearerAwake,
        .thawsHostedOnly, .thawImpossible, .noThawSchedule,
        .thawNeedsProcess, .thawNotAllowed,
    ]
}
