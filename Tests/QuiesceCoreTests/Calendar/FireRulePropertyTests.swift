import TestSupport
import Testing

@testable import QuiesceCore

/// Properties of any rule in any zone, however odd: offsets here change as no government would
/// change them.
@Suite("Any rule") struct FireRulePropertyTests {
    private struct World {
        var random: SeededGenerator
        var start = WallTime.zero

        init(seed: UInt64) {
            random = SeededGenerator(seed: seed)
            start = WallTime(nanoseconds: Int64(random.below(2_000_000_000)) * 1_000_000_000)
        }

        /// Offsets in quarters of an hour, changed after some minutes or some months.
        mutating func zone() -> UTCOffsets {
            var at = start
            let changes = (0..<random.below(8)).map { _ in
                let wait = random.below(2) == 0 ? random.below(7_200) : random.below(20_000_000)
                at = at + .seconds(Int64(1 + wait))
                return UTCOffsets.Change(at: at, seconds: offset())
            }
            return UTCOffsets(seconds: offset(), changes: changes)
        }

        private mutating func offset() -> Int32 {
            Int32(random.below(2) == 0 ? random.below(5) : random.below(105)) * 900 - 46_800
        }

        mutating func rule(_ every: RepeatInterval?, in zone: UTCOffsets) -> FireRule {
            let fireDate = start + .milliseconds(Int64(random.below(5_000_000)) * 977)
            return FireRule(at: fireDate, zone: .device, every: every, offsets: zone)
        }
    }

    /// Those that are first due at the date that the app names.
    private static let dated: [RepeatInterval?] = RepeatInterval.units + [.seconds(5_400), nil]
    private static let everyKind: [RepeatInterval?] =
        dated + [
            .matching(DateMatch(hour: 2, minute: 30)), .matching(DateMatch(minute: 15)),
            .matching(DateMatch(day: 31, hour: 0)),
            .matching(DateMatch(weekday: 2, weekdayOrdinal: 1)),
        ]

    @Test("Occurrences are each after the one before, and none is early", .behaviour("N5", "N7"))
    func inOrder() throws {
        for seed in 0..<400 {
            var world = World(seed: UInt64(seed))
            let zone = world.zone()
            for every in Self.everyKind {
                let rule = world.rule(every, in: zone)
                var last: Occurrence?
                for number in 0..<12 {
                    guard let next = rule.next(after: last?.mark, in: zone) else { break }
                    if let last {
                        try #require(next.at > last.at, "\(rule), seed \(seed)")
                        try #require(next.mark > last.mark, "\(rule), seed \(seed)")
                    }
                    if number > 0 { try #require(!isEarly(next, of: rule, in: zone)) }
                    last = next
                }
                #expect((every == nil) == (rule.next(after: last?.mark, in: zone) == nil))
            }
        }
    }

    /// Whether the wall, until then, hasn't shown what it is to show.
    private func isEarly(_ next: Occurrence, of rule: FireRule, in zone: UTCOffsets) -> Bool {
        switch rule.every?.count {
        case .clock(let period):
            (zone.wall(at: next.at).nanoseconds - rule.first.nanoseconds) % period != 0
        case .days, .months, .matches, nil:
            zone.latestShown(by: next.at) < next.mark
        }
    }

    @Test("As an app says it, it is first due then, to the nanosecond", .behaviour("N1", "N5"))
    func first() {
        for seed in 0..<2_000 {
            var world = World(seed: UInt64(seed))
            let zone = world.zone()
            let fireDate = world.start + Interval(nanoseconds: Int64(world.random.below(1 << 50)))
            for every in Self.dated {
                let rule = FireRule(at: fireDate, zone: .device, every: every, offsets: zone)
                // Three passes over one time are more than any zone has had.
                guard passes(rule.first, in: zone) <= 2 else { continue }
                #expect(rule.next(after: nil, in: zone)?.at == fireDate, "\(rule), seed \(seed)")
            }
        }
    }

    private func passes(_ date: WallDate, in zone: UTCOffsets) -> Int {
        zone.spans.count {
            ($0.start..<$0.end).contains(date.nanoseconds - $0.offset)
        }
    }

    @Test("What is due at once is what comes one by one", .behaviour("N7"))
    func atOnce() throws {
        for seed in 0..<400 {
            var world = World(seed: UInt64(seed))
            let zone = world.zone()
            for every in Self.everyKind {
                let rule = world.rule(every, in: zone)
                var done: [Occurrence] = []
                while done.count < 40,
                    let next = rule.next(after: done.last?.mark, in: zone)
                {
                    done.append(next)
                }
                let from = world.random.below(done.count)
                let to = from + world.random.below(done.count - from)
                let mark = from == 0 ? nil : done[from - 1].mark
                let now =
                    to + 1 < done.count
                    ? done[to + 1].at.before(by: Interval(nanoseconds: 1)) : done[to].at
                let due = try #require(rule.due(at: now, after: mark, in: zone))
                #expect(due.newest == done[to], "\(rule), seed \(seed)")
                // Those that fell on one instant were counted one by one.
                #expect(due.skipped >= to - from)
                let early = done[from].at.before(by: Interval(nanoseconds: 1))
                #expect(rule.due(at: early, after: mark, in: zone) == nil)
            }
        }
    }

    @Test("A date has been shown just when the first moment that shows it has come")
    func shown() {
        for seed in 0..<5_000 {
            var world = World(seed: UInt64(seed))
            let zone = world.zone()
            let near = zone.changes.randomElement(using: &world.random)?.at ?? world.start
            let date = WallDate(
                nanoseconds: near.nanoseconds
                    + Int64(world.random.below(200_000) - 100_000) * 1_000_000_000)
            let first = zone.first(showing: date)
            #expect(zone.latestShown(by: first) >= date)
            #expect(zone.latestShown(by: first.before(by: Interval(nanoseconds: 1))) < date)
            #expect(zone.last(showing: date) >= first)
            #expect(zone.first(showing: zone.wall(at: near)) <= near)
        }
    }

    private static let absurdNumbers: [Int64] = [
        .min, .min + 1, WallDate.earliest.nanoseconds, -1, 0, 1, 1_774_699_200_000_000_000,
        WallDate.latest.nanoseconds, .max - 1, .max,
    ]

    @Test(
        "Absurd numbers are harmless", .behaviour("reliability D10"),
        arguments: [Int32.min, -93_600, 0, 1, .max])
    func absurd(offset: Int32) {
        let changes = Self.absurdNumbers.map {
            UTCOffsets.Change(at: WallTime(nanoseconds: $0), seconds: ~offset)
        }
        let again = UTCOffsets.Change(at: .zero, seconds: 7)
        for zone in [
            UTCOffsets(seconds: offset), UTCOffsets(seconds: offset, changes: changes + [again]),
        ] {
            for number in Self.absurdNumbers {
                for every in Self.everyKind {
                    var rule = FireRule(
                        at: WallTime(nanoseconds: number), zone: .device, every: every,
                        offsets: zone)
                    tryAll(rule, in: zone)
                    rule.isLaterPass.toggle()
                    tryAll(rule, in: zone)
                }
            }
        }
    }

    /// At each of the numbers, after each and after none.
    private func tryAll(_ rule: FireRule, in zone: UTCOffsets) {
        for mark in [nil] + Self.absurdNumbers.map(WallDate.init(nanoseconds:)) {
            if let mark, let next = rule.next(after: mark, in: zone) {
                #expect(next.mark > mark, "\(rule)")
            }
            for now in Self.absurdNumbers.map(WallTime.init(nanoseconds:)) {
                guard let due = rule.due(at: now, after: mark, in: zone) else { continue }
                #expect(due.newest.at <= now, "\(rule)")
                #expect(due.skipped >= 0, "\(rule)")
                #expect(rule.due(at: now, after: due.newest.mark, in: zone) == nil, "\(rule)")
            }
        }
    }
}
