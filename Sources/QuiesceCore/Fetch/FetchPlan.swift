/// Why a fetch is made when it is. The words are stable: the log and `why` print them.
// derive: json
public enum FetchReason: String, Sendable, Hashable, CaseIterable {
    /// The app was used a moment ago, and such apps are often opened again soon.
    case inUse
    /// The device is in use now, and this app tends to be opened then.
    case expectedOpen
    /// The device rests, and the app is usually opened at this time of day.
    case habit
    /// Too little is known of the app yet.
    case beginning
}

/// A fetch that is to begin at a moment, or is foreseen for it.
// derive: json
public struct PlannedFetch: Sendable, Hashable {
    public var app: AppID
    public var at: LocalTime
    public var reason: FetchReason
    /// Opens that are expected to find fresh content through it.
    public var value: Double

    public init(app: AppID, at: LocalTime, reason: FetchReason, value: Double) {
        self.app = app
        self.at = at
        self.reason = reason
        self.value = value
    }
}

/// The fetches of a moment, and when to ask again.
// derive: json
public struct FetchPlan: Sendable, Hashable {
    /// The best first.
    public var fetches: [PlannedFetch]
    /// When to ask again at the latest if nothing happens before; nil: not until something does.
    public var next: LocalTime?

    public init(fetches: [PlannedFetch], next: LocalTime?) {
        self.fetches = fetches
        self.next = next
    }
}

/// The plan for one app's fetches, for `why`.
// derive: json
public struct FetchStanding: Sendable, Hashable {
    /// Why the app is not fetched at a moment. The words are stable.
    // derive: json
    public enum Hold: String, Sendable, Hashable, CaseIterable {
        /// The fetches of this day are used up.
        case budgetSpent
        /// The last fetch is still fresh.
        case stillFresh
        /// A better moment is expected within the day.
        case unlikelyNow
        /// The app hasn't been opened yet.
        case neverOpened
        /// The app is in front: its owner sees what it has.
        case inFront
        /// The app was left a moment ago; opened again now it would be the same visit.
        case justUsed
    }

    /// Fetches left this day.
    public var budgetLeft: Int
    /// The next moment within a day at which a fetch is foreseen.
    public var nextLikely: LocalTime?
    /// nil: it is due now.
    public var hold: Hold?

    public init(budgetLeft: Int, nextLikely: LocalTime?, hold: Hold?) {
        self.budgetLeft = budgetLeft
        self.nextLikely = nextLikely
        self.hold = hold
    }
}
