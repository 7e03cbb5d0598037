import TestSupport
import Testing

@testable import QuiesceCore

@Suite struct BudgetDayTests {
    private static let noon = WallTime.zero + .seconds(100 * 86_400 + 43_200)

    /// As a wall in UTC shows it.
    private static func follow(
        _ day: inout BudgetDay, _ wall: WallTime, setBy step: Int64 = 0
    ) {
        day.follow(
            LocalTime(wall: wall, offset: 0).day, at: wall, clockSetBy: .seconds(step))
    }

    @Test("Each midnight that comes by itself begins a day")
    func midnights() {
        var day = BudgetDay()
        for number in 0..<5 {
            Self.follow(&day, Self.noon + .seconds(Int64(number) * 86_400))
            #expect(day.number == Int64(number))
        }
    }

    @Test(
        "A clock that is set to shortly before midnight again and again begins one day",
        .behaviour("reliability T1", "reliability T2"))
    func setBackAgain() {
        var day = BudgetDay()
        Self.follow(&day, Self.noon)
        var wall = Self.noon + .seconds(43_260)
        for _ in 0..<10 {
            Self.follow(&day, wall)
            #expect(day.number == 1)
            wall = wall.before(by: .seconds(120))
            Self.follow(&day, wall, setBy: -120)
            wall = wall + .seconds(120)
        }
        Self.follow(&day, wall + .seconds(86_400))
        #expect(day.number == 2, "the next midnight counts")
    }

    @Test("A start without a clock keeps no day for ever", .behaviour("reliability T3"))
    func lostClock() {
        var day = BudgetDay()
        Self.follow(&day, Self.noon)
        Self.follow(&day, Self.noon + .seconds(43_260))
        let lost: Int64 = 400 * 86_400
        Self.follow(&day, (Self.noon + .seconds(50_000)).before(by: .seconds(lost)))
        Self.follow(&day, Self.noon + .seconds(50_010), setBy: lost)
        #expect(day.number == 1)
        Self.follow(&day, Self.noon + .seconds(43_260 + 86_400))
        #expect(day.number == 2)
    }
}
