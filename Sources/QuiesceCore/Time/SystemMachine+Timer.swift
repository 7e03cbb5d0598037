// The one timer that the shell holds: what happens when it fires, and when it is asked for.
extension SystemMachine {
    /// A timer asked for: the deadline, and when the shell's clock is to fire for it.
    // derive: json
    struct Timer: Sendable, Hashable {
        var deadline: AwakeInstant
        var at: Instant
    }

    /// Does what is due. If the timer is due the device is awake for timed work: whatever may be
    /// done by now shares that.
    mutating func timer() {
        around.isTimedMoment = armed.map { $0.at <= around.now.instant } ?? false
        armed = nil
        let due =
            around.isTimedMoment
            ? around.schedule.ready(at: around.now.awake)
            : around.schedule.due(at: around.now.awake)
        for slot in due { around.update(slot) { $0.meetDeadlines($1, &$2) } }
        around.meetProtectionDeadline()
    }

    /// The machine stood still if a limit is long past and nobody was told, or the timer should
    /// have fired long ago: limits are extended before anything else is done. Whatever is heard
    /// first afterwards says so, as well as the timer: an app's end may take the limit away that
    /// shows it, and leave another that looks as if it were met.
    mutating func noticeStandstill(at event: Event) {
        let late = max(limitsLate, timerLate)
        guard late > Limits.timerLateness else { return }
        extendLimits(by: late)
        if case .timer = event { return }
        // It is asked for anew, so that the same lateness isn't noticed twice.
        disarm()
    }

    /// How long the first limit has passed.
    private var limitsLate: Interval {
        nextLimit.map { around.now.awake - $0 } ?? .zero
    }

    /// How long the timer should have fired. A device that slept is late by the boot clock alone.
    private var timerLate: Interval {
        armed.map { min(around.now.awake - $0.deadline, around.now.instant - $0.at) } ?? .zero
    }

    /// The first limit that the machine's standing still extends: of any app, or of the keys to
    /// protected files.
    private var nextLimit: AwakeInstant? {
        guard let forgetsAt = around.protection.forgetsAt else { return around.schedule.next }
        return around.schedule.next.map { min($0, forgetsAt) } ?? forgetsAt
    }

    /// The machine stood still for `late`, and apps with it.
    private mutating func extendLimits(by late: Interval) {
        _ = around.out.decide(.input, .timerLate, nil, detail: .late(late))
        let now = around.now.awake
        around.protection.forgetsAt = around.protection.forgetsAt.map { max($0, now) + late }
        if let deadline = around.locking?.deadline {
            around.locking?.deadline = max(deadline, now) + late
        }
        around.extendLimits(by: late)
    }

    /// Asks for the one timer, if it isn't set for the next deadline already. While the device is
    /// awake both clocks run alike; if it sleeps, the timer is early, and is asked for again.
    mutating func arm() {
        around.isTimedMoment = false
        guard let deadline = nextTimedWork(at: around.now) else { return disarm() }
        if armed?.deadline == deadline { return }
        let at = max(around.now.instant, around.now.instant + (deadline - around.now.awake))
        armed = Timer(deadline: deadline, at: at)
        around.out.effects.append(.arm(at: at))
    }

    mutating func disarm() {
        if armed != nil { around.out.effects.append(.arm(at: nil)) }
        armed = nil
    }
}
