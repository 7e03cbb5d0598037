import QuiesceCore

/// How much time has passed, whoever sets the calendar's clock meanwhile.
struct ElapsedTime: Sendable {
    private(set) var elapsed: Interval
    private var last: Moment

    init(from start: Moment, elapsed: Interval = .zero) {
        last = start
        self.elapsed = elapsed
    }

    mutating func advance(to now: Moment) {
        let passed = now.instant - last.instant
        // A restart of the device set that clock back.
        elapsed = elapsed + (passed < .zero ? max(.zero, now.wall - last.wall) : passed)
        last = now
    }
}
