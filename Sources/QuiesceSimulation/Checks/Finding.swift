import QuiesceCore

/// What a simulation must never show.
public enum Invariant: String, Sendable, Hashable, Codable, CaseIterable {
    case oneProcessPerApp = "at most one live process per app, and launch numbers only grow"
    case frozenIsSuspended = "frozen if and only if suspended"
    case nobodyOverstays = "nobody runs out of sight past its deadline and grace"
    case oneVerdict = "one verdict per wake-up"
    case nothingCrosses = "nothing meant for one app reaches another"
    case queuesAreBounded = "every queue keeps its limit"
    case oneInFront = "at most one app in front"
    case interruptionsEnd = "the app in front is active if and only if nothing lies over it"
    case netChange =
        "apps that run are told what has changed of the device, all in all, and no others"
    case worstGoFirst = "nobody is purged while somebody worse off, or larger, lives"
    case acknowledgedIsDurable = "what was acknowledged is durable"
    case restartsAreEquivalent = "a restart knows what the last daemon knew"
    case timerIsEarliest = "the timer is set for the earliest deadline"
    case obedientLive = "an app that obeys is not killed for disobeying"
    case answeredOnce = "whoever asks is answered at most once"
    case touchesReachActive = "no touch reaches an app that isn't active"
    case snapshotsAreHidden =
        "a snapshot is of what the app showed when didEnterBackground returned"
    case nothingBeforeFirstUnlock = "nothing is launched before the first unlock with a passcode"
    case lockedIsUnreadable = "no key is handed out while protected data is locked"
    case wholeFiles = "a finished file is one version of the server's, and all of it"
    case runsWhenAllowed = "a transfer runs only when, and as often as, it may"
    case delegateOrder = "a session's delegate is told in the documented order"
    case littleComesAgain = "at most 4 MiB come again for each death of the agent"
    case firesOnce = "each occurrence of a notification fires once, and none early"
    case fetchesAsAsked =
        "what is planned of fetches and tasks was asked for, isn't barred, and keeps its budget"
    case pushesArriveOnce = "no push is lost, and each comes to one end"
    case pushOrder = "what a push shows is shown when the profile says"
    case pushesAsAllowed = "a push wakes nobody who may not be woken"
    case pushesAreRationed = "silent pushes keep their ration, and one of an app waits at most"
    case progresses = "time goes on"
    /// Phase 2: faults are off, and a day has passed.
    case settles = "everything settles within a day without faults"
}

/// An invariant that didn't hold, and when.
public struct Finding: Sendable, Hashable, CustomStringConvertible {
    public var invariant: Invariant
    public var problem: String
    /// The app concerned, what the core says about it, and what it decided last.
    public var explanation: [String]
    /// The place of the step in the scenario; nil: in the day after it.
    public var step: Int?
    /// Since the start.
    public var after: Interval

    public var description: String {
        let place = step.map { "step \($0 + 1)" } ?? "the day without faults"
        let head = "\(invariant.rawValue): \(problem) (\(place), after \(after.spoken))"
        return ([head] + explanation.map { "  " + $0 }).joined(separator: "\n")
    }
}
