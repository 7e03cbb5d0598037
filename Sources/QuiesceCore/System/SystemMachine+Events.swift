// What each event does to the device; what concerns one app alone is passed to its machine.
extension SystemMachine {
    mutating func apply(_ event: Event) {
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
            around.input(input, on: screen, ticket)
        case .push(let push, let ticket):
            pushes.receive(push, ticket, &notifications, in: &around)
        case .pushService(let event):
            pushes.handle(event, in: &around)
        case .memoryPressure(let pressure):
            memory.handle(pressure, in: &around)
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

    // MARK: The user

    private mutating func open(
        _ app: AppID, _ arguments: [String], _ ticket: Ticket
    ) {
        guard around.isInstalled(app) else {
            return around.refuse(Refusal(.unknownApp), app, ticket)
        }
        if around.shuttingDown != nil { return around.refuse(Refusal(.shuttingDown), app, ticket) }
        if around.isLockedOrLocking {
            return around.refuse(Refusal(.deviceLocked, rule: .s7), app, ticket)
        }
        _ = around.out.decide(.input, .opened, .s3, app: app)
        around.openByUser(app, arguments)
        around.answer(ticket)
    }

    private mutating func quit(_ app: AppID, _ ticket: Ticket) {
        guard around.isInstalled(app) else {
            return around.refuse(Refusal(.unknownApp), app, ticket)
        }
        guard around.isAlive(app) || around.recents.contains(app) else {
            return around.refuse(Refusal(.notRunning, rule: .u1), app, ticket)
        }
        _ = around.out.decide(.input, .forceQuit, .u1, app: app)
        around.forgetRecent(app)
        if around.behindLock == app { around.behindLock = nil }
        if around.interruptions.behindCall == app { around.interruptions.behindCall = nil }
        around.update(app) { machine, context, out in
            machine.forceQuit = true
            machine.sequels.removeAll(where: \.isOpen)
            machine.dropWaitingWakes(.forceQuitByUser, context, &out)
            machine.terminate(.init(reason: .forceQuit, rule: .u1), context, &out)
        }
        transfers.cancel(of: app, in: &around)
        pushes.dropHeld(of: app, Refusal(.forceQuitByUser, rule: .u2), in: &around)
        around.answer(ticket, durable: true)
    }

    // MARK: Wake-ups

    mutating func wakeApp(
        _ app: AppID, _ cause: WakeCause, contentAvailable: Bool, _ ticket: Ticket
    ) {
        guard around.isInstalled(app) else {
            return around.refuse(Refusal(.unknownApp), app, ticket)
        }
        if around.shuttingDown != nil { return around.refuse(Refusal(.shuttingDown), app, ticket) }
        around.input(cause.rule.sent)
        let obstacles = around.obstacles(
            to: cause, of: app, contentAvailable: contentAvailable, at: around.now)
        if let first = obstacles.first { return around.refuse(first, app, ticket) }
        if cause.rule.leavesFront, around.foreground == app { around.leaveForeground() }
        around.begin(cause, app)
        around.answer(ticket, durable: true)
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
