// How long an app that crashed isn't launched into the background (W5, P9 of the reliability
// catalogue).
extension AppMachine {
    /// Delays the next launch into the background (P9).
    mutating func countCrash(_ context: AppContext) {
        crashes.count = max(0, crashes.count) &+ 1
        let most = context.profile.crashBackoffMost.nanoseconds
        var wait = min(context.profile.crashBackoff.nanoseconds, most)
        for _ in 1..<min(max(crashes.count, 1), 64) { wait = wait > most / 2 ? most : wait * 2 }
        crashes.retryAt = context.now.instant + Interval(nanoseconds: wait)
    }

    /// Whether an ending says that the app doesn't work.
    func isCrash(_ reason: Reason) -> Bool {
        if reason == .exitedNormally, case .launching = stage { return true }
        return [.crashed, .exitedWithError, .launchTimedOut, .spawnFailed].contains(reason)
    }

    /// Starts a process for the wake-ups that wait, now or when the app may be launched again.
    mutating func startForWakes(_ context: AppContext, _ out: inout Recorder) {
        guard !context.awaitsFirstUnlock, let first = wakes.first else { return }
        let wait = crashes.retryAt - context.now.instant
        guard wait <= .zero else {
            heldUntil = context.now.awake + wait
            return
        }
        start(first.cause.launchCause, toForeground: false, context, &out)
    }
}
