// The one timer that the shell holds: what happens when it fires, and when it is asked for.
extension SystemMachine {
    /// A timer asked for: the deadline, and when the shell's clock is to fire for it.
    struct Timer: Sendable, Hashable, Codable {
        var deadline: AwakeInstant
        var at: Instant
    }

    /// Does what is due. If the timer is due the device is awake for timed work: whatever may be done by
    /// now shares that.
    mutating func timer(_ now: Moment, _ out: inout Recorder) {
        isTimedMoment = armed.map { $0.at <= now.instant } ?? false
        armed = nil
        let due = isTimedMoment ? schedule.ready(at: now.awake) : schedule.due(at: now.awake)
        for slot in due { update(slot, now, &out) { $0.meetDeadlines($1, &$2) } }
        meetProtectionDeadline(now, &out)
    }

    /// The machine stood still if a limit is long past and nobody was told: it is extended with all others before
    /// anything else is done. Whatever is heard first afterwards says so, as well as the timer: an app's end may take
    /// the limit away that shows it, and leave another that looks as if it were met.
    mutating func noticeStandstill(_ now: Moment, _ out: inout Recorder) {
        guard let next = nextLimit, next <= now.awake else { return }
        let late = now.awake - next
        if late > Limits.timerLateness { extendLimits(by: late, now, &out) }
    }

    /// The first limit that the machine's standing still extends: of any app, or of the keys to protected
    /// files.
    private var nextLimit: AwakeInstant? {
        guard let forgetsAt = protection.forgetsAt else { return schedule.next }
        return schedule.next.map { min($0, forgetsAt) } ?? forgetsAt
    }

    /// The machine stood still for `late`, and apps with it.
    private mutating func extendLimits(by late: Interval, _ now: Moment, _ out: inout Recorder) {
        _ = out.decide(.input, .timerLate, nil, detail: .late(late))
        let context = context(now)
        protection.forgetsAt = protection.forgetsAt.map { max($0, now.awake) + late }
        if let deadline = locking?.deadline { locking?.deadline = max(deadline, now.awake) + late }
        for slot in apps.indices {
            apps[slot].extendLimits(by: late, context)
            schedule.set(slot, apps[slot].nextDeadline(profile))
        }
    }

    /// Asks for the one timer, if it isn't set for the next deadline already. While the device is
    /// awake both clocks run alike; if it sleeps, the timer is early, and is asked for again.
    mutating func arm(_ now: Moment, _ out: inout Recorder) {
        isTimedMoment = false
        guard let deadline = nextTimedWork(at: now) else {
            if armed != nil { out.effects.append(.arm(at: nil)) }
            armed = nil
            return
        }
        if armed?.deadline == deadline { return }
        let at = max(now.instant, now.instant + (deadline - now.awake))
        armed = Timer(deadline: deadline, at: at)
        out.effects.append(.arm(at: at))
    }
}
