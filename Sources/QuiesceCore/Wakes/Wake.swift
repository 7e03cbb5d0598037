/// One accepted wake-up, until its completion handler is called or the app dies: woken for a
/// cause, handler called, completion awaited under a watchdog, then suspended again.
// derive: json
struct Wake: Sendable, Hashable {
    var id: WakeID
    var cause: WakeCause
    /// The launch that is to handle it, once one was started or woken for it.
    var launch: Launch?
    /// When its handler was called; the watchdog runs from here.
    var delivered: AwakeInstant?
    /// An earlier launch may have handled it, and ended through no fault of its own.
    var isRepeat = false
    /// The app was told that its time is nearly over.
    var isWarned = false
    /// When its time is over, if that is sooner than its limit.
    var endsAt: AwakeInstant?
    /// Its time is over once it begins: what it needs is gone.
    var endsAtOnce = false

    /// Its app has been charged for it (F7).
    // json: unless false
    var isCharged = false

    /// How often an app that had it was ended for memory; nil: never.
    var purges: Int?

    /// Waits for the next launch again (W6): who is ended for memory did nothing wrong, unless it
    /// is so each time.
    mutating func giveBackAfterPurge() {
        let before = purges ?? 0
        guard before < Limits.purgesPerWake else { return }
        purges = before + 1
        giveBack()
    }

    /// Waits for the next launch again.
    mutating func giveBack() {
        if delivered != nil { isRepeat = true }
        launch = nil
        delivered = nil
        isWarned = false
        endsAt = nil
    }

    func deadline(_ profile: PolicyProfile) -> AwakeInstant? {
        delivered.map {
            let end = $0 + cause.limit(profile)
            return endsAt.map { min($0, end) } ?? end
        }
    }

    /// When its app is to be told that the time is nearly over; nil: it isn't.
    func warning(_ profile: PolicyProfile) -> AwakeInstant? {
        guard cause.rule.isWarned, !isWarned, let delivered, let end = deadline(profile) else {
            return nil
        }
        return max(delivered, end.before(by: profile.expirationWarning))
    }
}

/// The outcome of a wake-up.
struct FinishedWake: Sendable, Hashable {
    var app: AppID
    var wake: WakeID
    var verdict: Reason
    /// From its handler's call.
    var took: Interval
    /// The payload that nobody else needs, as far as nobody has said otherwise.
    var payload: PayloadHandle?
}
