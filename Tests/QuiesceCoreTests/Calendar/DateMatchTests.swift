import TestSupport
import Testing

@testable import QuiesceCore

/// The wall-clock times at which a calendar trigger's notification is due.
@Suite struct DateMatchTests {
    private func date(
        _ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0, _ second: Int = 0
    ) throws -> WallDate {
        try WallDate(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    }

    /// The first `count` matches from a date on.
    private func matches(_ match: DateMatch, from date: WallDate, _ count: Int = 3) -> [String] {
        var found: [WallDate] = []
        while found.count < count,
            let next = match.first(
                from: found.last.map { WallDate(nanoseconds: $0.nanoseconds + 1) } ?? date)
        {
            found.append(next)
        }
        return found.map(\.description)
    }

    @Test("What isn't named below the smallest part is the first of its kind, above it anything")
    func parts() throws {
        let from = try date(2026, 11, 26, 10, 20, 30)
        #expect(
            matches(DateMatch(hour: 8), from: from)
                == ["2026-11-27 08:00:00", "2026-11-28 08:00:00", "2026-11-29 08:00:00"])
        #expect(
            matches(DateMatch(minute: 30), from: from)
                == ["2026-11-26 10:30:00", "2026-11-26 11:30:00", "2026-11-26 12:30:00"])
        #expect(
            matches(DateMatch(hour: 8, second: 5), from: from, 2)
                == ["2026-11-27 08:00:05", "2026-11-27 08:01:05"])
        #expect(
            matches(DateMatch(weekday: 2, hour: 8, minute: 30), from: from, 2)
                == ["2026-11-30 08:30:00", "2026-12-07 08:30:00"])
        #expect(
            matches(DateMatch(month: 5, hour: 9), from: from, 2)
                == ["2027-05-01 09:00:00", "2027-05-02 09:00:00"])
        #expect(matches(DateMatch(month: 5), from: from, 2).last == "2028-05-01 00:00:00")
        #expect(matches(DateMatch(year: 2028), from: from) == ["2028-01-01 00:00:00"])
    }

    @Test("What a month or a year hasn't is left out: the 31st, 29 February, a fifth Monday")
    func short() throws {
        let from = try date(2026, 1, 31, 12)
        #expect(
            matches(DateMatch(day: 31), from: from)
                == ["2026-03-31 00:00:00", "2026-05-31 00:00:00", "2026-07-31 00:00:00"])
        #expect(
            matches(DateMatch(month: 2, day: 29), from: from, 2)
                == ["2028-02-29 00:00:00", "2032-02-29 00:00:00"])
        #expect(
            matches(DateMatch(weekday: 2, weekdayOrdinal: 5), from: from, 2)
                == ["2026-03-30 00:00:00", "2026-06-29 00:00:00"])
    }

    @Test("What never comes isn't looked for without end")
    func never() throws {
        let from = try date(2026, 1, 1)
        for match in [
            DateMatch(month: 2, day: 30), DateMatch(day: 31, weekdayOrdinal: 1),
            DateMatch(year: 2025), DateMatch(year: 9_999),
        ] {
            #expect(match.first(from: from) == nil, "\(match.text)")
        }
    }

    @Test("It agrees with a look at each second, or each hour")
    func oneByOne() throws {
        var random = SeededGenerator(seed: 17)
        for _ in 0..<20 {
            func part(_ range: ClosedRange<Int>) -> Int? {
                random.below(2) == 0
                    ? nil : range.lowerBound + random.below(range.count)
            }
            let ofDay = DateMatch(hour: part(0...23), minute: part(0...59), second: part(0...59))
            let ofYear = DateMatch(
                month: part(1...12), day: part(1...31), weekday: part(1...7),
                weekdayOrdinal: part(1...5), hour: part(0...23))
            let start = try date(2027 + random.below(3), 1 + random.below(12), 1 + random.below(28))
            check(ofDay, from: start, step: 1, count: 90_000)
            check(ofYear, from: start, step: 3_600, count: 24 * 400)
        }
    }

    /// - Parameter step: seconds.
    private func check(_ match: DateMatch, from start: WallDate, step: Int64, count: Int64) {
        guard match.isPossible else { return }
        let end = WallDate(nanoseconds: start.nanoseconds + count * step * 1_000_000_000)
        var found: [WallDate] = []
        for number in 0...count {
            let date = WallDate(nanoseconds: start.nanoseconds + number * step * 1_000_000_000)
            if isMatch(date, match) { found.append(date) }
        }
        let first = match.first(from: start)
        #expect(
            first == found.first || found.isEmpty && first.map { $0 > end } ?? true, "\(match.text)"
        )
        #expect(match.last(upTo: end, from: start) == found.last, "\(match.text)")
        let counted = match.count(from: start, to: end)
        #expect(
            counted == Int64(found.count)
                || counted >= Limits.countedMatches && counted <= found.count, "\(match.text)")
    }

    private func isMatch(_ date: WallDate, _ match: DateMatch) -> Bool {
        func agrees(_ part: Int?, _ shown: Int, first: Int, isBelow: Bool) -> Bool {
            part.map { $0 == shown } ?? (!isBelow || shown == first)
        }
        let namesDay = match.day != nil || match.weekday != nil || match.weekdayOrdinal != nil
        let hasMinute = match.minute != nil || match.second != nil
        let hasHour = match.hour != nil || hasMinute
        let weekday = Int((date.day + 4).remainder(dividingFloor: 7)) + 1
        return agrees(match.second, date.second, first: 0, isBelow: true)
            && agrees(match.minute, date.minute, first: 0, isBelow: match.second == nil)
            && agrees(match.hour, date.hour, first: 0, isBelow: !hasMinute)
            && agrees(match.day, date.dayOfMonth, first: 1, isBelow: !namesDay && !hasHour)
            && agrees(match.month, date.month, first: 1, isBelow: false)
            && (match.weekday.map { $0 == weekday } ?? true)
            && (match.weekdayOrdinal.map { $0 == (date.dayOfMonth - 1) / 7 + 1 } ?? true)
    }

    @Test("Its text says all of it, and what isn't one is refused")
    func text() {
        let match = DateMatch(month: 2, day: 29, weekday: 3, weekdayOrdinal: 5, hour: 8, second: 0)
        #expect(match.text == "month=2 day=29 weekday=3 ordinal=5 hour=8 second=0")
        #expect(DateMatch(text: match.text[...]) == match)
        for wrong in ["", "hour", "hour=24", "minute=x", "month=0", "decade=3", "hour=8=9"] {
            #expect(DateMatch(text: wrong[...]) == nil, "\(wrong)")
        }
        #expect(RepeatInterval(rawValue: "90 s") == .seconds(90))
        #expect(RepeatInterval(rawValue: "59 s") == nil)
        #expect(RepeatInterval(rawValue: match.text) == .matching(match))
    }

    @Test("Clocks that skip its minute don't have it rung in another place", .behaviour("N5", "N7"))
    func skipped() throws {
        // 29 March 2026: 02:00 becomes 03:00.
        let spring = WallTime(milliseconds: 1_774_746_000_000)
        let berlin = UTCOffsets(seconds: 3_600, changes: [.init(at: spring, seconds: 7_200)])
        func dates(_ match: DateMatch) -> [String] {
            let rule = FireRule(
                at: spring.before(by: .seconds(3_600)), zone: .device, every: .matching(match),
                offsets: berlin)
            var found: [Occurrence] = []
            while found.count < 3, let next = rule.next(after: found.last?.mark, in: berlin) {
                found.append(next)
            }
            return found.map { berlin.wall(at: $0.at).description }
        }
        #expect(
            dates(DateMatch(minute: 30))
                == ["2026-03-29 01:30:00", "2026-03-29 03:30:00", "2026-03-29 04:30:00"])
        #expect(
            dates(DateMatch(hour: 2, minute: 30))
                == ["2026-03-29 03:00:00", "2026-03-30 02:30:00", "2026-03-31 02:30:00"])
    }
}
