import QuiesceCore

/// The timed work of a day of fifty apps; the same seed makes the same day.
///
/// How often each kind comes is made up, and its reason is beside it. What slack each kind has is
/// the core's; keep-alives it doesn't have yet.
struct TimedDay {
    static let second: Int64 = 1_000_000_000
    static let length = 86_400 * second

    enum Kind: String, CaseIterable {
        case fetch, processing, keepAlive, transferRetry, notification, taskWarning, calendar
    }

    /// The next moment of a piece of work: by the clock, or after it was done last.
    struct Step {
        var isAfterLast: Bool
        var earliest: Int64
        var latest: Int64

        static func at(_ moment: Int64, sooner: Int64 = 0, later: Int64 = 0) -> Step {
            Step(isAfterLast: false, earliest: max(0, moment - sooner), latest: moment + later)
        }
        static func after(_ wait: Int64, sooner: Int64 = 0, later: Int64 = 0) -> Step {
            Step(isAfterLast: true, earliest: wait - sooner, latest: wait + later)
        }
    }

    struct Work {
        var kind: Kind
        var steps: [Step]
    }

    private(set) var work: [Work] = []
    private var random: SplitMix64

    /// - Parameter retriesWait: retries have the core's slack; else they come when their delay is
    ///   over.
    init(seed: UInt64, retriesWait: Bool) {
        random = SplitMix64(state: seed)
        addFetches()
        addProcessing()
        addKeepAlives()
        addRetries(retriesWait)
        addNotifications()
        addTaskWarnings()
        // Midnight.
        work.append(Work(kind: .calendar, steps: [.at(0)]))
    }

    /// 30 of the apps are fetched for, four times each: together the profile's 120 a day. People
    /// use the device from 7 to 23 h.
    private mutating func addFetches() {
        for _ in 0..<30 {
            let steps = (0..<4).map { part in
                let begin = (7 + 4 * Int64(part)) * 3_600
                // Fetched content is fresh for 900 s.
                return Step.at(
                    between(begin, begin + 4 * 3_600 - 900), sooner: Limits.fetchSlack.nanoseconds)
            }
            work.append(Work(kind: .fetch, steps: steps))
        }
    }

    /// 8 apps have one processing task a night.
    private mutating func addProcessing() {
        for _ in 0..<8 {
            let begin = between(3_600, 5 * 3_600)
            work.append(
                Work(
                    kind: .processing,
                    steps: [.at(begin, later: Limits.fetchSlack.nanoseconds)]))
        }
    }

    /// 6 apps hold a connection open. iOS allows no interval below 600 s, and apps ask for it or
    /// for a little more, as routers forget connections. A tenth sooner: the interval is the
    /// longest that may pass.
    private mutating func addKeepAlives() {
        for interval in [600, 600, 600, 900, 900, 1_800] as [Int64] {
            let wait = interval * Self.second
            var steps = [Step.at(between(0, interval))]
            // More than pass in a day if each is as soon as it may be.
            steps += (0...(100_000 / interval)).map { _ in .after(wait, sooner: wait / 10) }
            work.append(Work(kind: .keepAlive, steps: steps))
        }
    }

    /// Three times a day the server of each of 10 apps doesn't answer for up to an hour: tried
    /// again after a second, then after twice as long, up to ten minutes, each time less up to half
    /// of it, as `Jitter` does.
    private mutating func addRetries(_ wait: Bool) {
        for _ in 0..<30 {
            let end = between(0, 3_600)
            var (delay, elapsed) = (Limits.transferRetryFirst.nanoseconds, Int64(0))
            var steps = [Step.at(between(0, 86_400 - 3_600))]
            while elapsed < end {
                let spread = delay / 2 + random.below(delay / 2)
                let slack = min(
                    spread / Limits.retrySlackPart, Limits.retrySlackMost.nanoseconds)
                steps.append(.after(spread, later: wait ? slack : 0))
                elapsed += spread
                delay = min(2 * delay, Limits.transferRetryMost.nanoseconds)
            }
            work.append(Work(kind: .transferRetry, steps: steps))
        }
    }

    /// 20 apps notify twice: half at a time that somebody chose, on five minutes, half when a
    /// countdown ends. They promise the moment.
    private mutating func addNotifications() {
        for _ in 0..<20 {
            let chosen = between(7 * 12, 23 * 12) / Self.second * 300 * Self.second
            work.append(Work(kind: .notification, steps: [.at(chosen)]))
            work.append(
                Work(kind: .notification, steps: [.at(between(7 * 3_600, 23 * 3_600))]))
        }
    }

    /// 24 times an app that was left is still at work when its background time runs out.
    private mutating func addTaskWarnings() {
        for _ in 0..<24 {
            let slack = PolicyProfile.ios8.expirationWarningSlack.nanoseconds
            work.append(
                Work(
                    kind: .taskWarning,
                    steps: [.at(between(7 * 3_600, 23 * 3_600), sooner: slack)]))
        }
    }

    /// Nanoseconds of so many seconds.
    private mutating func between(_ least: Int64, _ most: Int64) -> Int64 {
        least * Self.second + random.below((most - least) * Self.second)
    }
}

extension SplitMix64 {
    mutating func below(_ limit: Int64) -> Int64 {
        Int64(next() % UInt64(max(1, limit)))
    }
}
