// What apps are told of their sessions: verdicts and questions (X5), and in which order when they are
// woken for them (X6).
//
// Running: completed …, as each comes. Woken: handleEvents, completed …, finishedEvents. Relaunched:
// finishLaunching, handleEvents, and once the app has made the session again, completed …, finishedEvents.
extension SystemMachine {
    /// Does what has become due in the sessions of apps about which something changed, then starts what
    /// may run.
    mutating func settleTransfers(_ now: Moment, _ out: inout Recorder) {
        guard transfers.isDirty || !transfers.touched.isEmpty else { return }
        while let app = transfers.touched.popLast() {
            guard let slot = slot(app) else { continue }
            if apps[slot].isInForeground { liftRelaunchLimit(app) }
            for key in transfers.sessions(of: app) { settle(key, now, &out) }
        }
        startTransfers(now, &out)
        transfers.settleAlarms()
        transfers.isDirty = false
    }

    private mutating func settle(_ key: SessionKey, _ now: Moment, _ out: inout Recorder) {
        guard case .app(let app) = key.owner, let slot = slot(app), let session = transfers[key]
        else { return }
        if let launch = session.openIn, launch != apps[slot].launch || !apps[slot].isAlive {
            closeWithLaunch(key, &out)
        }
        let tasks = transfers.index.tasks[key]
        let hears = apps[slot].hears && transfers[key]?.openIn != nil && !awaitsHandler(key)
        if tasks == nil, transfers[key]?.openIn == nil || session.isClosing {
            // Its app has all, and waits to hear so.
            if hears { finishEvents(key, slot, now, &out) }
            // So does the next launch, if this one ends before it has completed the wake-up.
            let cause = WakeCause.transfer(session: key.identifier)
            guard !apps[slot].wakes.contains(where: { $0.cause == cause }) else { return }
            return removeSession(key, &out)
        }
        answerForNobody(key, slot, now, &out)
        if hears {
            tellVerdicts(key, slot, now, &out)
            ask(key, slot, now, &out)
            finishEvents(key, slot, now, &out)
        } else {
            wakeIfDue(key, slot, now, &out)
        }
    }

    /// Whether its app was woken for it and hasn't been told so, which comes first.
    func awaitsHandler(_ key: SessionKey) -> Bool {
        guard case .app(let app) = key.owner, let slot = slot(app) else { return false }
        let cause = WakeCause.transfer(session: key.identifier)
        return apps[slot].wakes.contains { $0.cause == cause && $0.delivered == nil }
    }

    /// The launch that had it open is gone; what it was told and hasn't handled comes again.
    private mutating func closeWithLaunch(_ key: SessionKey, _ out: inout Recorder) {
        for id in transfers[key]?.delivering ?? [] { transfers.giveBack(id) }
        for machine in transfers.tasks(of: key) where !machine.isStored || machine.staleVerdicts > 0
        {
            // Only that launch knew of it.
            if !machine.isStored {
                removeTransfer(machine.transfer.id, &out)
            } else {
                transfers.change(machine.transfer.id) { $0.staleVerdicts = 0 }
            }
        }
        transfers.changeSession(key) {
            $0?.giveBack()
            $0?.openIn = nil
            $0?.isClosing = false
        }
    }

    /// Hands over verdicts in order, a few at a time.
    private mutating func tellVerdicts(
        _ key: SessionKey, _ slot: Int, _ now: Moment, _ out: inout Recorder
    ) {
        guard case .app(let app) = key.owner else { return }
        var told = transfers.sessions(of: app).reduce(0) {
            $0 + (transfers[$1]?.delivering.count ?? 0)
        }
        while let session = transfers[key], told < Limits.verdictsOutstandingPerApp,
            session.delivering.count < Limits.verdictsOutstanding,
            let machine = transfers.nextVerdict(of: key)
        {
            let transfer = machine.transfer
            transfers.changeSession(key) { $0?.delivering.append(transfer.id) }
            told += 1
            update(slot, now, &out) {
                $0.deliver(
                    .transfer(
                        .completed(transfer.id, session: transfer.session, task: transfer.task)),
                    isRepeat: machine.wasTold, $1, &$2)
            }
        }
    }

    /// After a wake-up: the app has all that there was (X6).
    private mutating func finishEvents(
        _ key: SessionKey, _ slot: Int, _ now: Moment, _ out: inout Recorder
    ) {
        guard let session = transfers[key], session.delivering.isEmpty,
            transfers.nextVerdict(of: key, takes: false) == nil,
            transfers.index.tasks[key]?.asking.isEmpty ?? true
        else { return }
        if session.hasNews { transfers.changeSession(key) { $0?.hasNews = false } }
        let cause = WakeCause.transfer(session: key.identifier)
        guard session.owesFinish,
            apps[slot].wakes.contains(where: { $0.cause == cause && $0.delivered != nil })
        else { return }
        transfers.changeSession(key) { $0?.owesFinish = false }
        update(slot, now, &out) {
            $0.deliver(.transfer(.finishedEvents(session: key.identifier)), $1, &$2)
        }
    }

    // MARK: Waking

    /// Wakes or launches a session's app once all of its tasks are done, or one has a question (X6).
    private mutating func wakeIfDue(
        _ key: SessionKey, _ slot: Int, _ now: Moment, _ out: inout Recorder
    ) {
        let cause = WakeCause.transfer(session: key.identifier)
        guard let session = transfers[key], session.hasNews, session.wakeAt == nil,
            session.fact.settings.sendsLaunchEvents, shuttingDown == nil, !transfers.isHeld,
            apps[slot].canBeWoken, !apps[slot].wakes.contains(where: { $0.cause == cause }),
            let tasks = transfers.index.tasks[key], tasks.underWay == 0 || !tasks.asking.isEmpty,
            !tasks.asking.isEmpty || transfers.nextVerdict(of: key, takes: false) != nil
                || !session.delivering.isEmpty
        else { return }
        let obstacles = apps[slot].obstacles(to: cause, contentAvailable: true, context(now))
        guard obstacles.isEmpty else {
            guard obstacles.allSatisfy({ $0.reason == .crashLoop }) else { return }
            let retryAt = apps[slot].crashes.retryAt
            transfers.changeSession(key) { $0?.wakeAt = retryAt }
            return transfers.setAlarm(.session(key))
        }
        transfers.changeSession(key) {
            $0?.hasNews = false
            $0?.owesFinish = true
        }
        let app = apps[slot].id
        transfers.setRelaunches(of: app, transfers.relaunches(of: app) &+ 1)
        lastWake &+= 1
        out.effects.append(.record(.put(.device(deviceFact))))
        let wake = Wake(id: WakeID(lastWake), cause: cause)
        update(slot, now, &out) { $0.take(wake, $1, &$2) }
    }

    /// The user opened it: what it begins isn't held any more.
    private mutating func liftRelaunchLimit(_ app: AppID) {
        guard transfers.relaunches(of: app) > 0 else { return }
        transfers.setRelaunches(of: app, 0)
        for key in transfers.sessions(of: app) {
            for machine in transfers.tasks(of: key) where machine.limitedUntil != nil {
                transfers.change(machine.transfer.id) { $0.limitedUntil = nil }
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
    /// Callbacks that are handed to it now run.
    var hears: Bool {
        switch stage {
        case .launching, .active, .background: true
        case .notRunning, .freezing, .suspended, .terminating, .dying: false
        }
    }

    /// It doesn't execute, and could.
    var canBeWoken: Bool {
        switch stage {
        case .notRunning: sequels.isEmpty
        case .suspended: true
        case .launching, .active, .background, .freezing, .terminating, .dying: false
        }
    }

    /// What of it matters to its sessions.
    struct Audience: Equatable {
        let launch: Launch
        let hears: Bool
        let canBeWoken: Bool
        let isInForeground: Bool
        let forceQuit: Bool
        let refresh: PermissionState
        let wakes: Int
        /// Of them, those whose callback has been handed over.
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
