// News for apps of their sessions: verdicts and questions (X5), and the order in which these come
// when apps are woken for them (X6).
//
// Running: completed …, as each comes. Woken: handleEvents, completed …, finishedEvents.
// Relaunched: finishLaunching, handleEvents, and once the app has made the session again, completed
// …, finishedEvents.
extension Transfers {
    /// Does what has become due in the sessions of apps about which something changed, then starts
    /// what may run.
    mutating func settle(in around: inout Surroundings) {
        hear(in: &around)
        guard isDirty || !touched.isEmpty else { return }
        while let app = touched.popLast() {
            guard around.isInstalled(app) else { continue }
            if around.isInFront(app) { liftRelaunchLimit(app) }
            for key in sessions(of: app) { settle(key, app, in: &around) }
            hear(in: &around)
        }
        start(in: &around)
        settleAlarms()
        isDirty = false
    }

    private mutating func settle(_ key: SessionKey, _ app: AppID, in around: inout Surroundings) {
        guard let session = self[key] else { return }
        if let launch = session.openIn, !around.isAlive(app, launch) {
            closeWithLaunch(key, in: &around)
        }
        let tasks = index.tasks[key]
        let hears = around.hears(app) && self[key]?.openIn != nil && !awaitsHandler(key, around)
        if tasks == nil, self[key]?.openIn == nil || session.isClosing {
            // Its app has all, and waits to hear so.
            if hears { finishEvents(key, app, in: &around) }
            // So does the next launch, if this one ends before it has completed the wake-up.
            let cause = WakeCause.transfer(session: key.identifier)
            guard !around.wakes(of: app).contains(where: { $0.cause == cause }) else { return }
            return removeSession(key, in: &around)
        }
        answerForNobody(key, app, in: &around)
        if hears {
            tellVerdicts(key, app, in: &around)
            ask(key, app, in: &around)
            finishEvents(key, app, in: &around)
        } else {
            wakeIfDue(key, app, in: &around)
        }
    }

    /// Whether its app was woken for it and hasn't been told so, which comes first.
    func awaitsHandler(_ key: SessionKey, _ around: borrowing Surroundings) -> Bool {
        guard case .app(let app) = key.owner else { return false }
        let cause = WakeCause.transfer(session: key.identifier)
        return around.wakes(of: app).contains { $0.cause == cause && $0.delivered == nil }
    }

    /// The launch that had it open is gone; what it was told and hasn't handled comes again.
    private mutating func closeWithLaunch(_ key: SessionKey, in around: inout Surroundings) {
        for id in self[key]?.delivering ?? [] { giveBack(id) }
        for machine in tasks(of: key) where !machine.isStored || machine.staleVerdicts > 0 {
            // Only that launch knew of it.
            if !machine.isStored {
                forget(machine.transfer.id, in: &around)
            } else {
                change(machine.transfer.id) { $0.staleVerdicts = 0 }
            }
        }
        changeSession(key) {
            $0?.giveBack()
            $0?.openIn = nil
            $0?.isClosing = false
        }
    }

    /// Hands over verdicts in order, a few at a time.
    private mutating func tellVerdicts(
        _ key: SessionKey, _ app: AppID, in around: inout Surroundings
    ) {
        var told = sessions(of: app).reduce(0) {
            $0 + (self[$1]?.delivering.count ?? 0)
        }
        while let session = self[key], told < Limits.verdictsOutstandingPerApp,
            session.delivering.count < Limits.verdictsOutstanding,
            let machine = nextVerdict(of: key)
        {
            let transfer = machine.transfer
            changeSession(key) { $0?.delivering.append(transfer.id) }
            told += 1
            around.deliver(
                .transfer(.completed(transfer.id, session: transfer.session, task: transfer.task)),
                isRepeat: machine.wasTold, to: app)
        }
    }

    /// After a wake-up: the app has all that there was (X6).
    private mutating func finishEvents(
        _ key: SessionKey, _ app: AppID, in around: inout Surroundings
    ) {
        guard let session = self[key], session.delivering.isEmpty,
            nextVerdict(of: key, takes: false) == nil,
            index.tasks[key]?.asking.isEmpty ?? true
        else { return }
        if session.hasNews { changeSession(key) { $0?.hasNews = false } }
        let cause = WakeCause.transfer(session: key.identifier)
        guard session.owesFinish,
            around.wakes(of: app).contains(where: { $0.cause == cause && $0.delivered != nil })
        else { return }
        changeSession(key) { $0?.owesFinish = false }
        around.deliver(.transfer(.finishedEvents(session: key.identifier)), to: app)
    }

    // MARK: Waking

    /// Wakes or launches a session's app once all of its tasks are done, or one has a question
    /// (X6).
    private mutating func wakeIfDue(
        _ key: SessionKey, _ app: AppID, in around: inout Surroundings
    ) {
        let cause = WakeCause.transfer(session: key.identifier)
        guard let session = self[key], session.hasNews, session.wakeAt == nil,
            session.fact.settings.sendsLaunchEvents, around.shuttingDown == nil, !isHeld,
            around.canBeWoken(app),
            !around.wakes(of: app).contains(where: { $0.cause == cause }),
            let tasks = index.tasks[key], tasks.underWay == 0 || !tasks.asking.isEmpty,
            !tasks.asking.isEmpty || nextVerdict(of: key, takes: false) != nil
                || !session.delivering.isEmpty
        else { return }
        let obstacles = around.obstacles(to: cause, of: app, at: around.now)
        guard obstacles.isEmpty else {
            guard obstacles.allSatisfy({ $0.reason == .crashLoop }) else { return }
            let retryAt = around.retryAt(app)
            changeSession(key) { $0?.wakeAt = retryAt }
            return setAlarm(.session(key))
        }
        changeSession(key) {
            $0?.hasNews = false
            $0?.owesFinish = true
        }
        countRelaunch(of: app, around)
        around.begin(cause, app)
    }

    /// The user opened it: what it begins isn't held any more.
    private mutating func liftRelaunchLimit(_ app: AppID) {
        guard forgetRelaunches(of: app) else { return }
        for key in sessions(of: app) {
            for machine in tasks(of: key) where machine.limitedUntil != nil {
                change(machine.transfer.id) { $0.limitedUntil = nil }
            }
        }
    }
}

extension Transfers {
    /// The oldest verdict that its app hasn't been told.
    mutating func nextVerdict(of key: SessionKey, takes: Bool = true) -> TransferMachine? {
        while let first = index.tasks[key]?.ended.least {
            let machine = self[first.id]
            let waits =
                machine?.isEnded == true && machine?.transfer.order == first.order
                && machine?.transfer.sessionKey == key
                && self[key]?.delivering.contains(first.id) != true
            if waits, !takes { return machine }
            index.tasks[key]?.ended.removeLeast()
            if waits { return machine }
        }
        return nil
    }

    /// It is told again.
    mutating func giveBack(_ id: TransferID) {
        guard let machine = change(id, { $0.wasTold = true }) else { return }
        index.tasks[machine.transfer.sessionKey]?.ended.insert(EndedTransfer(machine.transfer))
    }
}

extension AppMachine {
    /// The part of the app's state that matters to its sessions.
    struct Audience: Equatable {
        let launch: Launch
        let hears: Bool
        let canBeWoken: Bool
        let isInForeground: Bool
        let forceQuit: Bool
        let refresh: PermissionState
        let wakes: Int
        /// The number of those wake-ups whose callback has been handed over.
        let deliveredWakes: Int
    }

    var audience: Audience {
        Audience(
            launch: launch, hears: hears, canBeWoken: canBeWoken, isInForeground: isInForeground,
            forceQuit: forceQuit, refresh: grants.permissions[.backgroundRefresh],
            wakes: wakes.count,
            deliveredWakes: wakes.count { $0.delivered != nil })
    }
}
