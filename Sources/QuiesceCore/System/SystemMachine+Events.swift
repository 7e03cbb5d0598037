// The user's actions on apps, and the causes that wake apps.
extension SystemMachine {
    // MARK: The user

    mutating func open(
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

    mutating func quit(_ app: AppID, _ ticket: Ticket) {
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
            machine.followUps.removeAll(where: \.isOpen)
            machine.opened = nil
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

    /// The user's force-quit ends what waits for the next launch; switching background refresh off
    /// ends the refreshes among that.
    mutating func dropWaitingWakes(
        _ verdict: Reason, _ context: AppContext, _ out: inout Recorder,
        where isUnwanted: (WakeRule) -> Bool = { _ in true }
    ) {
        func isDropped(_ wake: Wake) -> Bool { wake.launch == nil && isUnwanted(wake.cause.rule) }
        for wake in wakes where isDropped(wake) { finish(wake, verdict, context, &out) }
        wakes.removeAll(where: isDropped)
    }
}
