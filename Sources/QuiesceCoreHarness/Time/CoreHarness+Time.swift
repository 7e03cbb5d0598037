import QuiesceCore

// Time passes when somebody says so.
extension CoreHarness {
    /// When the next thing happens by itself, besides the timer; nil: nothing will.
    public final var nextAction: Instant? { pending.next }

    /// Somebody does something at `instant`.
    public final func plan(at instant: Instant, _ action: @escaping () -> Void) {
        pending.plan(.init(at: instant, process: nil, action: .perform(action)))
    }

    /// The kernel, an agent or the shell says something after `delay`.
    package final func plan(_ event: Event, after delay: Interval = .zero) {
        pending.plan(.init(at: now.instant + delay, process: nil, action: .event(event)))
    }

    /// Lets so much time pass.
    public final func advance(by interval: Interval) { advance(to: now.instant + interval) }

    /// Lets time pass until `target`. Everything that falls due on the way happens exactly on time;
    /// at one time, the timer fires last.
    public final func advance(to target: Instant) {
        run()
        while true {
            if let next = pending.next, next <= target, timer.map({ next <= $0 }) ?? true {
                move(to: next)
                run()
            } else if let due = timer, due <= target {
                fireTimer(at: due)
            } else {
                break
            }
        }
        move(to: target)
    }

    /// The daemon gets no CPU for a while; then its timer fires.
    package final func fireTimerLate(by interval: Interval) {
        if let due = timer { fireTimer(at: due + interval) }
    }

    private func fireTimer(at instant: Instant) {
        move(to: instant)
        timer = nil
        send(.timer)
        run()
    }

    private func move(to instant: Instant) {
        if instant > now.instant { now = now.advanced(by: instant - now.instant) }
    }

    /// The device sleeps; only the clocks that count sleep go on.
    package final func sleep(for interval: Interval) {
        send(.sleep(newTicket()))
        run()
        now.instant = now.instant + interval
        now.wall = now.wall + interval
        send(.wake(newTicket()))
        run()
    }
}
