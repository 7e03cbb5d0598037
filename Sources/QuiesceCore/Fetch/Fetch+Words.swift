// Fetches and background tasks in plain words, for the log and `why`.

extension Detail {
    /// In a few words, of the details about fetches.
    var fetchWords: String {
        switch self {
        case .fetchInterval(let interval): interval?.spoken ?? "never"
        case .plannedFetch(let reason): reason.words
        case .fetchBudget(let used, let most): "\(used) of \(most)"
        case .taskRequest(let kind, let identifier): "\(kind.rawValue) \(identifier)"
        case .notBefore: "not yet"
        case _: ""
        }
    }
}

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
    /// The meaning of a reason about fetches and background tasks.
    func fetchMeaning(_ detail: Detail?, at now: Moment?) -> Meaning {
        let what = detail?.words ?? "as it is used"
        switch self {
        case .fetchIntervalSet:
            return .event("it set its minimum fetch interval (\(what))")
        case .fetchPlanned: return .event("now is a good moment to fetch for it: \(what)")
        case .fetchMerged:
            return .event("the device is awake anyway, so its fetch comes a little early")
        case .fetchedNothing:
            return .event("it reported new data, but nothing came in from the network")
        case .fetchBudgetChanged:
            return .event(
                "its number of fetches a day changed, by how it used them (\(what) used today)")
        case .taskSubmitted: return .event("it asked for a background task (\(what))")
        case .taskCancelled: return .event("it cancelled a background task (\(what))")
        case .taskExpires:
            return .event(
                "its background task has to end: its time is nearly up, or the network or power that it requires is gone"
            )
        case _: return fetchRefusal(detail, at: now)
        }
    }

    private func fetchRefusal(_ detail: Detail?, at now: Moment?) -> Meaning {
        switch self {
        case .fetchNever:
            return .refusal(
                "it has not asked for fetches (F1)",
                change:
                    "call setMinimumBackgroundFetchInterval, or submit a BGAppRefreshTaskRequest")
        case .fetchTooSoon:
            return .refusal(
                "it asked for its next fetch \(detail.momentWords(now)) (F1)",
                change: "wait, or ask for an earlier fetch")
        case .fetchGoesOn:
            return .refusal(
                "a fetch is under way already (F2)", change: "wait until it is completed")
        case .inFront:
            return .refusal(
                "it is in front, and can fetch by itself (F3)", change: "leave it first")
        case .noNetwork:
            return .refusal("there is no network (F3)", change: "connect the device to one")
        case .lowPower:
            return .refusal("the battery is low (F3)", change: "connect the charger")
        case .fetchBudgetSpent:
            return .refusal(
                "its fetches of this day are used up (\(detail?.words ?? "all of them"), F6)",
                change: "wait for midnight; an app that completes its fetches quickly gets more")
        case .deviceFetchBudgetSpent:
            return .refusal(
                "the device's fetches of this day are used up (\(detail?.words ?? "all of them"), F4)",
                change: "wait for midnight")
        case .fetchStillFresh:
            return .refusal(
                "the data of its last fetch is still fresh (F3)", change: "wait a while")
        case .fetchUnlikelyNow:
            let next = detail == nil ? "" : "; the next fetch is planned \(detail.momentWords(now))"
            return .refusal(
                "a better moment is expected, closer to its next use\(next) (F3)",
                change: "wait, or fetch by hand with `quiesce send fetch`")
        case .fetchJustUsed:
            return .refusal(
                "it was left a moment ago, so its data is still fresh (F3)",
                change: "wait a few minutes")
        case .neverOpened:
            return .refusal("it has not been opened yet (F3)", change: "open it")
        case .taskNotPermitted:
            return .refusal(
                "the task is not among its BGTaskSchedulerPermittedIdentifiers (O4)",
                change: "add it there in its Info.plist")
        case .tooManyTaskRequests:
            return .refusal(
                "it has \(Limits.refreshRequests) refresh or \(Limits.processingRequests) processing requests waiting already",
                change: "cancel a request first")
        case .noTaskRequest:
            return .refusal(
                "it has not submitted a request for this background task",
                change: "submit a request for it first")
        case .conditionsMissing:
            return .refusal(
                "the network or the power that its task requires is missing",
                change: "connect the device to the network or to power")
        case .notIdle:
            return .refusal(
                "the device is in use, or was until less than \(Limits.idleBeforeProcessing.spoken) ago",
                change: "lock the device and wait")
        case _: return .event(rawValue)
        }
    }
}

extension Detail? {
    /// How far off it is.
    fileprivate func momentWords(_ now: Moment?) -> String {
        guard case .notBefore(let instant) = self, let now else { return "later" }
        return "in " + max(.zero, instant - now.instant).spoken
    }
}
