import QuiesceCore

/// Microseconds since the beginning, whoever sets the calendar's clock meanwhile, and by how much
/// the calendar differs from them.
struct TimelineClock {
    private let start: WallTime
    private var elapsed = Interval.zero
    private var last: Moment
    private(set) var shifts: [Timeline.Shift] = []
    private var shift = Interval.zero

    /// A clock is set by more than it drifts apart from the timer's between two events.
    private static let drift = Interval.milliseconds(500)

    init(from start: Moment) {
        self.start = start.wall
        last = start
    }

    var startMicroseconds: Int64 { start.nanoseconds.flooredMicroseconds }

    var now: Int64 {
        (start.nanoseconds &+ elapsed.nanoseconds).flooredMicroseconds - startMicroseconds
    }

    mutating func advance(to now: Moment) {
        let passed = now.instant - last.instant
        let onCalendar = now.wall - last.wall
        last = now
        let apart = (onCalendar - passed).nanoseconds
        // A restart of the device sets the timer's clock back; the calendar says how long it took.
        let follows = passed < .zero || apart.magnitude < Self.drift.nanoseconds.magnitude
        if follows, onCalendar >= .zero {
            elapsed = elapsed + onCalendar
            return
        }
        let set = onCalendar.nanoseconds - max(0, passed.nanoseconds)
        // Whole microseconds, so that the calendar's are exact.
        let rest = set - set / 1_000 * 1_000
        elapsed = elapsed + Interval(nanoseconds: max(0, max(0, passed.nanoseconds) + rest))
        shift = shift + Interval(nanoseconds: set - rest)
        shifts.append(Timeline.Shift(time: self.now, microseconds: shift.nanoseconds / 1_000))
    }

    /// The time of a moment that is to come.
    func time(of wall: WallTime) -> Int64 {
        now + (wall - last.wall).nanoseconds / 1_000
    }
}

extension Int64 {
    fileprivate var flooredMicroseconds: Int64 {
        let (whole, rest) = quotientAndRemainder(dividingBy: 1_000)
        return rest < 0 ? whole - 1 : whole
    }
}
