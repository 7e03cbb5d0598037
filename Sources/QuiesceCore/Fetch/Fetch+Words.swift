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
        case .beginning: "too little is known of it yet"
        }
    }
}

extension Reason {
    /// What a reason about fetches and background tasks says.
    func fetchMeaning(_ detail: Detail?, at now: Moment?) -> Meaning {
        let what = detail?.words ?? "as it is used"
        switch self {
        case .fetchIntervalSet:
            return .event("it set the least time between two of its fetches (\(what))")
        case .fetchPlanned: return .event("now is a good moment to fetch for it: \(what)")
        case .fetchMerged:
            return .event("the device is awake anyway, so it is fetched for a little sooner")
        case .fetchedNothing:
            return .event("it claimed new data, and nothing had come in from the network")
        case .fetchBudgetChanged:
            return .event(
                "how it used its fetches decides how many it gets a day (\(what) used today)")
        case .taskSubmitted: return .event("it asked for a background task (\(what))")
        case .taskCancelled: return .event("it cancelled a background task (\(what))")
        case .taskExpires:
            return .event(
                "its background task is to end: the time is nearly over, or what it needs is gone")
        case _: return fetchRefusal(detail, at: now)
        }
    }

    private func fetchRefusal(_ detail: Detail?, at now: Moment?) -> Meaning {
        switch self {
        case .fetchNever:
            return .refusal(
                "it has not asked to be fetched for (F1)",
                change:
                    "call setMinimumBackgroundFetchInterval, or submit a BGAppRefreshTaskRequest")
        case .fetchTooSoon:
            return .refusal(
                "it asked not to be woken before \(detail.momentWords(now)) (F1)",
                change: "wait, or ask for an earlier one")
        case .fetchGoesOn:
            return .refusal("one goes on already (F2)", change: "wait until it is completed")
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
                "what it fetched last is still fresh (F3)", change: "wait until it is older")
        case .fetchUnlikelyNow:
            let next = detail == nil ? "" : "; the next is foreseen for \(detail.momentWords(now))"
            return .refusal(
                "a better moment is expected, nearer to when it is opened\(next) (F3)",
                change: "wait, or fetch by hand with `quiesce send fetch`")
        case .fetchJustUsed:
            return .refusal(
                "it was left a moment ago, and what it has is still fresh (F3)",
                change: "wait a few minutes")
        case .neverOpened:
            return .refusal("it has not been opened yet (F3)", change: "open it")
        case .taskNotPermitted:
            return .refusal(
                "that task is not among its BGTaskSchedulerPermittedIdentifiers (O4)",
                change: "add it there in its Info.plist")
        case .tooManyTaskRequests:
            return .refusal(
                "it waits for \(Limits.refreshRequests) refresh or \(Limits.processingRequests) processing tasks already",
                change: "cancel one first")
        case .noTaskRequest:
            return .refusal(
                "it has not asked for such a background task",
                change: "submit a request for it first")
        case .conditionsMissing:
            return .refusal(
                "the network or the power that its task requires is missing",
                change: "connect the device to it")
        case .notIdle:
            return .refusal(
                "the device is in use, or was until less than \(Limits.idleBeforeProcessing.spoken) ago",
                change: "lock it and wait")
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
