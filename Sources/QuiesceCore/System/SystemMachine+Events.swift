// What each event does to the device; what concerns one app alone is passed to its machine.
extension SystemMachine {
    mutating func apply(_ event: Event, _ now: Moment, _ out: inout Recorder) {
        switch event {
        case .install(let manifest, let bundle, let ticket):
            install(manifest, bundle, ticket, now, &out)
        case .uninstall(let app, let ticket):
            uninstall(app, ticket, now, &out)
        case .open(let app, let arguments, let ticket):
            open(app, arguments, ticket, now, &out)
        case .home(let ticket):
            input(.home, &out)
            interruptions.behindCall = nil
            leaveForeground(now, &out)
            answer(ticket, &out)
        case .quit(let app, let ticket):
            quit(app, ticket, now, &out)
        case .interrupt(let interruption, let ticket):
            interrupt(interruption, ticket, now, &out)
        case .lock(let ticket):
            lock(ticket, now, &out)
        case .unlock(let ticket):
            unlock(ticket, now, &out)
        case .passcode(let event, let ticket):
            passcode(event, ticket, now, &out)
        case .requestKey(let app, let launch, let ticket):
            requestKey(app, launch, ticket, &out)
        case .shutDown(let ticket):
            shutDown(ticket, now, &out)
        case .sleep(let ticket):
            sleep(ticket, now, &out)
        case .wake(let ticket):
            wake(ticket, now, &out)
        case .fetch(let app, let ticket):
            wakeApp(app, .fetch, contentAvailable: true, ticket, now, &out)
        case .changed(let change, let ticket):
            changed(by: change, ticket, now, &out)
        case .setPermission(let app, let permission, let state, let ticket):
            setPermission(app, permission, state, ticket, now, &out)
        case .answerPrompt(let prompt, let allow, let ticket):
            answerPrompt(prompt, allow: allow, ticket, now, &out)
        case .sensed(let change):
            sensed(change, now, &out)
        case .clockChanged(let offsets):
            clockChanged(offsets, now, &out)
        case .settingsChanged(let app, let from, let to, let ticket):
            settingsChanged(app, from: from, to: to, ticket, now, &out)
        case .input(let input, let screen, let ticket):
            self.input(input, on: screen, ticket, now, &out)
        case .push(let push, let ticket):
            receive(push, ticket, now, &out)
        case .pushService(let event):
            handle(event, now, &out)
        case .memoryPressure(let pressure):
            memoryPressure(pressure, now, &out)
        case .memoryWarning(let ticket):
            input(.memoryWarning, &out)
            warnOfMemory(now, &out)
            answer(ticket, &out)
        case .purge(let bytes, let footprints, let ticket):
            _ = out.decide(.input, .memoryPressure, .d1, detail: bytes.map { .memory(bytes: $0) })
            purge(footprints, bytes, now, &out)
            answer(ticket, &out)
        case .spawned(let app, let launch, let pid):
            update(app, launch, now, &out) { app, _, _ in app.spawned(pid: pid) }
        case .spawnFailed(let app, let launch, let step, let code):
            update(app, launch, now, &out) { $0.spawnFailed(step: step, code: code, $1, &$2) }
        case .exited(let app, let launch, let status):
            update(app, launch, now, &out) { $0.exited(status, $1, &$2) }
        case .frozen(let app, let launch, let freeze):
            update(app, launch, now, &out) { $0.frozen(freeze, $1, &$2) }
        case .foundFrozen(let app, let launch):
            update(app, launch, now, &out) { $0.foundFrozen($1, &$2) }
        case .foundThawed(let app, let launch):
            update(app, launch, now, &out) { $0.foundThawed($1, &$2) }
        case .examined(let app, let launch, let examination, let findings):
            update(app, launch, now, &out) { $0.examined(examination, findings, $1, &$2) }
        case .connected(let app, let launch, let received, let handled, let tasks):
            let first = out.effects.count
            update(app, launch, now, &out) {
                $0.connected(
                    lastReceived: received, lastHandled: handled, openTasks: tasks, $1, &$2)
            }
            tellNotifications(to: app, launch, from: first, &out)
        case .disconnected(let app, let launch):
            update(app, launch, now, &out) { $0.disconnected($1, &$2) }
        case .handled(let app, let launch, let seq):
            update(app, launch, now, &out) { $0.handled(upTo: seq, $1, &$2) }
        case .beginTask(let app, let launch, let request, let task, let name):
            update(app, launch, now, &out) {
                if $0.isNew(request: request) { $0.beginTask(task, name: name, $1, &$2) }
                $2.effects.append(.ack(app, launch, request: request))
            }
        case .endTask(let app, let launch, let request, let task):
            update(app, launch, now, &out) {
                if $0.isNew(request: request) { $0.endTask(task, $1, &$2) }
                $2.effects.append(.ack(app, launch, request: request))
            }
        case .completeWake(let app, let launch, let request, let wake, let result):
            update(app, launch, now, &out) {
                if $0.isNew(request: request) { $0.complete(wake, result, $1, &$2) }
                $2.effects.append(.ack(app, launch, request: request))
            }
        case .requestPermission(let app, let launch, let request, let permission):
            requestPermission(app, launch, request: request, permission, now, &out)
        case .notification(let event):
            notification(event, now, &out)
        case .fetching(let event):
            fetching(event, now, &out)
        case .transfer(let event):
            transfer(event, now, &out)
        case .timer:
            timer(now, &out)
        case .restarted(let found, let deviceRestarted, let launching):
            restarted(found, deviceRestarted: deviceRestarted, launching: launching, now, &out)
        }
    }

    // MARK: Answers

    func input(_ reason: Reason, _ out: inout Recorder) { _ = out.decide(.input, reason, .d1) }

    func answer(_ ticket: Ticket, durable: Bool = false, _ out: inout Recorder) {
        out.effects.append(.answer(ticket, .done, durable: durable))
    }

    mutating func refuse(
        _ refusal: Refusal, _ app: AppID?, _ ticket: Ticket, _ out: inout Recorder
    ) {
        let decision = out.decide(
            .refuse, refusal.reason, refusal.rule, detail: refusal.detail, app: app)
        remember(decision, of: app)
        out.effects.append(.answer(ticket, .refused(refusal), durable: false))
    }

    /// Notes a decision about an app that may not be installed, or about none.
    mutating func remember(_ decision: Decision, of app: AppID?) {
        if let slot = app.flatMap(slot) {
            apps[slot].history.append(decision)
        } else {
            history.append(decision)
        }
    }

    /// The slot of an installed app, or a refusal.
    private mutating func installed(_ app: AppID, _ ticket: Ticket, _ out: inout Recorder) -> Int? {
        if let slot = slot(app) { return slot }
        refuse(Refusal(.unknownApp), app, ticket, &out)
        return nil
    }

    // MARK: The user

    private mutating func open(
        _ app: AppID, _ arguments: [String], _ ticket: Ticket, _ now: Moment, _ out: inout Recorder
    ) {
        guard let slot = installed(app, ticket, &out) else { return }
        if shuttingDown != nil { return refuse(Refusal(.shuttingDown), app, ticket, &out) }
        if isLockedOrLocking {
            return refuse(Refusal(.deviceLocked, rule: .s7), app, ticket, &out)
        }
        _ = out.decide(.input, .opened, .s3, app: app)
        openByUser(slot, arguments, now, &out)
        answer(ticket, &out)
    }

    mutating func openByUser(
        _ slot: Int, _ arguments: [String], _ now: Moment, _ out: inout Recorder
    ) {
        transfers.release()
        interruptions.behindCall = nil
        interruptions.notificationCenter = false
        bringToFront(slot, arguments, now, &out)
        followInterruptions(now, &out)
    }

    mutating func bringToFront(
        _ slot: Int, _ arguments: [String], _ now: Moment, _ out: inout Recorder
    ) {
        let app = apps[slot].id
        if foreground != app { leaveForeground(now, &out) }
        // Set before the app changes: `update` takes it back if the app can't come now.
        foreground = app
        if recents.first != app {
            recents.removeAll { $0 == app }
            recents.insert(app, at: 0)
            if recents.count > Limits.recentApps { recents.removeLast() }
            out.effects.append(.record(.put(.device(deviceFact))))
        }
        update(slot, now, &out) { $0.open(arguments: arguments, $1, &$2) }
        if foreground == nil { awaitsFront = app }
    }

    mutating func leaveForeground(_ now: Moment, _ out: inout Recorder) {
        if let app = awaitsFront, let slot = slot(app) {
            apps[slot].sequels.removeAll(where: \.isOpen)
        }
        awaitsFront = nil
        guard let app = foreground, let slot = slot(app) else { return }
        foreground = nil
        update(slot, now, &out) { $0.leave($1, &$2) }
        if apps[slot].leavesSwitcherWhenLeft(profile) { forgetRecent(app, &out) }
    }

    private mutating func forgetRecent(_ app: AppID, _ out: inout Recorder) {
        guard recents.contains(app) else { return }
        recents.removeAll { $0 == app }
        out.effects.append(.record(.put(.device(deviceFact))))
    }

    private mutating func quit(_ app: AppID, _ ticket: Ticket, _ now: Moment, _ out: inout Recorder)
    {
        guard let slot = installed(app, ticket, &out) else { return }
        guard apps[slot].isAlive || recents.contains(app) else {
            return refuse(Refusal(.notRunning, rule: .u1), app, ticket, &out)
        }
        _ = out.decide(.input, .forceQuit, .u1, app: app)
        forgetRecent(app, &out)
        if behindLock == app { behindLock = nil }
        if interruptions.behindCall == app { interruptions.behindCall = nil }
        update(slot, now, &out) { machine, context, out in
            machine.forceQuit = true
            machine.sequels.removeAll(where: \.isOpen)
            machine.dropWaitingWakes(.forceQuitByUser, context, &out)
            machine.terminate(.init(reason: .forceQuit, rule: .u1), context, &out)
        }
        cancelTransfers(of: app, now, &out)
        dropHeldPushes(of: app, Refusal(.forceQuitByUser, rule: .u2), now, &out)
        answer(ticket, durable: true, &out)
    }

    // MARK: Wake-ups

    mutating func wakeApp(
        _ app: AppID, _ cause: WakeCause, contentAvailable: Bool, _ ticket: Ticket, _ now: Moment,
        _ out: inout Recorder
    ) {
        guard let slot = installed(app, ticket, &out) else { return }
        if shuttingDown != nil { return refuse(Refusal(.shuttingDown), app, ticket, &out) }
        input(cause.rule.sent, &out)
        let obstacles = apps[slot].obstacles(
            to: cause, contentAvailable: contentAvailable, context(now))
        if let first = obstacles.first { return refuse(first, app, ticket, &out) }
        if cause.rule.leavesFront, foreground == app { leaveForeground(now, &out) }
        lastWake &+= 1
        out.effects.append(.record(.put(.device(deviceFact))))
        let wake = Wake(id: WakeID(lastWake), cause: cause)
        update(slot, now, &out) { $0.take(wake, $1, &$2) }
        answer(ticket, durable: true, &out)
    }
}

extension AppMachine {
    /// An app that never stays isn't kept in the switcher (O1).
    func leavesSwitcherWhenLeft(_ profile: PolicyProfile) -> Bool {
        switch stage {
        case .terminating(let ending, _), .dying(let ending, _):
            [.optedOut, .builtForOldSystem, .multitaskingUnavailable].contains(ending.reason)
        case .notRunning, .launching, .active, .background, .freezing, .suspended:
            false
        }
    }

    /// The user's force-quit ends what waits for the next launch, and so does switching background
    /// refresh off.
    mutating func dropWaitingWakes(
        _ verdict: Reason, _ context: AppContext, _ out: inout Recorder
    ) {
        for wake in wakes where wake.launch == nil { finish(wake, verdict, context, &out) }
        wakes.removeAll { $0.launch == nil }
    }
}
