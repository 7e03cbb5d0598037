import TestSupport
import Testing

@testable import FetchEvaluation

@Suite struct PlannerTests {
    private static let settings = [
        (1, 15, 0), (2, 15, 60), (4, 60, 60), (8, 7, 30), (3, 1_440, 60),
    ]
    .map { FetchSetting(budget: $0, windowMinutes: $1, lead: Int64($2)) }

    private func plans(
        _ app: MeasuredApp, _ setting: FetchSetting
    ) -> [AppFetches] {
        [HourOfDay.fetches(app, setting), HourOfWeek.fetches(app, setting)]
    }

    @Test("No plan spends more than the budget of a day", arguments: 1...4 as ClosedRange<UInt64>)
    func budget(seed: UInt64) {
        let owner = Habits.owner(seed: seed)
        for setting in Self.settings {
            for app in owner.apps.map({ MeasuredApp($0, of: owner) }) {
                for fetches in plans(app, setting) + [Oracle.fetches(app, setting)] {
                    #expect(fetches.mostInADay <= setting.budget)
                    #expect(fetches.all.allSatisfy { app.days?.contains(Day.of($0.time)) == true })
                }
            }
        }
    }

    @Test("Nobody does better than the oracle", arguments: 1...6 as ClosedRange<UInt64>)
    func oracleIsBest(seed: UInt64) {
        let owner = Habits.owner(seed: seed)
        for setting in Self.settings {
            let best = FetchPlanner.oracle.tallies(owner, setting)
            for planner in FetchPlanner.allCases {
                for (its, most) in zip(planner.tallies(owner, setting), best) {
                    #expect(its.fresh <= most.fresh + 1e-9, "\(planner), \(setting)")
                    #expect(its.opens == most.opens)
                    #expect(its.appDays == most.appDays)
                }
            }
        }
    }

    @Test("The oracle is as good as the best of all plans, tried one by one")
    func oracleIsExact() {
        var random = SeededGenerator(seed: 28)
        for _ in 0..<60 {
            // Few opens, around a midnight, so that days share what they can serve.
            let opens = (0..<(2 + random.below(5))).map { _ in
                at(9, 0) + WallSeconds(random.below(4_800)) - 2_400
            }
            let owner = owner(opening: [at(1, 12)] + opens.sorted() + [at(10, 12)])
            let app = MeasuredApp(owner.apps[0], of: owner)
            for budget in 1...2 {
                let setting = FetchSetting(budget: budget, windowMinutes: 10, lead: 45)
                let tally = app.tally(Oracle.fetches(app, setting), setting)
                #expect(tally.fresh == Double(most(app, setting)), "\(opens)")
            }
        }
    }

    /// The most opens that any choice of fetches serves.
    private func most(_ app: MeasuredApp, _ setting: FetchSetting) -> Int {
        let moments = Set(
            app.opens.flatMap { open in
                [open - setting.lead, Day.start(Day.of(open)) - 1]
            }
        ).sorted()
        var most = 0
        for choice in 0..<(1 << moments.count) {
            let times = moments.indices.filter { choice & (1 << $0) != 0 }.map { moments[$0] }
            let fetches = AppFetches(at: times, setting)
            guard fetches.mostInADay <= setting.budget else { continue }
            most = max(most, app.opens.count { fetches.isFresh(at: $0, setting) })
        }
        return most
    }

    @Test("A fixed period serves its share of any opens, and its fetches are the budget")
    func fixedPeriod() {
        let owner = owner(opening: (1...17).map { at($0, 12) })
        let app = MeasuredApp(owner.apps[0], of: owner)
        let tally = FixedPeriod.tally(app, FetchSetting(budget: 4, windowMinutes: 60, lead: 60))
        #expect(tally.opens == 10)
        #expect(abs(tally.share - 4 * 59.0 / 1_440) < 1e-12)
        #expect(tally.fetchesPerAppDay == 4)
        let all = FixedPeriod.tally(app, FetchSetting(budget: 48, windowMinutes: 60, lead: 60))
        #expect(all.share == 1)
    }

    @Test(
        "By the hour of the day the slots most opened in are fetched at, those of yesterday included"
    )
    func hourOfDay() {
        let opens =
            (1...8).flatMap { [at($0, 9, 20), at($0, 12, 5)] } + [at(8, 18, 1), at(9, 12, 5)]
        let owner = owner(opening: opens.filter { $0 != at(3, 9, 20) })
        let app = MeasuredApp(owner.apps[0], of: owner)
        let fetches = HourOfDay.fetches(app, FetchSetting(budget: 3, windowMinutes: 15, lead: 60))
        #expect(
            fetches.all.map(\.time) == [
                // Nothing is known of a third slot yet: the last of the day.
                at(8, 9, 15), at(8, 12), at(8, 23, 45), at(9, 9, 15), at(9, 12), at(9, 18),
            ])
    }

    @Test("An open so early in a slot that its fetch comes too late doesn't count for the slot")
    func hourOfDayWithLead() {
        let opens = (1...8).flatMap { [at($0, 9, 0, 30), at($0, 9, 1, 30)] }
        let owner = owner(opening: opens.filter { $0 != at(2, 9, 1, 30) } + [at(8, 15, 20)])
        let app = MeasuredApp(owner.apps[0], of: owner)
        for (lead, slot) in [(Int64(0), at(8, 9)), (60, at(8, 9)), (120, at(8, 23, 45))] {
            let setting = FetchSetting(budget: 1, windowMinutes: 15, lead: lead)
            #expect(HourOfDay.fetches(app, setting).all.map(\.time) == [slot], "\(lead)")
        }
    }

    /// The hour of 9 and 21 that a fetch by the hour of the week is shortly before, by weekday.
    private func weekly(_ opens: [WallSeconds], on days: ClosedRange<Int64>) -> [Int64: Int64] {
        let owner = owner(opening: opens + [at(days.upperBound, 0)])
        let setting = FetchSetting(budget: 1, windowMinutes: 60, lead: 60)
        let fetches = HourOfWeek.fetches(MeasuredApp(owner.apps[0], of: owner), setting)
        var chosen: [Int64: Int64] = [:]
        for fetch in fetches.all where days.contains(Day.of(fetch.time) + 1) {
            let hour = [9, 21].first { ($0 * 3_600 - 3_600...$0 * 3_600) ~= Day.second(fetch.time) }
            chosen[Day.weekday(Day.of(fetch.time))] = hour ?? -1
        }
        return chosen
    }

    @Test("By the hour of the week the same weekday counts most, then one of the same kind")
    func weekday() {
        // At 9 on Mondays, at 21 on Saturdays and Sundays: a Tuesday has half a Monday in common,
        // and 0.35 of each of the others.
        let opens = (1...35).compactMap { (day: Int64) -> WallSeconds? in
            switch Day.weekday(day - 1) {
            case 0: at(day, 9)
            case 5, 6: at(day, 21)
            case _: nil
            }
        }
        #expect(
            weekly(opens, on: 29...35) == [0: 9, 1: 21, 2: 21, 3: 21, 4: 21, 5: 21, 6: 21])
    }

    @Test("By the hour of the week what is recent counts more than what was")
    func recency() {
        let late = weekly((1...28).map { at($0, $0 <= 14 ? 9 : 21) }, on: 29...35)
        #expect(Set(late.values) == [21])
        let early = weekly((1...28).map { at($0, $0 <= 14 ? 21 : 9) }, on: 29...35)
        #expect(Set(early.values) == [9])
    }

    @Test(
        "Windows of the hour of the week don't overlap, and there are as many as the budget allows")
    func disjoint() {
        let owner = Habits.owner(seed: 3)
        for setting in Self.settings {
            let fits = Int(Day.seconds / setting.window)
            for app in owner.apps.map({ MeasuredApp($0, of: owner) }) {
                let times = HourOfWeek.fetches(app, setting).all.map(\.time)
                #expect(times.count == (app.days?.count ?? 0) * min(fits, setting.budget))
                for (one, next) in zip(times, times.dropFirst()) where Day.of(one) == Day.of(next) {
                    #expect(next - one >= setting.window)
                }
            }
        }
    }
}
