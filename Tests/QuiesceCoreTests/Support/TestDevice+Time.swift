@testable import QuiesceCore

// Time passes when a test says so.
extension TestDevice {
    /// Lets time pass, with everything that falls due meanwhile exactly on time.
    func advance(by interval: Interval) {
        let target = now.instant + interval
        run()
        while true {
            let next = pending.map(\.at).min()
            if let next, next <= target, timer.map({ next <= $0 }) ?? true {
                move(to: next)
                run()
            } else if let due = timer, due <= target {
                move(to: due)
                timer = nil
                send(.timer)
                run()
            } else {
                break
            }
        }
        move(to: target)
    }

    private func move(to instant: Instant) {
        if instant > now.instant { now = now.advanced(by: instant - now.instant) }
    }

    /// The daemon gets no CPU for a while; then its timer fires.
    func fireTimerLate(by interval: Interval) {
        guard let due = timer else { return }
        move(to: due + interval)
        timer = nil
        send(.timer)
        run()
    }

    /// The device sleeps; only the clock that counts sleep goes on.
    func sleep(for interval: Interval) {
        ask { .sleep($0) }
        now.instant = now.instant + interval
        now.wall = now.wall + interval
        ask { .wake($0) }
    }
}
