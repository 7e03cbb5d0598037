/// The device is being locked: the app that was in front leaves, and the screen locks once it has
/// (S7).
// derive: json
struct Locking: Sendable, Hashable {
    /// The app that leaves; nil: nobody was in front.
    var app: AppID?
    /// By then the screen locks, whoever has left.
    var deadline: AwakeInstant
    /// The user wants it locked, and doesn't only send the device to sleep.
    var isForItself = false
    /// The device is to sleep once it is locked.
    var thenSleeps = false
    /// The tickets of the callers that wait to hear that the screen is locked.
    var tickets: [Ticket] = []
}

// The lock and the sleep/wake button (S7): touches go first, then the app in front leaves, then the
// screen locks, and last the device sleeps.
extension Surroundings {
    mutating func lock(_ ticket: Ticket) {
        input(.lock)
        isLockedBySleep = false
        guard !isLocked else { return answer(ticket) }
        beginLocking()
        locking?.isForItself = true
        locking?.tickets.append(ticket)
    }

    private mutating func beginLocking() {
        guard locking == nil else { return }
        locking = Locking(
            app: foreground,
            deadline: now.awake + profile.backgroundTransitionLimit)
        behindLock = foreground
        interruptions.notificationCenter = false
        // Before they leave: they may still finish what they write.
        protectData()
        leaveForeground()
    }

    /// Locks the screen if whoever was in front has left, or had its time for that.
    mutating func settleLock() {
        guard let locking = locking,
            now.awake >= locking.deadline || hasLeft(locking.app)
        else { return }
        self.locking = nil
        isLocked = true
        isLockedBySleep = !locking.isForItself
        _ = out.decide(.input, .screenLocked, .s7)
        if locking.thenSleeps { fallAsleep() }
        for ticket in locking.tickets { answer(ticket) }
    }

    /// Whether didEnterBackground has returned, or willTerminate; or nobody is there any more to do
    /// so.
    private func hasLeft(_ app: AppID?) -> Bool {
        guard let slot = app.flatMap(slot) else { return true }
        switch apps[slot].stage {
        case .notRunning, .freezing, .suspended, .dying: return true
        case .terminating: return false
        case .launching, .active, .background: return !apps[slot].calls.isInTransition
        }
    }

    mutating func unlock(_ ticket: Ticket) {
        if isLockedOrLocking, protection.isPasscodeSet {
            return refuse(Refusal(.passcodeRequired, rule: .p3), nil, ticket)
        }
        input(.unlock)
        leaveLock()
        answer(ticket)
    }

    /// The app that was in front comes back, on a device that is awake.
    mutating func leaveLock() {
        guard isLockedOrLocking else { return }
        let waiting = locking?.tickets ?? []
        locking = nil
        isLocked = false
        isLockedBySleep = false
        awaken()
        if let app = behindLock, isAlive(app), foreground == nil { bringToFront(app, []) }
        behindLock = nil
        for ticket in waiting { answer(ticket) }
    }

    // MARK: Sleep

    /// The sleep/wake button: whoever is in front leaves, the screen locks, and then the device
    /// sleeps.
    mutating func sleep(_ ticket: Ticket) {
        input(.sleep)
        if isAsleep { return answer(ticket) }
        if isLocked {
            fallAsleep()
            return answer(ticket)
        }
        beginLocking()
        locking?.thenSleeps = true
        locking?.tickets.append(ticket)
    }

    /// With a passcode the lock stays; without one, what was in front comes back, unless the user
    /// has locked the device as well.
    mutating func wake(_ ticket: Ticket) {
        input(.wake)
        locking?.thenSleeps = false
        awaken()
        if !protection.isPasscodeSet,
            locking.map({ !$0.isForItself }) ?? isLockedBySleep
        {
            leaveLock()
        }
        answer(ticket)
    }

}
