/// The whole policy of a device, as one value: no I/O, no clock, no threads, no randomness.
///
/// The shell reports what happened and when; the machine returns what to do, in order, and what it
/// decided, with the rule. Deadlines live in the state: the machine says when it next wants to be
/// called, and early, late and repeated calls are harmless.
public struct SystemMachine: Sendable, Hashable, Codable {
    /// Each journal segment begins with it. It grows when the form of the state or of an event changes, or
    /// their meaning: a journal of another version isn't read, and the device goes on from its facts.
    public static let stateVersion = 10

    public internal(set) var profile: PolicyProfile
    /// In order of installation.
    var apps: [AppMachine] = []
    var slots: [AppID: Int] = [:]
    /// The app in front: inactive or active (S1).
    public internal(set) var foreground: AppID?
    /// Apps in the switcher, the newest first (U1).
    public internal(set) var recents: [AppID] = []
    public internal(set) var isLocked = false
    /// Only as the device was sent to sleep: it wakes without the lock, if no passcode is set.
    var isLockedBySleep = false
    var locking: Locking?
    /// The passcode, and protected files.
    var protection = Protection()
    var interruptions = Interruptions()
    /// The app that is to come to the front once its last process has ended.
    var awaitsFront: AppID?
    /// The app that was in front when the device was locked.
    var behindLock: AppID?
    public internal(set) var isAsleep = false
    /// Sleep was asked for, and open tasks put it off (T5 in `ios4`).
    var sleepDeferred = false
    /// It sleeps, and is awake for a wake-up: open tasks share that time (T5).
    var sharesAwakeTime = false
    var shuttingDown: Ticket?
    /// What the device is like.
    var device = DeviceRecord()
    /// What the machine's own sources say of it.
    var real = RealConditions()
    /// nil: nobody has said what time zone it is.
    var calendar: Calendar?
    /// When running apps were last warned that memory runs short.
    var memoryWarnedAt: AwakeInstant?
    var lastWake: UInt64 = 0
    var transfers = Transfers()
    var notifications = Notifications()
    var fetches: Fetches
    var pushes = Pushes()
    public internal(set) var lastDecision: UInt64 = 0
    /// What was ended and refused of apps that aren't installed, or aren't any more.
    var history = History()
    var schedule = DeadlineSchedule<AwakeClock>()
    /// The timer that the shell holds.
    var armed: Timer?
    /// The timer has just fired when it was to; false between events.
    var isTimedMoment = false
    /// Apps without a process that something may be to follow; empty between events.
    var ended: [AppID] = []
    /// In which life of the machine all of this is true; nil: nobody has said. Moments on its clocks mean
    /// nothing in another.
    public internal(set) var boot: String?
    /// A new daemon goes on with it, in this boot, and hasn't heard yet which processes there are
    /// (`Event.restarted`): nothing begins before. nil: it has.
    package internal(set) var awaitedBoot: String?

    private enum CodingKeys: String, CodingKey {
        case profile, apps, foreground, awaitsFront, recents, isLocked, interruptions, behindLock,
            isAsleep,
            sleepDeferred
        case device, real, calendar, memoryWarnedAt, shuttingDown, lastWake, lastDecision, history,
            armed, protection, transfers, notifications, fetches, pushes,
            sharesAwakeTime, boot, awaitedBoot, isLockedBySleep, locking
    }

    /// A device without apps.
    public init(profile: PolicyProfile, boot: String? = nil) {
        self.profile = profile
        self.boot = boot
        fetches = Fetches(profile)
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        profile = try fields.decode(PolicyProfile.self, forKey: .profile)
        apps = try fields.decode([AppMachine].self, forKey: .apps)
        foreground = try fields.decodeIfPresent(AppID.self, forKey: .foreground)
        awaitsFront = try fields.decodeIfPresent(AppID.self, forKey: .awaitsFront)
        recents = try fields.decode([AppID].self, forKey: .recents)
        isLocked = try fields.decode(Bool.self, forKey: .isLocked)
        // A journal from before these were kept has none.
        isLockedBySleep = try fields.decodeIfPresent(Bool.self, forKey: .isLockedBySleep) ?? false
        locking = try fields.decodeIfPresent(Locking.self, forKey: .locking)
        interruptions = try fields.decode(Interruptions.self, forKey: .interruptions)
        behindLock = try fields.decodeIfPresent(AppID.self, forKey: .behindLock)
        isAsleep = try fields.decode(Bool.self, forKey: .isAsleep)
        sleepDeferred = try fields.decode(Bool.self, forKey: .sleepDeferred)
        shuttingDown = try fields.decodeIfPresent(Ticket.self, forKey: .shuttingDown)
        memoryWarnedAt = try fields.decodeIfPresent(AwakeInstant.self, forKey: .memoryWarnedAt)
        device = try fields.decode(DeviceRecord.self, forKey: .device)
        real = try fields.decode(RealConditions.self, forKey: .real)
        calendar = try fields.decodeIfPresent(Calendar.self, forKey: .calendar)
        // A journal from before it was kept has none.
        protection =
            try fields.decodeIfPresent(Protection.self, forKey: .protection) ?? Protection()
        lastWake = try fields.decode(UInt64.self, forKey: .lastWake)
        // A journal from before there were any has none.
        transfers = try fields.decodeIfPresent(Transfers.self, forKey: .transfers) ?? Transfers()
        notifications =
            try fields.decodeIfPresent(Notifications.self, forKey: .notifications)
            ?? Notifications()
        fetches = try fields.decodeIfPresent(Fetches.self, forKey: .fetches) ?? Fetches(profile)
        pushes = try fields.decodeIfPresent(Pushes.self, forKey: .pushes) ?? Pushes()
        lastDecision = try fields.decode(UInt64.self, forKey: .lastDecision)
        // A journal from before it was kept has none.
        history = try fields.decodeIfPresent(History.self, forKey: .history) ?? History()
        sharesAwakeTime = try fields.decodeIfPresent(Bool.self, forKey: .sharesAwakeTime) ?? false
        armed = try fields.decodeIfPresent(Timer.self, forKey: .armed)
        // A journal from before it was kept has none.
        boot = try fields.decodeIfPresent(String.self, forKey: .boot)
        awaitedBoot = try fields.decodeIfPresent(String.self, forKey: .awaitedBoot)
        rebuildSlots()
        transfers.rebuildIndex(TransferConditions(device.conditions, profile))
    }

    /// Takes one event and says what to do.
    public mutating func handle(_ event: Event, at now: Moment) -> Reaction {
        var out = Recorder(lastDecision: lastDecision, time: now.wall)
        let hadAlerts = !interruptions.alerts.isEmpty
        // A new daemon first learns which apps are there, and that none of them is connected. What it knows
        // before that is remembered, and nothing is begun.
        if awaitedBoot != nil, !event.isRestart {
            apply(event, now, &out)
            settleAlerts(hadAlerts: hadAlerts, now, &out)
            ended.removeAll()
            lastDecision = out.lastDecision
            return Reaction(effects: out.effects, decisions: out.decisions)
        }
        if !event.isRestart {
            noticeStandstill(now, &out)
            followCalendar(now, &out)
        }
        meetTransferDeadlines(now, &out)
        apply(event, now, &out)
        endLockHolders(now, &out)
        startSequels(now, &out)
        settleLock(now, &out)
        settlePushes(now, &out)
        settleFetches(now, &out)
        settleTransfers(now, &out)
        shareAwakeTime(now, &out)
        settleNotifications(now, &out)
        settleAlerts(hadAlerts: hadAlerts, now, &out)
        finishShutdown(&out)
        arm(now, &out)
        lastDecision = out.lastDecision
        return Reaction(effects: out.effects, decisions: out.decisions)
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
        self.profile = profile
        followFetchProfile()
        rebuildSlots()
        transfers.rebuildIndex(TransferConditions(device.conditions, profile))
    }

    // MARK: Apps

    func slot(_ app: AppID) -> Int? { slots[app] }

    func context(_ now: Moment) -> AppContext {
        AppContext(
            profile: profile, now: now, deviceAsleep: isAsleep && !sharesAwakeTime,
            isInterrupted: interruptions.coverFront || isPrompting,
            awaitsFirstUnlock: protection.awaitsFirstUnlock, device: device)
    }

    /// Lets `body` change one app, then notes its next deadline and whether it is still in front.
    mutating func update(
        _ slot: Int, _ now: Moment, _ out: inout Recorder,
        _ body: (inout AppMachine, AppContext, inout Recorder) -> Void
    ) {
        let context = context(now)
        let audience = transfers.hasSessions ? apps[slot].audience : nil
        let after = Self.update(&apps[slot], context, &out, body)
        if let audience, audience != apps[slot].audience { transfers.touch(apps[slot].id) }
        schedule.set(slot, after.deadline)
        if after.hasSequel, ended.last != apps[slot].id { ended.append(apps[slot].id) }
        if !after.isInForeground, foreground == apps[slot].id { foreground = nil }
        if sleepDeferred { retrySleep(now, &out) }
    }

    /// In place, as a copy of an app's machine takes longer than most changes.
    private static func update(
        _ app: inout AppMachine, _ context: AppContext, _ out: inout Recorder,
        _ body: (inout AppMachine, AppContext, inout Recorder) -> Void
    ) -> (
        deadline: DeadlineSchedule<AwakeClock>.Window?, hasSequel: Bool, isInForeground: Bool
    ) {
        let before = app.lasting
        body(&app, context, &out)
        app.tellIfExecuting(context, &out)
        if app.input != nil { app.sendInput(context, &out) }
        app.endIfFlooded(context, &out)
        app.watchConduct(context, &out)
        if app.lasting != before { out.effects.append(.record(.put(.app(app.fact)))) }
        return (app.nextDeadline(context.profile), app.hasSequel(context), app.isInForeground)
    }

    /// As `update`, for what a process of `launch` said or did; a dead one's word is dropped.
    mutating func update(
        _ app: AppID, _ launch: Launch, _ now: Moment, _ out: inout Recorder,
        _ body: (inout AppMachine, AppContext, inout Recorder) -> Void
    ) {
        guard let slot = slot(app), apps[slot].launch == launch, apps[slot].isAlive else { return }
        update(slot, now, &out, body)
    }

    mutating func rebuildSlots() {
        slots = [:]
        schedule = DeadlineSchedule()
        for (slot, app) in apps.enumerated() {
            slots[app.id] = slot
            schedule.set(slot, app.nextDeadline(profile))
        }
    }

    // MARK: What lasts

    /// Everything that must survive a restart of the device.
    public var facts: [Fact] {
        var facts: [Fact] = []
        facts.reserveCapacity(apps.count + 3)
        for app in apps { facts.append(.app(app.fact)) }
        for app in apps {
            for wake in app.wakes {
                facts.append(.wake(WakeFact(id: wake.id, app: app.id, cause: wake.cause)))
            }
        }
        for slot in apps.indices { if let fact = permissionsFact(slot) { facts.append(fact) } }
        facts.append(.device(deviceFact))
        if let conditionsFact { facts.append(conditionsFact) }
        if let passcode = protection.fact { facts.append(.passcode(passcode)) }
        return facts + transferFacts + fetchFacts + notificationFacts + pushFacts
    }

    var deviceFact: DeviceFact { DeviceFact(recents: recents, lastWake: lastWake) }

    var conditionsFact: Fact? {
        let lasting = device.conditions.lasting
        return lasting == DeviceConditions() ? nil : .conditions(lasting)
    }

    mutating func recordApp(_ slot: Int, _ out: inout Recorder) {
        out.effects.append(.record(.put(.app(apps[slot].fact))))
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
