// Open tasks while the device sleeps: their time is spent in slices that they share, when it is
// awake for something else anyway (T5).
extension Surroundings {
    /// A slice lasts as long as the wake-up that it shares: the device sleeps on when the last app
    /// that was woken has completed.
    mutating func shareAwakeTime() {
        guard isAsleep || sharesAwakeTime, profile.deviceSleepSuspendsTasks else { return }
        let shares = isAsleep && isAwakeForWake
        guard shares != sharesAwakeTime else { return }
        sharesAwakeTime = shares
        settleAll()
    }
}
