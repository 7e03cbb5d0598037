import Foundation
import TestSupport
import Testing

@testable import QuiesceCore

@Suite struct AppHabitsTests {
    private static let quarterly = FetchScheduler.Settings(
        perAppDay: 8, window: .seconds(900), lead: .seconds(60))

    private static func lived() -> FetchScheduler {
        var owner = HabitualOwner(quarterly, apps: [.news]) { day in
            (0..<20).map { (.news, 25_000 + Int64($0) * 2_500 + day * 60 % 600) }
        }
        owner.live(days: 0..<30)
        return owner.scheduler
    }

    @Test("What is stored of an app reads back the same, and stays small")
    func coding() throws {
        let habits = try #require(Self.lived().habits(of: .news))
        let stored = habits.json
        #expect(stored.count < 4_096)
        #expect(try AppHabits.read(stored) == habits)
    }

    @Test("Absurd habits are brought into bounds and do no harm", .behaviour("reliability D10"))
    func absurd() throws {
        let text = """
            {"o":"\(String(repeating: "ff", count: 192))","r":"zz","d":-5,"f":9223372036854775807,
             "c":9223372036854775807,"l":9223372036854775807,"b":9223372036854775807,"u":-7,
             "t":"00","p":"\(String(repeating: "ff", count: 5_000))"}
            """
        let habits = try AppHabits.read(Array(text.utf8))
        #expect(habits.days == 0)
        #expect(habits.used == 0)
        #expect(habits.past.isEmpty)
        var scheduler = FetchScheduler(
            Self.quarterly, owner: OwnerHabits(), apps: [(.news, habits)])
        let now = LocalTime(seconds: 20_000 * 86_400)
        #expect(scheduler.standing(of: .news, at: now).budgetLeft == 8)
        #expect(scheduler.due(at: now, among: [.news]).fetches.map(\.app) == [.news])
        scheduler.opened(.news, at: now)
        scheduler.closed(.news, at: now + 60)
        _ = scheduler.due(at: now + 86_400, among: [.news])
    }

    @Test("What was gathered for another window is dropped, the rest stays")
    func otherWindow() throws {
        let habits = try #require(Self.lived().habits(of: .news))
        let scheduler = FetchScheduler(
            .hourly(8), owner: OwnerHabits(), apps: [(.news, habits)])
        let kept = try #require(scheduler.habits(of: .news))
        #expect(kept.past.isEmpty && kept.today.count == 24)
        #expect(kept.opens == habits.opens)
    }

    @Test("A level's middle is within a sixteenth of each value of it")
    func levels() {
        for step in 0..<400 {
            let value = 0x1p-19 * Double(1 + step * step * step)
            let middle = FetchLevel.value(of: FetchLevel.level(of: value))
            if value < 0x1p11 { #expect(abs(middle - value) <= value / 16) }
        }
        #expect(FetchLevel.level(of: 0) == 0)
        #expect(FetchLevel.level(of: .infinity) == 0)
        #expect(FetchLevel.level(of: 1e30) == 255)
    }

    @Test("An app with no times of return of its own is come back to as others are")
    func returns() {
        let none = [UInt16](repeating: 0, count: FetchModel.returnBins)
        let soon = ReturnTimes.chance(none, away: 240, lead: 60, window: 900)
        let later = ReturnTimes.chance(none, away: 86_400, lead: 60, window: 900)
        #expect(soon > 0.1 && soon < 0.3)
        #expect(later < soon / 10)
        #expect(ReturnTimes.chance(none, away: .max / 2, lead: 60, window: 900) == 0)
        #expect(ReturnTimes.bin(of: 300) == 0)
        #expect(ReturnTimes.bin(of: 450) == 1)
        #expect(ReturnTimes.bin(of: .max) == FetchModel.returnBins - 1)
    }
}
