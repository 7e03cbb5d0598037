/// The device is being locked: the app that was in front leaves, and the screen locks once it has (S7).
struct Locking: Sendable, Hashable, Codable {
    /// Who leaves; nil: nobody was in front.
    var app: AppID?
    /// By then the screen locks, whoever has left.
    var deadline: AwakeInstant
    /// The user wants it locked, and doesn't only send the device to sleep.
    var isForItself = false
    /// The device is to sleep once it is locked.
    var thenSleeps = false
    /// Who waits to hear that it is locked.
    var tickets: [Ticket] = []
}

// The lock and the sleep/wake button (S7): touches go first, then the app in front leaves, then the screen
// locks, and last the device sleeps.
extension SystemMachine {
    /// The screen is locked, or will be when the app in front has left: nobody touches or opens anything.
    public var isLockedOrLocking: Bool { isLocked || locking != nil }

    mutating func lock(_ ticket: Ticket, _ now: Moment, _ out: inout Recorder) {
        input(.lock, &out)
        isLockedBySleep = false
        guard !isLocked else { return answer(ticket, &out) }
        beginLocking(now, &out)
        locking?.isForItself = true
        locking?.tickets.append(ticket)
    }

    private mutating func beginLocking(_ now: Moment, _ out: inout Recorder) {
        guard locking == nil else { return }
        locking = Locking(
            app: foreground, deadline: now.awake + profile.backgroundTransitionLimit)
        behindLock = foreground
        interruptions.notificationCenter = false
        // Before they leave: they may still finish what they write.
        protectData(now, &out)
        leaveForeground(now, &out)
    }

    /// Locks the screen if whoever was in front has left, or had its time for that.
    mutating func settleLock(_ now: Moment, _ out: inout Recorder) {
        guard let locking, now.awake >= locking.deadline || hasLeft(locking.app) else { return }
        self.locking = nil
        isLocked = true
        isLockedBySleep = !locking.isForItself
        _ = out.decide(.input, .screenLocked, .s7)
        if locking.thenSleeps { fallAsleep(now, &out) }
        for ticket in locking.tickets { answer(ticket, &out) }
    }

    /// Whether didEnterBackground has returned, or willTerminate; or nobody is there any more to do so.
    private func hasLeft(_ app: AppID?) -> Bool {
        guard let slot = app.flatMap(slot) else { return true }
        switch apps[slot].stage {
        case .notRunning, .freezing, .suspended, .dying: return true
        case .terminating: return false
        case .launching, .active, .background: return !apps[slot].calls.isInTransition
        }
    }

    mutating func unlock(_ ticket: Ticket, _ now: Moment, _ out: inout Recorder) {
        if isLockedOrLocking, protection.isPasscodeSet {
            return refuse(Refusal(.passcodeRequired, rule: .p3), nil, ticket, &out)
        }
        input(.unlock, &out)
        leaveLock(now, &out)
        answer(ticket, &out)
    }

    /// The app that was in front comes back, on a device that is awake.
    mutating func leaveLock(_ now: Moment, _ out: inout Recorder) {
        guard isLockedOrLocking else { return }
        let waiting = locking?.tickets ?? []
        locking = nil
        isLocked = false
        isLockedBySleep = false
        awaken(now, &out)
        if let app = behindLock, let slot = slot(app), apps[slot].isAlive, foreground == nil {
            bringToFront(slot, [], now, &out)
        }
        behindLock = nil
        for ticket in waiting { answer(ticket, &out) }
    }

    // MARK: Sleep

    /// The sleep/wake button: whoever is in front leaves, the screen locks, and then the device sleeps.
    mutating func sleep(_ ticket: Ticket, _ now: Moment, _ out: inout Recorder) {
        input(.sleep, &out)
        if isAsleep { return answer(ticket, &out) }
        if isLocked {
            fallAsleep(now, &out)
            return answer(ticket, &out)
        }
        beginLocking(now, &out)
        locking?.thenSleeps = true
        locking?.tickets.append(ticket)
    }

    private mutating func fallAsleep(_ now: Moment, _ out: inout Recorder) {
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
        settleAll(now, &out)
    }

    /// The last task that kept the device awake may have ended.
    mutating func retrySleep(_ now: Moment, _ out: inout Recorder) {
        guard !apps.contains(where: { !$0.tasks.open.isEmpty }) else { return }
        sleepDeferred = false
        out.effects.append(.keepAwake(false))
        fallAsleep(now, &out)
    }

    /// With a passcode the lock stays; without one, what was in front comes back, unless the user has locked
    /// the device as well.
    mutating func wake(_ ticket: Ticket, _ now: Moment, _ out: inout Recorder) {
        input(.wake, &out)
        locking?.thenSleeps = false
        awaken(now, &out)
        if !protection.isPasscodeSet, locking.map({ !$0.isForItself }) ?? isLockedBySleep {
            leaveLock(now, &out)
        }
        answer(ticket, &out)
    }

    private mutating func awaken(_ now: Moment, _ out: inout Recorder) {
        if sleepDeferred { out.effects.append(.keepAwake(false)) }
        sleepDeferred = false
        guard isAsleep else { return }
        isAsleep = false
        settleAll(now, &out)
    }

    /// Tasks are suspended when the device sleeps and go on when it wakes (T5).
    mutating func settleAll(_ now: Moment, _ out: inout Recorder) {
        for slot in apps.indices { update(slot, now, &out) { $0.settle($1, &$2) } }
    }
}
