/// The whole policy of a device, as one value: no I/O, no clock, no threads, no randomness.
///
/// The shell reports what happened and when; the machine returns what to do, in order, and what it
/// decided, with the rule. Deadlines live in the state: the machine says when it next wants to be
/// called, and early, late and repeated calls are harmless.
// derive: json then=rebuild
public struct SystemMachine: Sendable, Hashable {
    /// Each journal segment begins with it. It grows when the form of the state or of an event changes, or
    /// their meaning: a journal of another version isn't read, and the device goes on from its facts.
    public static let stateVersion = 13

    /// The apps, the screen, the lock: what capabilities share.
    // json: around=device
    var around: Surroundings
    /// What the machine's own sources say of it.
    var real = RealConditions()
    var memory = MemoryShortage()
    var transfers = Transfers()
    var notifications = Notifications()
    var fetches: Fetches
    var pushes = Pushes()
    /// The timer that the shell holds.
    var armed: Timer?
    /// In which life of the machine all of this is true; nil: nobody has said. Moments on its clocks mean
    /// nothing in another.
    public internal(set) var boot: String?
    /// A new daemon goes on with it, in this boot, and hasn't heard yet which processes there are
    /// (`Event.restarted`): nothing begins before. nil: it has.
    package internal(set) var awaitedBoot: String?

    /// A device without apps.
    public init(profile: PolicyProfile, boot: String? = nil) {
        self.boot = boot
        around = Surroundings(profile: profile)
        fetches = Fetches(profile)
    }

    /// What is looked up, worked out from the rest.
    mutating func rebuild() throws(JSONError) { rebuildIndexes() }

    private mutating func rebuildIndexes() {
        around.rebuildSlots()
        transfers.rebuildIndex(TransferConditions(around.device.conditions, around.profile))
    }

    /// Takes one event and says what to do.
    public mutating func handle(_ event: Event, at now: Moment) -> Reaction {
        around.begin(at: now)
        around.wantsAudiences = transfers.hasSessions
        let hadAlerts = !around.interruptions.alerts.isEmpty
        // A new daemon first learns which apps are there, and that none of them is connected. What it knows
        // before that is remembered, and nothing is begun.
        if awaitedBoot != nil, !event.isRestart {
            apply(event)
            notifications.settleAlerts(hadAlerts: hadAlerts, in: &around)
            takeNews()
            around.ended.removeAll()
            return around.end()
        }
        if !event.isRestart {
            noticeStandstill()
            followCalendar()
        }
        transfers.meetDeadlines(in: &around)
        apply(event)
        takeNews()
        around.endLockHolders()
        startSequels()
        around.settleLock()
        pushes.settle(&notifications, in: &around)
        fetches.settle(isHeld: transfers.isHeld, in: &around)
        transfers.settle(in: &around)
        around.shareAwakeTime()
        notifications.settle(in: &around)
        notifications.settleAlerts(hadAlerts: hadAlerts, in: &around)
        finishShutdown()
        takeNews()
        arm()
        return around.end()
    }

    /// Tells capabilities what has become of apps.
    mutating func takeNews() {
        transfers.hear(in: &around)
        fetches.hear(in: &around)
        pushes.hear(in: &around)
    }

    /// What of an app isn't settled, by capability.
    func waiting(of app: AppID, at now: Moment?) -> [Pending] {
        var found: [Pending] = []
        if !notifications.isIdle { found += notifications.pending(of: app, at: now) }
        found += pushes.pending(of: app, around)
        if !transfers.isIdle { found += transfers.pending(of: .app(app), around) }
        return found
    }

    /// A new daemon goes on with it, in this life of the machine. Nothing begins before `Event.restarted`.
    ///
    /// - Parameter known: the life of which it is, where it doesn't say that itself.
    public mutating func awaitRestart(boot: String, known: String?) {
        self.boot = self.boot ?? known
        awaitedBoot = boot
    }

    /// Another profile for what comes; limits that run now are judged by it.
    public mutating func adopt(profile: PolicyProfile) {
        around.profile = profile
        fetches.followProfile(in: &around)
        rebuildIndexes()
    }
}

extension AppMachine {
    /// Something is to follow now that no process exists.
    func hasSequel(_ context: AppContext) -> Bool {
        let mayLaunch = heldUntil == nil && !context.awaitsFirstUnlock
        return !isAlive && (!sequels.isEmpty || (!wakes.isEmpty && mayLaunch))
    }

    /// What of a fact may change with any event.
    struct Lasting: Equatable {
        let launch: Launch
        let exit: Launch?
        let forceQuit: Bool
        let crashes: Crashes
    }

    var lasting: Lasting {
        Lasting(
            launch: launch, exit: lastExit?.launch, forceQuit: forceQuit, crashes: crashes)
    }

    var isInForeground: Bool {
        switch stage {
        case .active, .launching(toForeground: true): true
        case .terminating, .dying, .notRunning, .background, .freezing, .suspended,
            .launching(toForeground: false):
            false
        }
    }

    var fact: AppFact {
        AppFact(
            manifest: manifest, launch: launch, forceQuit: forceQuit, lastExit: lastExit,
            crashes: crashes)
    }
}

extension Event {
    fileprivate var isRestart: Bool { if case .restarted = self { true } else { false } }
}
