/// The used part of a day's budget.
// derive: json
public struct DayBudget: Sendable, Hashable {
    /// As `BudgetDay` counts them.
    public internal(set) var day: Int64 = 0
    public internal(set) var used = 0

    public init() {}

    func used(on day: Int64) -> Int { day == self.day ? max(0, used) : 0 }

    mutating func count(on day: Int64) {
        used = used(on: day) + 1
        self.day = day
    }
}

/// The days that budgets count, one after the other. A day ends at midnight on the wall; setting
/// the clock begins none, so that nobody gets a second budget by it (T1, T2 of the reliability
/// catalogue). Nor does a midnight soon after the last: a clock that is set to shortly before it
/// shows as many as somebody likes.
// derive: json
public struct BudgetDay: Sendable, Hashable {
    public internal(set) var number: Int64 = 0
    /// On the wall.
    var wallDay: Int64?
    /// When it began, as the clock now counts; nil: nobody saw it begin.
    package var began: WallTime?

    public init() {}

    /// It is `wallDay` on the wall, which shows `now`; `clockSetBy`: zero unless that is for no
    /// other reason.
    mutating func follow(_ wallDay: Int64, at now: WallTime, clockSetBy step: Interval) {
        let clockWasSet = step != .zero
        // After a start without a clock nobody knows how long it has lasted.
        began = began.flatMap { $0 + step <= now ? $0 + step : nil }
        defer { if clockWasSet { self.wallDay = wallDay } }
        guard let known = self.wallDay else {
            self.wallDay = wallDay
            return
        }
        // A clock that is behind, as after a start without one, begins no day before it has caught
        // up.
        guard wallDay > known else { return }
        self.wallDay = wallDay
        if clockWasSet || began.map({ now - $0 < Limits.shortestBudgetDay }) ?? false { return }
        began = now
        number &+= 1
    }
}

/// An app's credit, earned by its use of fetches (F6): the quick and honest get all of the budget,
/// the others less, down to an eighth.
public struct FetchCredit: Sendable, Hashable {
    /// In eighths of the budget. It begins with most of it, so that there is something to earn.
    public private(set) var eighths = 6

    public init() {}

    func allows(_ budget: Int) -> Int { max(1, budget * eighths / 8) }

    mutating func add(_ verdict: Verdict) {
        switch verdict {
        case .good: eighths = min(eighths + 1, 8)
        case .fair: break
        case .poor: eighths = max(eighths - 1, 1)
        // An app that is ended for its fetches has most to learn.
        case .missing: eighths = max(eighths - 3, 1)
        }
    }

    // derive: json
    enum Verdict: String, Sendable, Hashable {
        /// Done within a third of the time, and it said what it found.
        case good
        case fair
        /// It took more than two thirds of the time, failed, or claims data without having
        /// downloaded any.
        case poor
        /// It never called its completion handler, or died.
        case missing
    }
}

extension FetchCredit.Verdict {
    /// A fetch's verdict on its app: the fetch took `took` of `limit`.
    ///
    /// - Parameter isEmpty: it is known that nothing has come in for the app meanwhile.
    init(
        _ reason: Reason, took: Interval, of limit: Interval, hasNetwork: Bool, isEmpty: Bool
    ) {
        let third = limit.nanoseconds / 3
        if reason == .appEnded {
            self = .missing
        } else if reason == .completedFailed {
            // No fault of its own without a network.
            self = hasNetwork ? .poor : .fair
        } else if reason == .completedNewData, !hasNetwork || isEmpty {
            self = .poor
        } else if took.nanoseconds <= third {
            self = .good
        } else {
            self = took.nanoseconds > 2 * third ? .poor : .fair
        }
    }
}

extension FetchCredit: WrittenAs {
    public var written: Int { eighths }
    public init(written: Int) { eighths = min(max(written, 1), 8) }
}
