import QuiesceCore
import Testing

@testable import QuiesceTimeline

@Suite("A timeline's clock") struct TimelineClockTests {
    private let start = Moment(
        instant: .zero + .seconds(5), awake: .zero, wall: .zero + .milliseconds(1_000_001))

    @Test("It follows the calendar exactly, which the timer's clock runs apart from")
    func follows() {
        var clock = TimelineClock(from: start)
        var now = start
        for _ in 0..<1_000 {
            now.instant = now.instant + Interval(nanoseconds: 1_000_100)
            now.wall = now.wall + Interval(nanoseconds: 1_000_900)
            clock.advance(to: now)
        }
        #expect(clock.now == (now.wall - start.wall).nanoseconds / 1_000)
        #expect(clock.shifts.isEmpty)
    }

    @Test("Where the clock is set, time goes on, and the calendar's difference is known")
    func isSet() {
        var clock = TimelineClock(from: start)
        var now = start.advanced(by: .seconds(10))
        clock.advance(to: now)
        now = now.advanced(by: .seconds(1))
        now.wall = now.wall.before(by: .seconds(3_600))
        clock.advance(to: now)
        #expect(clock.now == 11_000_000)
        #expect(clock.shifts == [Timeline.Shift(time: 11_000_000, microseconds: -3_600_000_000)])
        #expect(clock.time(of: now.wall + .seconds(2)) == 13_000_000)
    }

    @Test("Over a restart of the machine the calendar counts")
    func restart() {
        var clock = TimelineClock(from: start)
        clock.advance(
            to: Moment(instant: .zero, awake: .zero, wall: start.wall + .seconds(60)))
        #expect(clock.now == 60_000_000 && clock.shifts.isEmpty)
    }
}
