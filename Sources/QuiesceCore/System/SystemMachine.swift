/// The whole policy of a device, as one value: no I/O, no clock, no threads, no randomness.
///
/// The shell reports what happened and when; the machine returns what to do, in order, and what it
/// decided, with the rule. Deadlines live in the state: the machine says when it next wants to be
/// called, and early, late and repeated calls are harmless.
// derive: json then=rebuildIndexes
public struct SystemMachine: Sendable, Hashable {
    /// Each journal segment begins with it. It grows when the form of the state, of an event or of
    /// a reaction changes, or their meaning.
    public static let stateVersion = 30
    /// The oldest version that an updated daemon goes on from: the rest of the state has had
    /// defaults since, and events mean what they meant. From an older one the device goes on from
    /// its facts, and its apps end. `OlderStateTests` and `make upgrade` try it.
    public static let oldestState = 21

    /// The apps, the screen, the lock: what capabilities share.
    // json: around=device
    var around: Surroundings
    /// The device's conditions, as the machine's own sources report them.
    var real = RealConditions()
    var memory = MemoryShortage()
    var transfers = Transfers()
    var notifications = Notifications()
    var fetches: Fetches
    var pushes = Pushes()
    // json: unless Motion()
    var motion = Motion()
    // json: unless Location()
    var location = Location()
    // json: unless Audio()
    var audio = Audio()
    // json: unless VoIP()
    var voip = VoIP()
    // json: unless Accessories()
    var accessories = Accessories()
    // json: unless Bluetooth()
    var bluetooth = Bluetooth()
    // json: unless IdleTimer()
    var idleTimer = IdleTimer()
    // json: unless Energy()
    var energy = Energy()
    // json: unless Thaw()
    var thaw = Thaw()
    // json: unless Windows()
    var windows = Windows()
    // json: unless Busy()
    var busy = Busy()
    // json: unless ContinuedTasks()
    var continuedTasks = ContinuedTasks()
    /// The timer that the shell holds.
    var armed: Timer?
    /// In which life of the machine all of this is true; nil: nobody has said. Moments on its
    /// clocks mean nothing in another.
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

    /// Rebuilds the indexes for look-ups, which are worked out from the rest.
    mutating func rebuildIndexes() {
        around.rebuildSlots()
        transfers.rebuildIndex(TransferConditions(around.device.conditions, around.profile))
    }

    /// Takes one event and says what to do.
    public mutating func handle(_ event: Event, at now: Moment) -> Reaction {
        around.begin(at: now)
        around.wantsAudiences = transfers.hasSessions || aRoomFollowsApps()
        let hadAlerts = !around.interruptions.alerts.isEmpty
        // A new daemon first learns which apps are there, and that none of them is connected. What
        // it knows before that is remembered, and nothing is begun.
        if awaitedBoot != nil, !event.isRestart {
            apply(event)
            notifications.settleAlerts(hadAlerts: hadAlerts, in: &around)
            takeNews()
            return around.end()
        }
        if !event.isRestart {
            noticeStandstill(at: event)
            followCalendar()
        }
        transfers.meetDeadlines(in: &around)
        apply(event)
        windows.followFocus(in: &around)
        if let fix = location.takeBelieved() { notifications.locate(fix, in: &around) }
        takeNews()
        around.endLockHolders()
        startFollowUps()
        around.settleLock()
        pushes.settle(&notifications, in: &around)
        fetches.settle(isHeld: transfers.isHeld, in: &around)
        transfers.settle(in: &around)
        around.shareAwakeTime()
        notifications.settle(in: &around)
        notifications.settleAlerts(hadAlerts: hadAlerts, in: &around)
        settleCapabilities()
        // A lock, a limit or a capability may have made follow-ups possible only now.
        startFollowUps()
        finishShutdown()
        takeNews()
        settleCapabilities()
        arm()
        return around.end()
    }

    /// Those that follow the apps see which have changed since they last did.
    private mutating func settleCapabilities() {
        around.showChangedApps()
        location.serve(notifications.regionApps, in: &around)
        settleRooms()
    }

    /// Each event reaches those that it concerns; what concerns one app alone is passed to its
    /// machine.
    private mutating func apply(_ event: Event) {
        switch event {
        case .install(let manifest, let bundle, let ticket):
            install(manifest, bundle, ticket)
        case .uninstall(let app, let ticket):
            uninstall(app, ticket)
        case .open(let app, let arguments, let ticket):
            open(app, arguments, ticket)
        case .home(let ticket):
            around.input(.home)
            around.interruptions.behindCall = nil
            around.leaveForeground()
            around.answer(ticket)
        case .quit(let app, let ticket):
            quit(app, ticket)
        case .interrupt(let interruption, let ticket):
            interrupt(interruption, ticket)
        case .lock(let ticket):
            around.lock(ticket)
        case .unlock(let ticket):
            around.unlock(ticket)
        case .passcode(let event, let ticket):
            around.passcode(event, ticket)
        case .requestKey(let app, let launch, let ticket):
            around.requestKey(app, launch, ticket)
        case .shutDown(let ticket):
            shutDown(ticket)
        case .sleep(let ticket):
            around.sleep(ticket)
        case .wake(let ticket):
            around.wake(ticket)
        case .fetch(let app, let ticket):
            wakeApp(app, .fetch, contentAvailable: true, ticket)
        case .changed(let change, let ticket):
            changed(by: change, ticket)
        case .setPermission(let app, let permission, let state, let ticket):
            around.setPermission(app, permission, state, ticket)
        case .answerPrompt(let prompt, let allow, let ticket):
            around.answerPrompt(prompt, allow: allow, ticket)
        case .sensed(let change):
            sensed(change)
        case .clockChanged(let offsets):
            clockChanged(offsets)
        case .settingsChanged(let app, let from, let to, let ticket):
            around.settingsChanged(app, from: from, to: to, ticket)
        case .input(let input, let screen, let ticket):
            if !audio.take(input, ticket, in: &around) {
                around.input(input, on: screen, ticket)
            }
        case .push(let push, let ticket):
            pushes.receive(push, ticket, &notifications, in: &around)
        case .pushService(let event):
            pushes.handle(event, in: &around)
        case .motion(let event): motion.handle(event, in: &around)
        case .location(let event): location.handle(event, in: &around)
        case .audio(let event): audio.handle(event, in: &around)
        case .voip(let event): voip.handle(event, in: &around)
        case .accessory(let event): accessories.handle(event, in: &around)
        case .bluetooth(let event): bluetooth.handle(event, in: &around)
        case .link(let event): Links.handle(event, in: &around)
        case .idleTimer(let event): idleTimer.handle(event, in: &around)
        case .energy(let event): energy.handle(event, in: &around)
        case .thaw(let event): thaw.handle(event, in: &around)
        case .windows(let event): windows.handle(event, in: &around)
        case .busy(let event): busy.handle(event, in: &around)
        case .continued(let event): continuedTasks.handle(event, in: &around)
        case .memoryPressure(let pressure):
            if memory.handle(pressure, in: &around) { continuedTasks.yieldMemory(in: &around) }
        case .memoryWarning(let ticket):
            around.input(.memoryWarning)
            memory.warn(in: &around)
            around.answer(ticket)
        case .purge(let bytes, let footprints, let ticket):
            _ = around.out.decide(
                .input, .memoryPressure, .d1, detail: bytes.map { .memory(bytes: $0) })
            memory.purge(footprints, bytes, in: &around)
            around.answer(ticket)
        case .spawned(let app, let launch, let pid):
            around.update(app, launch) { app, _, _ in app.spawned(pid: pid) }
        case .spawnFailed(let app, let launch, let step, let code):
            around.update(app, launch) { $0.spawnFailed(step: step, code: code, $1, &$2) }
        case .exited(let app, let launch, let status):
            around.update(app, launch) { $0.exited(status, $1, &$2) }
        case .frozen(let app, let launch, let freeze):
            around.update(app, launch) { $0.frozen(freeze, $1, &$2) }
        case .foundFrozen(let app, let launch):
            around.update(app, launch) { $0.foundFrozen($1, &$2) }
        case .foundThawed(let app, let launch):
            around.update(app, launch) { $0.foundThawed($1, &$2) }
        case .examined(let app, let launch, let examination, let findings):
            around.update(app, launch) { $0.examined(examination, findings, $1, &$2) }
        case .connected(let app, let launch, let received, let handled, let tasks):
            let scheduled = notifications.welcome(app, launch)
            var isWelcome = false
            around.update(app, launch) {
                isWelcome = $0.connected(
                    lastReceived: received, lastHandled: handled, openTasks: tasks,
                    hearing: scheduled, $1, &$2)
            }
            if isWelcome, scheduled != nil { notifications.told(app) }
        case .disconnected(let app, let launch):
            around.update(app, launch) { $0.disconnected($1, &$2) }
        case .handled(let app, let launch, let seq):
            around.update(app, launch) { $0.handled(upTo: seq, $1, &$2) }
        case .beginTask(let app, let launch, let request, let task, let name):
            around.update(app, launch) {
                if $0.isNew(request: request) { $0.beginTask(task, name: name, $1, &$2) }
                $2.effects.append(.ack(app, launch, request: request))
            }
        case .endTask(let app, let launch, let request, let task):
            around.update(app, launch) {
                if $0.isNew(request: request) { $0.endTask(task, $1, &$2) }
                $2.effects.append(.ack(app, launch, request: request))
            }
        case .completeWake(let app, let launch, let request, let wake, let result):
            around.update(app, launch) {
                if $0.isNew(request: request) { $0.complete(wake, result, $1, &$2) }
                $2.effects.append(.ack(app, launch, request: request))
            }
        case .requestPermission(let app, let launch, let request, let permission):
            around.requestPermission(app, launch, request: request, permission)
        case .notification(let event):
            notifications.handle(event, in: &around)
        case .fetching(let event):
            fetches.handle(event, in: &around)
        case .transfer(let event):
            transfers.handle(event, in: &around)
        case .timer:
            timer()
        case .restarted(let found, let deviceRestarted, let launching):
            restarted(found, deviceRestarted: deviceRestarted, launching: launching)
        }
    }

    /// Tells capabilities what has become of apps.
    mutating func takeNews() {
        transfers.hear(in: &around)
        fetches.hear(in: &around)
        pushes.hear(in: &around)
    }

    /// The work of an app that isn't settled, by capability.
    func waiting(of app: AppID, at now: Moment?) -> [Pending] {
        var found: [Pending] = []
        if !notifications.isIdle { found += notifications.pending(of: app, at: now) }
        found += pushes.pending(of: app, around)
        if !transfers.isIdle { found += transfers.pending(of: .app(app), around) }
        return found + pendingOfRooms(app, at: now)
    }

    /// A new daemon goes on with it, in this life of the machine. Nothing begins before
    /// `Event.restarted`.
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
    func hasFollowUp(_ context: AppContext) -> Bool {
        let mayLaunch = heldUntil == nil && !context.awaitsFirstUnlock
        return !isAlive && (!followUps.isEmpty || (!wakes.isEmpty && mayLaunch))
    }

    /// The part of a fact that may change with any event.
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
            crashes: crashes, installation: installation)
    }
}

extension Event {
    fileprivate var isRestart: Bool { if case .restarted = self { true } else { false } }
}
