import Foundation
import TestSupport
import Testing

@testable import QuiesceCore

/// Zones of the tests, with what is interesting of them.
private enum Zone {
    /// 2026: 29 March, 02:00 → 03:00; 25 October, 03:00 → 02:00.
    static let berlin = UTCOffsets(
        seconds: 3_600,
        changes: [
            .init(at: moment(2026, 3, 29, 1), seconds: 7_200),
            .init(at: moment(2026, 10, 25, 1), seconds: 3_600),
        ])
    /// 2026: 5 April, 02:00 → 01:30; 4 October, 02:00 → 02:30.
    static let lordHowe = UTCOffsets(
        seconds: 39_600,
        changes: [
            .init(at: moment(2026, 4, 4, 15), seconds: 37_800),
            .init(at: moment(2026, 10, 3, 15, 30), seconds: 39_600),
        ])
    /// 2011: 30 December was skipped.
    static let apia = UTCOffsets(
        seconds: -36_000, changes: [.init(at: moment(2011, 12, 30, 10), seconds: 50_400)])
    static let newYork = UTCOffsets(
        seconds: -18_000,
        changes: [
            .init(at: moment(2026, 3, 8, 7), seconds: -14_400),
            .init(at: moment(2026, 11, 1, 6), seconds: -18_000),
        ])
}

/// In UTC.
private func moment(
    _ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0
) -> WallTime {
    WallTime(nanoseconds: date(year, month, day, hour, minute).nanoseconds)
}

private func date(
    _ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0
) -> WallDate {
    do throws(ImpossibleDate) {
        return try WallDate(year: year, month: month, day: day, hour: hour, minute: minute)
    } catch {
        Issue.record(error)
        return .earliest
    }
}

extension FireRule {
    /// The wall-clock times of the first `count` occurrences, without the seconds.
    fileprivate func shown(_ count: Int, in offsets: UTCOffsets) -> [String] {
        var mark: WallDate?
        var shown: [String] = []
        while shown.count < count, let next = next(after: mark, in: offsets) {
            shown.append(String(offsets.wall(at: next.at).description.dropLast(3)))
            mark = next.mark
        }
        return shown
    }
}

@Suite("When a notification is due") struct FireRuleTests {
    private let here = FireZone.device

    @Test("What repeats never is due once", .behaviour("N1"))
    func once() {
        let rule = FireRule(first: date(2026, 5, 1, 7), zone: here)
        #expect(rule.shown(3, in: Zone.berlin) == ["2026-05-01 07:00"])
        #expect(rule.due(at: moment(2026, 5, 1, 4, 59), after: nil, in: Zone.berlin) == nil)
        let due = rule.due(at: moment(2026, 5, 1, 5), after: nil, in: Zone.berlin)
        #expect(due?.newest.at == moment(2026, 5, 1, 5))
        #expect(rule.due(at: moment(2027, 1, 1), after: due?.newest.mark, in: Zone.berlin) == nil)
    }

    @Test(
        "A time that summer time skips is due in the first instant after",
        .behaviour("N5", "reliability T4"))
    func gap() {
        let rule = FireRule(first: date(2026, 3, 28, 2, 30), zone: here, every: .day)
        #expect(
            rule.shown(3, in: Zone.berlin)
                == ["2026-03-28 02:30", "2026-03-29 03:00", "2026-03-30 02:30"])
        let once = FireRule(first: date(2026, 10, 4, 2, 15), zone: here)
        #expect(once.shown(1, in: Zone.lordHowe) == ["2026-10-04 02:30"])
    }

    @Test("A time that comes twice is due the first time only", .behaviour("N5", "reliability T4"))
    func overlap() {
        let rule = FireRule(first: date(2026, 10, 24, 2, 30), zone: here, every: .day)
        let first = rule.next(after: nil, in: Zone.berlin)
        let second = rule.next(after: first?.mark, in: Zone.berlin)
        #expect(second?.at == moment(2026, 10, 25, 0, 30))
        let third = rule.next(after: second?.mark, in: Zone.berlin)
        #expect(third?.at == moment(2026, 10, 26, 1, 30))
    }

    @Test("A fire date in the second pass is not due in the first", .behaviour("N5"))
    func laterPass() {
        let asked = moment(2026, 10, 25, 1, 30)
        let rule = FireRule(at: asked, zone: here, every: .day, offsets: Zone.berlin)
        #expect(rule.first == date(2026, 10, 25, 2, 30))
        #expect(rule.isLaterPass)
        #expect(rule.due(at: moment(2026, 10, 25, 1), after: nil, in: Zone.berlin) == nil)
        let first = rule.due(at: asked, after: nil, in: Zone.berlin)?.newest
        #expect(first?.at == asked)
        #expect(rule.next(after: first?.mark, in: Zone.berlin)?.at == moment(2026, 10, 26, 1, 30))
        let earlier = FireRule(
            at: moment(2026, 10, 25, 0, 30), zone: here, offsets: Zone.berlin)
        #expect(!earlier.isLaterPass)
    }

    @Test("Monthly on the 31st is due on the last day of shorter months", .behaviour("N5"))
    func shortMonths() {
        let rule = FireRule(first: date(2026, 1, 31, 9), zone: here, every: .month)
        #expect(
            rule.shown(5, in: Zone.berlin) == [
                "2026-01-31 09:00", "2026-02-28 09:00", "2026-03-31 09:00", "2026-04-30 09:00",
                "2026-05-31 09:00",
            ])
        let quarterly = FireRule(first: date(2025, 11, 30, 9), zone: here, every: .quarter)
        #expect(
            quarterly.shown(3, in: Zone.berlin)
                == ["2025-11-30 09:00", "2026-02-28 09:00", "2026-05-30 09:00"])
    }

    @Test("Yearly on 29 February is due on the 28th of common years", .behaviour("N5"))
    func leapDay() {
        let rule = FireRule(first: date(2024, 2, 29, 9), zone: here, every: .year)
        #expect(
            rule.shown(5, in: .utc) == [
                "2024-02-29 09:00", "2025-02-28 09:00", "2026-02-28 09:00", "2027-02-28 09:00",
                "2028-02-29 09:00",
            ])
    }

    @Test(
        "On a day that a zone skips, it is due as the next begins",
        .behaviour("N5", "reliability T4"))
    func skippedDay() {
        let rule = FireRule(first: date(2011, 12, 29, 9), zone: here, every: .day)
        #expect(
            rule.shown(3, in: Zone.apia)
                == ["2011-12-29 09:00", "2011-12-31 00:00", "2011-12-31 09:00"])
        // Both are due as the 31st begins: that is one.
        let midnight = FireRule(first: date(2011, 12, 29), zone: here, every: .day)
        #expect(
            midnight.shown(3, in: Zone.apia)
                == ["2011-12-29 00:00", "2011-12-31 00:00", "2012-01-01 00:00"])
    }

    @Test(
        "Hourly is whenever the wall shows that minute, by half-hour changes too",
        .behaviour("N5", "reliability T4"))
    func hourly() {
        let autumn = FireRule(first: date(2026, 4, 5, 0, 45), zone: here, every: .hour)
        #expect(
            autumn.shown(4, in: Zone.lordHowe) == [
                "2026-04-05 00:45", "2026-04-05 01:45", "2026-04-05 01:45", "2026-04-05 02:45",
            ])
        let spring = FireRule(first: date(2026, 10, 4, 0, 15), zone: here, every: .hour)
        #expect(
            spring.shown(3, in: Zone.lordHowe)
                == ["2026-10-04 00:15", "2026-10-04 01:15", "2026-10-04 03:15"])
    }

    @Test(
        "Where an hour comes twice or not at all, minutes and hours go on evenly",
        .behaviour("N5"), arguments: [(3, 29), (10, 25)])
    func evenly(month: Int, day: Int) {
        let start = moment(2026, month, day, 0, 10)
        for (every, step) in [(RepeatInterval.minute, Int64(60)), (.hour, 3_600)] {
            let rule = FireRule(at: start, zone: here, every: every, offsets: Zone.berlin)
            var mark: WallDate?
            for number in 0..<(3 * 3_600 / step) {
                let next = rule.next(after: mark, in: Zone.berlin)
                #expect(next?.at == start + .seconds(number * step))
                mark = next?.mark
            }
        }
    }

    @Test("Without a zone it is a moment, and repeats are counted in UTC", .behaviour("N5"))
    func absolute() {
        let rule = FireRule(
            at: moment(2026, 3, 28, 1, 30), zone: .absolute, every: .day, offsets: Zone.berlin)
        var mark: WallDate?
        for day in 28...31 {
            let next = rule.next(after: mark, in: Zone.berlin)
            #expect(next?.at == moment(2026, 3, day, 1, 30))
            mark = next?.mark
        }
    }

    @Test(
        "After days off it is due once, and the rest is counted", .behaviour("N7", "reliability T1")
    )
    func coalesced() {
        let rule = FireRule(first: date(2026, 3, 1, 7), zone: here, every: .day)
        let due = rule.due(
            at: moment(2026, 3, 30, 12), after: date(2026, 3, 25, 7), in: Zone.berlin)
        #expect(due?.newest == Occurrence(at: moment(2026, 3, 30, 5), mark: date(2026, 3, 30, 7)))
        #expect(due?.skipped == 4)
        let minutes = FireRule(first: date(2026, 3, 1), zone: .absolute, every: .minute)
        let many = minutes.due(at: moment(2027, 3, 1, 0, 0), after: nil, in: .utc)
        #expect(many?.newest.at == moment(2027, 3, 1))
        #expect(many?.skipped == 525_600)
    }

    @Test("Nothing is due again after the clock was set back", .behaviour("N7", "reliability T2"))
    func setBack() {
        for every in RepeatInterval.units {
            let rule = FireRule(first: date(2026, 5, 1, 7), zone: here, every: every)
            let mark = rule.due(at: moment(2026, 9, 1), after: nil, in: Zone.berlin)?.newest.mark
            #expect(rule.due(at: moment(2026, 6, 1), after: mark, in: Zone.berlin) == nil)
            #expect(rule.due(at: moment(2026, 9, 1), after: mark, in: Zone.berlin) == nil)
        }
    }

    @Test(
        "In another zone the alarm goes along; one that rang doesn't ring again",
        .behaviour("N5", "N7", "reliability T4"))
    func travel() {
        let alarm = FireRule(first: date(2026, 5, 1, 7), zone: here, every: .day)
        let rang = alarm.due(at: moment(2026, 5, 4, 5), after: nil, in: Zone.berlin)?.newest.mark
        #expect(rang == date(2026, 5, 4, 7))
        // On arrival it is 2 o'clock on the same day.
        #expect(alarm.due(at: moment(2026, 5, 4, 11), after: rang, in: Zone.newYork) == nil)
        #expect(alarm.next(after: rang, in: Zone.newYork)?.at == moment(2026, 5, 5, 11))
        // And back, past 7 o'clock of a day that hasn't had its alarm.
        let back = alarm.due(at: moment(2026, 5, 5, 6), after: rang, in: Zone.berlin)
        #expect(back?.newest.mark == date(2026, 5, 5, 7))
        #expect(back?.skipped == 0)
    }

    @Test("An hourly one goes on in another zone, at its minute", .behaviour("N5", "N7"))
    func hourlyTravel() {
        let kolkata = UTCOffsets(seconds: 19_800)
        let rule = FireRule(first: date(2026, 5, 1, 7), zone: here, every: .hour)
        let mark = rule.due(at: moment(2026, 5, 4, 5), after: nil, in: Zone.berlin)?.newest.mark
        #expect(rule.next(after: mark, in: kolkata)?.at == moment(2026, 5, 4, 5, 30))
        #expect(rule.next(after: mark, in: Zone.newYork)?.at == moment(2026, 5, 4, 6))
    }

    @Test("A rule and a mark are the same when written and read", .behaviour("N7"))
    func coding() throws {
        let zones: [FireZone] = [.absolute, .device, .named(try #require(ZoneName("Asia/Tokyo")))]
        for zone in zones {
            let rule = FireRule(
                first: date(2026, 5, 1), isLaterPass: true, zone: zone, every: .week)
            #expect(try FireRule.read(rule.json) == rule)
        }
        #expect(
            zones.map { FireRule(first: date(2026, 5, 1), zone: $0).description }
                == [
                    "2026-05-01 00:00:00 UTC", "2026-05-01 00:00:00 in the device's time zone",
                    "2026-05-01 00:00:00 Asia/Tokyo",
                ])
    }
}
