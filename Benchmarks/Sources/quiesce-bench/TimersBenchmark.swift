import QuiesceCore

/// How often a device wakes up in a day for the timed work of fifty apps, by the rule that merges
/// it.
struct TimersBenchmark {
    /// Days with other seeds; systemd's offset within the minute is another on each, too.
    let days: UInt64

    init(rounds: Int) { days = UInt64(min(100, rounds)) }

    func run() -> Section {
        // Nobody waits with a retry who has nothing to share its wake-up with, or adds to it
        // anyway.
        let rules: [(name: String, rule: MergingRule, retriesWait: Bool)] = [
            ("each timer on its own", .alone, false),
            ("systemd, AccuracySec=1min for all", .accuracy(.minute), false),
            ("systemd, 1min, 1us where a moment is promised", .accuracy(.minuteWithin), true),
            ("systemd, AccuracySec= as wide as the window", .accuracy(.window), true),
            ("Quiesce, one schedule with windows", .windows, true),
            ("the same, were retries on time", .windows, false),
        ]
        var section = Section(
            title: "timers: wake-ups a day for the timed work of 50 apps, mean of \(days) days"
        )
        for (name, rule, retriesWait) in rules {
            var sum = TimedDay.Outcome()
            for seed in 0..<days {
                Progress.show("timers: \(name), day \(seed)")
                sum.add(TimedDay(seed: seed, retriesWait: retriesWait).run(rule, seed: seed))
            }
            func perDay(_ count: Int) -> Double { Double(count) / Double(days) }
            if case .alone = rule {
                section.measurements += TimedDay.Kind.allCases.map {
                    Measurement("work: \($0.rawValue)", perDay(sum.done[$0] ?? 0), "a day")
                }
            }
            section.measurements += [
                Measurement(name, perDay(sum.wakeUps), "a day"),
                Measurement("  late by, at most", Double(sum.latestBy) / 1e9, "s"),
            ]
        }
        return section
    }
}

/// Which moment is chosen to wake up at.
enum MergingRule {
    /// Each piece of work at the end of its window.
    case alone
    /// As systemd's event loop does.
    case accuracy(Accuracy)
    /// By the core's schedule.
    case windows

    /// The accuracy that systemd is told: the time within which a timer may elapse.
    enum Accuracy {
        /// Its default, whatever the work promises: what has less slack is late.
        case minute
        /// Its default, less where the window is shorter.
        case minuteWithin
        /// The whole window.
        case window
    }
}

extension TimedDay {
    struct Outcome {
        var wakeUps = 0
        /// By how much the latest piece of work came after the end of its window.
        var latestBy: Int64 = 0
        var done: [Kind: Int] = [:]

        mutating func add(_ other: Outcome) {
            wakeUps += other.wakeUps
            latestBy = max(latestBy, other.latestBy)
            done.merge(other.done, uniquingKeysWith: +)
        }
    }

    /// Lets the day pass. A piece of work that counts from when it was done last does so here, too,
    /// so what is done sooner comes more often.
    func run(_ rule: MergingRule, seed: UInt64) -> Outcome {
        var random = SplitMix64(state: ~seed)
        let offset = random.below(60 * Self.second)
        var steps = work.map { $0.steps[...] }
        var schedule = DeadlineSchedule<BootClock>()
        /// As the rule has them, and when each was promised.
        var windows = [(earliest: Int64, latest: Int64, promised: Int64)?](
            repeating: nil, count: work.count)
        func plan(_ slot: Int, after last: Int64) {
            guard let step = steps[slot].popFirst() else {
                windows[slot] = nil
                return schedule.set(slot, nil)
            }
            let base = step.isAfterLast ? last : 0
            let window = rule.window(base + step.earliest, base + step.latest)
            windows[slot] = (window.earliest, window.latest, base + step.latest)
            schedule.set(
                slot,
                .init(
                    earliest: Instant(nanoseconds: window.earliest),
                    latest: Instant(nanoseconds: window.latest)))
        }
        for slot in work.indices { plan(slot, after: 0) }
        var outcome = Outcome()
        while let latest = schedule.next?.nanoseconds {
            var now = latest
            if case .accuracy = rule {
                let earliest = windows.lazy.compactMap { $0?.earliest }.min() ?? latest
                now = Self.sleep(between: earliest, and: latest, offset: offset)
            }
            if now >= Self.length { break }
            outcome.wakeUps += 1
            for slot in windows.indices {
                guard let window = windows[slot], window.earliest <= now else { continue }
                outcome.latestBy = max(outcome.latestBy, now - window.promised)
                outcome.done[work[slot].kind, default: 0] += 1
                plan(slot, after: now)
            }
        }
        return outcome
    }

    /// systemd's rule (sd-event's `sleep_between`): the last moment in the window at the machine's
    /// offset within a minute; else within 10 s, 1 s, or 250 ms; else the end of the window.
    private static func sleep(
        between earliest: Int64, and latest: Int64, offset: Int64
    ) -> Int64 {
        for grain in [60 * second, 10 * second, second, second / 4] {
            var moment = latest / grain * grain + offset % grain
            if moment >= latest { moment -= grain }
            if moment >= earliest { return moment }
        }
        return latest
    }
}

extension MergingRule {
    /// When work may be done that promises to be done from `earliest` to `latest`.
    fileprivate func window(_ earliest: Int64, _ latest: Int64) -> (earliest: Int64, latest: Int64)
    {
        let minute = 60 * TimedDay.second
        switch self {
        case .alone: return (latest, latest)
        case .windows, .accuracy(.window): return (earliest, latest)
        case .accuracy(.minuteWithin): return (max(earliest, latest - minute), latest)
        case .accuracy(.minute):
            let begin = max(earliest, latest - minute)
            return (begin, begin + minute)
        }
    }
}
