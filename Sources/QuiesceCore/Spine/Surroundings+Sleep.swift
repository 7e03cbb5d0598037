// The device's sleep (T5).
extension Surroundings {
    mutating func fallAsleep() {
        if !profile.deviceSleepSuspendsTasks, apps.contains(where: { !$0.tasks.open.isEmpty }) {
            if !sleepDeferred {
                _ = out.decide(.input, .sleepDeferred, .t5)
                out.effects.append(.keepAwake(true))
            }
            sleepDeferred = true
            return
        }
        sleepDeferred = false
        isAsleep = true
        settleAll()
    }

    /// The last task that kept the device awake may have ended.
    mutating func retrySleep() {
        guard !apps.contains(where: { !$0.tasks.open.isEmpty }) else { return }
        sleepDeferred = false
        out.effects.append(.keepAwake(false))
        fallAsleep()
    }

    mutating func awaken() {
        if sleepDeferred { out.effects.append(.keepAwake(false)) }
        sleepDeferred = false
        guard isAsleep else { return }
        isAsleep = false
        settleAll()
    }

    /// Tasks are suspended when the device sleeps and go on when it wakes (T5).
    mutating func settleAll() {
        updateAll { $0.settle($1, &$2) }
    }
}
