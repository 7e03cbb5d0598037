import TestSupport
import Testing

@testable import QuiesceCore

@Suite struct FetchSchedulerTests {
    private static let noon: Int64 = 12 * 3_600

    @Test("An app opened at noon is fetched shortly before noon", .behaviour("F3"))
    func noon() {
        var owner = HabitualOwner(.hourly(1), apps: [.news]) { day in
            [(.news, Self.noon + 240 + (day % 5) * 120)]
        }
        owner.live(days: 0..<42)
        let fresh = (Int64(28)..<42).filter { day in
            let open = LocalTime(seconds: day * 86_400 + Self.noon + 240 + (day % 5) * 120)
            return owner.fetches(of: .news, onDay: day).contains {
                (60...3_600).contains(open - $0.at)
            }
        }
        #expect(fresh.count >= 12, "\(fresh.count) of 14 days")
    }

    @Test("An app that is come back to soon is fetched once that would be another visit")
    func returning() throws {
        // Two visits each day with ten minutes in between.
        let first: Int64 = 15 * 3_600
        var owner = HabitualOwner(
            .init(perAppDay: 1, window: .seconds(900), lead: .seconds(60)), apps: [.news]
        ) { _ in [(.news, first), (.news, first + 660)] }
        owner.live(days: 0..<28)
        let fetch = try #require(owner.fetches(of: .news, onDay: 27).first)
        #expect(fetch.at.secondOfDay == 15 * 3_600 + 60 + 240)
        #expect(fetch.reason == .inUse)
    }

    @Test("The budget of a day is never exceeded", arguments: [1, 2, 4, 8])
    func budget(perAppDay: Int) {
        var random = SeededGenerator(seed: UInt64(perAppDay))
        let days = (0..<20).map { _ in
            (0..<30).map { _ in Int64(random.below(86_000)) }.sorted()
        }
        var owner = HabitualOwner(.hourly(perAppDay), apps: [.mail, .news]) { day in
            days[Int(day)].enumerated().map { ($0.offset % 3 == 0 ? .news : .mail, $0.element) }
        }
        owner.live(days: 0..<20)
        for app in owner.apps {
            for day in Int64(0)..<20 {
                #expect(owner.fetches(of: app, onDay: day).count <= perAppDay)
            }
        }
        #expect(owner.fetches.count > 20)
    }

    @Test("An app in front, just left, or still fresh isn't fetched")
    func holds() {
        var scheduler = FetchScheduler(.hourly(4))
        let start = LocalTime(seconds: 1_000_000)
        #expect(scheduler.standing(of: .news, at: start).hold == .neverOpened)
        scheduler.screen(on: true, at: start)
        scheduler.opened(.news, at: start)
        #expect(scheduler.standing(of: .news, at: start + 10).hold == .inFront)
        #expect(scheduler.due(at: start + 10, among: [.news]).fetches.isEmpty)
        scheduler.closed(.news, at: start + 20)
        #expect(scheduler.standing(of: .news, at: start + 259).hold == .justUsed)
        let plan = scheduler.due(at: start + 259, among: [.news])
        #expect(plan == FetchPlan(fetches: [], next: start + 260))
        let due = scheduler.due(at: start + 260, among: [.news])
        #expect(due.fetches.map(\.app) == [.news])
        #expect(due.fetches.map(\.reason) == [.beginning])
        scheduler.fetched(.news, at: start + 260)
        let standing = scheduler.standing(of: .news, at: start + 300)
        #expect(standing.hold == .stillFresh)
        #expect(standing.budgetLeft == 3)
    }

    @Test(
        "A fetch is worth more the more apps are opened one after the other, and less the longer the device rests",
        .behaviour("F3"))
    func liveliness() {
        var scheduler = FetchScheduler(.hourly(4))
        let start = LocalTime(seconds: 1_000_000)
        var seen: [Double] = []
        scheduler.screen(on: true, at: start)
        seen.append(scheduler.look(at: start).liveliness)
        for (app, second) in [(AppID.news, Int64(60)), (.mail, 180)] {
            scheduler.opened(app, at: start + second)
            scheduler.closed(app, at: start + (second + 60))
            seen.append(scheduler.look(at: start + (second + 60)).liveliness)
        }
        #expect(seen == seen.sorted() && Set(seen).count == 3, "\(seen)")
        scheduler.screen(on: false, at: start + 240)
        let rested = [Int64(240), 600, 1_799, 2_040, 86_400].map {
            scheduler.look(at: start + $0).liveliness
        }
        #expect(rested == rested.sorted(by: >) && Set(rested).count == 5, "\(rested)")
    }

    @Test("What is asked for next is never past, and hours ahead while a device rests unused")
    func next() throws {
        var owner = HabitualOwner(.hourly(4), apps: [.news]) { _ in [(.news, Self.noon)] }
        owner.live(days: 0..<14)
        var now = LocalTime(seconds: 14 * 86_400)
        var wakes = 0
        owner.rest(until: now)
        while now.day < 15 {
            let plan = owner.scheduler.due(at: now, among: [.news])
            for fetch in plan.fetches { owner.scheduler.fetched(fetch.app, at: now) }
            let next = try #require(plan.next)
            #expect(next > now)
            now = next
            wakes += 1
        }
        #expect(wakes < 20)
    }

    @Test("The same events give the same plans, also after it was stored and read again")
    func deterministic() throws {
        func owner() -> HabitualOwner {
            HabitualOwner(.hourly(2), apps: [.mail, .news]) { day in
                [(.news, Self.noon), (.mail, 9 * 3_600 + day * 60), (.mail, 15 * 3_600)]
            }
        }
        var first = owner()
        var second = owner()
        first.live(days: 0..<20)
        second.live(days: 0..<10)
        let stored = second.scheduler
        second.scheduler = FetchScheduler(
            stored.settings, owner: stored.owner,
            apps: [AppID.news, .mail].compactMap { app in stored.habits(of: app).map { (app, $0) } }
        )
        #expect(second.scheduler == stored)
        second.live(days: 10..<20)
        #expect(first.fetches == second.fetches)
        #expect(first.scheduler == second.scheduler)
    }

    @Test("What is learnt doesn't depend on how often it is asked")
    func asking() {
        var often = FetchScheduler(.hourly(0))
        var seldom = often
        let start = LocalTime(seconds: 20 * 86_400)
        for day in Int64(0)..<5 {
            let open = start + (day * 86_400 + Self.noon)
            for moment in stride(from: Int64(0), to: 86_400, by: 900) where moment < Self.noon {
                _ = often.due(at: start + (day * 86_400 + moment), among: [.news])
            }
            often.opened(.news, at: open)
            seldom.opened(.news, at: open)
            often.closed(.news, at: open + 60)
            seldom.closed(.news, at: open + 60)
        }
        #expect(often.habits(of: .news) == seldom.habits(of: .news))
        #expect(seldom.habits(of: .news)?.past.contains { $0 > 0 } == true)
    }

    @Test("An app that is uninstalled is forgotten")
    func forgotten() {
        var scheduler = FetchScheduler(.hourly(1))
        scheduler.opened(.news, at: LocalTime(seconds: 0))
        scheduler.forget(.news)
        #expect(
            scheduler
                == {
                    var other = FetchScheduler(.hourly(1))
                    _ = other.due(at: LocalTime(seconds: 0), among: [])
                    return other
                }())
    }

    @Test("The forecast is in order, in the future and within the budget")
    func forecast() throws {
        var owner = HabitualOwner(.hourly(2), apps: [.mail, .news]) { _ in
            [(.news, Self.noon), (.mail, 9 * 3_600), (.mail, 18 * 3_600), (.mail, 21 * 3_600)]
        }
        owner.live(days: 0..<14)
        let now = LocalTime(seconds: 14 * 86_400 + 3_600)
        let forecast = owner.scheduler.forecast(from: now, hours: 20, among: owner.apps)
        #expect(forecast.map(\.at) == forecast.map(\.at).sorted())
        #expect(forecast.allSatisfy { $0.at >= now && $0.at < now + 72_000 })
        #expect(forecast.filter { $0.app == .mail }.count == 2)
        let news = try #require(forecast.first { $0.app == .news })
        let noon = LocalTime(seconds: 14 * 86_400 + Self.noon)
        #expect(abs(noon - news.at) <= 3_600)
        #expect(owner.scheduler.standing(of: .news, at: now).nextLikely == news.at)
    }
}
