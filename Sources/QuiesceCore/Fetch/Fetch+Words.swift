// Fetches and background tasks in plain words, for the log and `why`.

extension FetchReason {
    var words: String {
        switch self {
        case .inUse: "it was used a moment ago"
        case .expectedOpen: "it is likely to be opened soon, as the device is in use"
        case .habit: "it is usually opened at this time"
        case .beginning: "too little is known about its use yet"
        }
    }
}

extension Reason {
    public static let fetchIntervalSet = Reason("fetchIntervalSet") { detail, _ in
        .event("it set its minimum fetch interval (\(detail.words(or: "as it is used")))")
    }
    public static let fetchPlanned = Reason("fetchPlanned") { detail, now in
        .event("now is a good moment to fetch for it: \(detail.words(or: "as it is used"))")
    }
    public static let fetchMerged = Reason(
        "fetchMerged",
        .event("the device is awake anyway, so its fetch comes a little early"))
    public static let fetchedNothing = Reason(
        "fetchedNothing",
        .event("it reported new data, but nothing came in for it from the network"))
    public static let fetchBudgetChanged = Reason("fetchBudgetChanged") { detail, _ in
        .event(
            "its number of fetches a day changed, by how it used them (\(detail.words(or: "as it is used")) used today)"
        )
    }
    public static let taskSubmitted = Reason("taskSubmitted") { detail, _ in
        .event("it asked for a background task (\(detail.words(or: "as it is used")))")
    }
    public static let taskCancelled = Reason("taskCancelled") { detail, _ in
        .event("it cancelled a background task (\(detail.words(or: "as it is used")))")
    }
    public static let taskExpires = Reason(
        "taskExpires",
        .event(
            "its background task has to end: its time is nearly up, the network or power that it requires is gone, or Low Power Mode is on"
        ))
    public static let fetchNever = Reason(
        "fetchNever",
        .refusal(
            "it has not asked for fetches (F1)",
            change:
                "call setMinimumBackgroundFetchInterval, or submit a BGAppRefreshTaskRequest"))
    public static let fetchTooSoon = Reason("fetchTooSoon") { detail, now in
        .refusal(
            "it asked for its next fetch \(detail.momentWords(now)) (F1)",
            change: "wait, or ask for an earlier fetch")
    }
    public static let fetchGoesOn = Reason(
        "fetchGoesOn",
        .refusal(
            "a fetch is under way already (F2)", change: "wait until it is completed"))
    public static let inFront = Reason(
        "inFront",
        .refusal(
            "it is in front, and can fetch by itself (F3)", change: "leave it first"))
    public static let noNetwork = Reason(
        "noNetwork",
        .refusal("there is no network (F3)", change: "connect the device to one"))
    public static let lowPower = Reason(
        "lowPower",
        .refusal("the battery is low (F3)", change: "connect the charger"))
    // Energy Efficiency Guide for iOS Apps, "React to Low Power Mode on iPhones": discretionary and
    // background activities, including networking, pause. `isLowPowerModeEnabled` says the same.
    public static let lowPowerMode = Reason(
        "lowPowerMode",
        .refusal(
            "Low Power Mode is on, in which background activities pause (F2, F3)",
            change: "switch Low Power Mode off, as with `quiesce send low-power off`"))
    public static let fetchBudgetSpent = Reason("fetchBudgetSpent") { detail, _ in
        .refusal(
            "its fetches of this day are used up (\(detail?.words ?? "all of them"), F6)",
            change: "wait for midnight; an app that completes its fetches quickly gets more")
    }
    public static let deviceFetchBudgetSpent = Reason("deviceFetchBudgetSpent") { detail, _ in
        .refusal(
            "the device's fetches of this day are used up (\(detail?.words ?? "all of them"), F4)",
            change: "wait for midnight")
    }
    public static let fetchStillFresh = Reason(
        "fetchStillFresh",
        .refusal(
            "the data of its last fetch is still fresh (F3)", change: "wait a while"))
    public static let fetchUnlikelyNow = Reason("fetchUnlikelyNow") { detail, now in
        let next = detail == nil ? "" : "; the next fetch is planned \(detail.momentWords(now))"
        return .refusal(
            "a better moment is expected, closer to its next use\(next) (F3)",
            change: "wait, or fetch by hand with `quiesce send fetch`")
    }
    public static let fetchJustUsed = Reason(
        "fetchJustUsed",
        .refusal(
            "it was left a moment ago, so its data is still fresh (F3)",
            change: "wait a few minutes"))
    public static let neverOpened = Reason(
        "neverOpened",
        .refusal("it has not been opened yet (F3)", change: "open it"))
    public static let taskNotPermitted = Reason(
        "taskNotPermitted",
        .refusal(
            "the task is not among its BGTaskSchedulerPermittedIdentifiers (O4)",
            change: "add it there in its Info.plist"))
    public static let tooManyTaskRequests = Reason(
        "tooManyTaskRequests",
        .refusal(
            "it has \(Limits.refreshRequests) refresh or \(Limits.processingRequests) processing requests waiting already",
            change: "cancel a request first"))
    public static let noTaskRequest = Reason(
        "noTaskRequest",
        .refusal(
            "it has not submitted a request for this background task",
            change: "submit a request for it first"))
    public static let conditionsMissing = Reason(
        "conditionsMissing",
        .refusal(
            "the network or the power that its task requires is missing",
            change: "connect the device to the network or to power"))
    public static let notIdle = Reason(
        "notIdle",
        .refusal(
            "the device is in use, or was until less than \(Limits.idleBeforeProcessing.spoken) ago",
            change: "lock the device and wait"))

    static let ofFetches: [Reason] = [
        .fetchIntervalSet, .fetchPlanned, .fetchMerged, .fetchedNothing, .fetchBudgetChanged,
        .taskSubmitted, .taskCancelled, .taskExpires, .fetchNever, .fetchTooSoon, .fetchGoesOn,
        .inFront, .noNetwork, .lowPower, .lowPowerMode, .fetchBudgetSpent, .deviceFetchBudgetSpent,
        .fetchStillFresh, .fetchUnlikelyNow, .fetchJustUsed, .neverOpened, .taskNotPermitted,
        .tooManyTaskRequests, .noTaskRequest, .conditionsMissing, .notIdle,
    ]
}

extension Detail? {
    /// How far off it is.
    fileprivate func momentWords(_ now: Moment?) -> String {
        guard case .notBefore(let instant) = self, let now else { return "later" }
        return "in " + max(.zero, instant - now.instant).spoken
    }
}
