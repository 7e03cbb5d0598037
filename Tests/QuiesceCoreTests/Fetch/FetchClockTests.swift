import TestSupport
import Testing

@testable import QuiesceCore

@Suite struct FetchClockTests {
    private static let start = LocalTime(seconds: 100 * 86_400 + 43_200)

    private static func spent() -> FetchScheduler {
        var scheduler = FetchScheduler(.hourly(1))
        scheduler.opened(.news, at: start)
        scheduler.closed(.news, at: start + 60)
        scheduler.fetched(.news, at: start + 600)
        return scheduler
    }

    @Test(
        "A clock that is set gives no second budget",
        .behaviour("reliability T1", "reliability T2"),
        arguments: [-40 * 86_400, -86_400, -7_200, 7_200, 86_400, 400 * 86_400])
    func set(by seconds: Int64) {
        var scheduler = Self.spent()
        let now = Self.start + (600 + seconds)
        scheduler.clockSet(from: Self.start + 600, to: now)
        #expect(scheduler.standing(of: .news, at: now).budgetLeft == 0)
        #expect(scheduler.due(at: now + 1_800, among: [.news]).fetches.isEmpty)
    }

    @Test(
        "A day later there is a budget again, whatever the clock was set to",
        arguments: [-40 * 86_400, 400 * 86_400])
    func later(by seconds: Int64) {
        var scheduler = Self.spent()
        let now = Self.start + (600 + seconds)
        scheduler.clockSet(from: Self.start + 600, to: now)
        #expect(scheduler.standing(of: .news, at: now + 86_400).budgetLeft == 1)
    }

    @Test("A day that comes again after the clock was set back is the same day")
    func sameDay() {
        var scheduler = FetchScheduler(.hourly(1))
        let early = LocalTime(seconds: 100 * 86_400 + 1_800)
        scheduler.opened(.news, at: early)
        scheduler.fetched(.news, at: early)
        scheduler.clockSet(from: early, to: early + -3_600)
        #expect(scheduler.standing(of: .news, at: early + -3_000).budgetLeft == 0)
        #expect(scheduler.standing(of: .news, at: early + 600).budgetLeft == 0)
    }

    @Test("What was fetched stays fresh as long when the clock is set")
    func fresh() {
        var scheduler = FetchScheduler(.hourly(4))
        scheduler.opened(.news, at: Self.start)
        scheduler.closed(.news, at: Self.start + 60)
        scheduler.fetched(.news, at: Self.start + 600)
        scheduler.clockSet(from: Self.start + 600, to: Self.start + (600 - 20_000))
        let now = Self.start + -20_000
        #expect(scheduler.standing(of: .news, at: now + 3_000).hold == .stillFresh)
        #expect(scheduler.standing(of: .news, at: now + 4_200).hold != .stillFresh)
    }

    @Test("What passed since anything happened stays passed when the clock is set")
    func longAgo() {
        var scheduler = Self.spent()
        let before = Self.start + 7_200
        scheduler.clockSet(from: before, to: before + 86_400)
        #expect(scheduler.habits(of: .news)?.closed == Self.start + (60 + 86_400))
    }

    @Test("Years without an event are passed at once, and leave only what they should")
    func yearsLater() {
        var scheduler = Self.spent()
        let later = LocalTime(seconds: 100_000 * 86_400)
        _ = scheduler.due(at: later, among: [.news])
        #expect(scheduler.habits(of: .news)?.opens.allSatisfy { $0 == 0 } == true)
    }
}
