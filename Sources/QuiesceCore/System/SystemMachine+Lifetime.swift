// Installing and removing apps, restarts of the daemon and the device, and shutting down.
extension SystemMachine {
    /// Goes on from what survived a restart of the device. Follow it with `Event.restarted`.
    ///
    /// - Parameter lastDecision: decisions are numbered from there on.
    public init(
        restoring facts: [Fact], profile: PolicyProfile, lastDecision: UInt64, at now: Moment
    ) {
        self.init(profile: profile)
        around.lastDecision = lastDecision
        // A damaged row may hold the fact of another.
        var taken: Set<String> = []
        let facts = facts.filter { taken.insert($0.key).inserted }
        for case .app(let fact) in facts {
            var app = AppMachine(manifest: fact.manifest, at: now.wall)
            app.launch = fact.launch
            app.forceQuit = fact.forceQuit
            app.lastExit = fact.lastExit
            app.crashes = fact.crashes
            app.installation = fact.installation
            if let exit = fact.lastExit {
                app.since = exit.time
                app.reason = exit.reason
            }
            around.apps.append(app)
        }
        around.apps.sort { ($0.installation, $0.id) < ($1.installation, $1.id) }
        around.rebuildSlots()
        for case .device(let fact) in facts {
            around.recents = fact.recents.filter { around.slots[$0] != nil }
            around.lastWake = fact.lastWake
        }
        for case .conditions(let conditions) in facts {
            around.device = DeviceRecord(conditions.lasting)
        }
        for case .permissions(let fact) in facts {
            if let slot = around.slots[fact.app] {
                around.apps[slot].grants.permissions = fact.permissions
            }
        }
        for case .passcode(let fact) in facts { around.protection = Protection(restoring: fact) }
        for case .wake(let fact) in facts {
            around.lastWake = max(around.lastWake, fact.id.value)
            guard let slot = around.slots[fact.app] else { continue }
            // An earlier launch may have handled it, and lost the word to say so.
            around.apps[slot].wakes.append(Wake(id: fact.id, cause: fact.cause, isRepeat: true))
        }
        for slot in around.apps.indices { around.apps[slot].wakes.sort { $0.id < $1.id } }
        transfers.restore(facts, now, in: &around)
        fetches.restore(facts, now, in: &around)
        notifications.restore(facts, at: now, around)
        pushes.restore(facts, notifications, in: &around)
        restoreRooms(from: facts)
    }

    // MARK: Installing

    mutating func install(
        _ manifest: AppManifest, _ bundle: StagedBundle, _ ticket: Ticket
    ) {
        if around.shuttingDown != nil {
            around.out.effects.append(.discard(bundle))
            return around.refuse(Refusal(.shuttingDown), manifest.id, ticket)
        }
        _ = around.out.decide(
            .input, .install, .o4, detail: .version(manifest.version), app: manifest.id)
        guard let slot = around.slot(manifest.id) else {
            guard around.apps.count < Limits.installedApps else {
                around.out.effects.append(.discard(bundle))
                return around.refuse(Refusal(.tooManyApps), manifest.id, ticket)
            }
            if let other = around.apps.first(where: { $0.id.looksLike(manifest.id) }) {
                around.out.effects.append(.discard(bundle))
                let refusal = Refusal(.looksLikeAnother, detail: .name(other.id.name))
                return around.refuse(refusal, manifest.id, ticket)
            }
            around.slots[manifest.id] = around.apps.count
            var app = AppMachine(manifest: manifest, at: around.now.wall)
            app.installation = (around.apps.last?.installation ?? 0) &+ 1
            around.apps.append(app)
            around.schedule.set(around.apps.count - 1, nil)
            return activate(around.apps.count - 1, manifest, bundle, ticket)
        }
        // One version at a time: the old one ends before the new one takes its place.
        around.update(slot) {
            $0.follow(with: .install(manifest, bundle, ticket))
            $0.terminate(
                .init(reason: .updated, rule: .w4, detail: .version(manifest.version)), $1, &$2)
        }
    }

    private mutating func activate(
        _ slot: Int, _ manifest: AppManifest, _ bundle: StagedBundle, _ ticket: Ticket
    ) {
        around.apps[slot].manifest = manifest
        installInRooms(manifest)
        around.apps[slot].crashes = Crashes()
        around.apps[slot].heldUntil = nil
        let context = around.context(around.now)
        for wake in around.apps[slot].wakes where !wake.cause.rule.isDeclared(by: manifest) {
            around.apps[slot].finish(wake, .modeNotDeclared, context, &around.out)
        }
        around.apps[slot].wakes.removeAll { !$0.cause.rule.isDeclared(by: manifest) }
        around.out.effects.append(.activate(bundle, manifest.id))
        around.recordApp(slot)
        around.answer(ticket, durable: true)
    }

    mutating func uninstall(_ app: AppID, _ ticket: Ticket) {
        guard around.isInstalled(app) else {
            return around.refuse(Refusal(.unknownApp), app, ticket)
        }
        _ = around.out.decide(.input, .uninstall, .u1, app: app)
        around.update(app) {
            $0.follow(with: .uninstall(ticket))
            $0.terminate(.init(reason: .uninstalled, rule: .w4), $1, &$2)
        }
    }

    private mutating func remove(
        _ slot: Int, _ ticket: Ticket
    ) {
        let app = around.apps[slot].id
        let context = around.context(around.now)
        for wake in around.apps[slot].wakes {
            around.apps[slot].finish(wake, .uninstalled, context, &around.out)
        }
        let followUps = around.apps[slot].followUps
        transfers.remove(of: app, in: &around)
        fetches.forget(of: app, in: &around)
        pushes.remove(of: app, in: &around)
        notifications.remove(of: app, in: &around)
        removeFromRooms(app)
        if around.permissionsFact(app) != nil {
            around.out.record(.delete(key: Fact.key(permissionsOf: app)))
        }
        around.history.add(endingsOf: around.apps[slot].history)
        around.apps.remove(at: slot)
        around.rebuildSlots()
        around.recents.removeAll { $0 == app }
        if around.behindLock == app { around.behindLock = nil }
        if around.interruptions.behindCall == app { around.interruptions.behindCall = nil }
        around.out.record(.delete(key: Fact.key(app: app)))
        around.out.record(.put(.device(around.deviceFact)))
        around.out.effects.append(.uninstall(app))
        around.out.promises.append(.remove(app))
        around.answer(ticket, durable: true)
        for followUp in followUps {
            switch followUp {
            case .install(let manifest, let bundle, let ticket):
                install(manifest, bundle, ticket)
            case .uninstall(let ticket):
                uninstall(app, ticket)
            case .open:
                break
            }
        }
    }

    /// Starts everything that was to follow the end of a process, where the process has ended.
    mutating func startFollowUps() {
        while let app = around.ended.popLast() {
            while let slot = around.slot(app),
                around.apps[slot].hasFollowUp(around.context(around.now)),
                startFollowUp(slot)
            {}
        }
    }

    /// - Returns: whether there may be more to follow.
    private mutating func startFollowUp(_ slot: Int) -> Bool {
        guard let followUp = around.apps[slot].followUps.first else {
            // Wake-ups accepted while the last process was ending.
            if around.shuttingDown == nil {
                around.update(slot) { $0.startForWakes($1, &$2) }
            }
            return false
        }
        around.apps[slot].followUps.removeFirst()
        switch followUp {
        case .install(let manifest, let bundle, let ticket):
            activate(slot, manifest, bundle, ticket)
        case .uninstall(let ticket):
            remove(slot, ticket)
        case .open(let arguments):
            around.awaitsFront = nil
            guard around.shuttingDown == nil, around.foreground == nil else { break }
            around.foreground = around.apps[slot].id
            around.update(slot) { $0.open(arguments: arguments, $1, &$2) }
        }
        return true
    }

    // MARK: Restarts

    mutating func restarted(
        _ found: [ObservedProcess], deviceRestarted: Bool, launching: Bool
    ) {
        _ = around.out.decide(.input, .restart, .d1)
        boot = awaitedBoot ?? boot
        awaitedBoot = nil
        if around.sleepDeferred, !deviceRestarted { around.out.effects.append(.keepAwake(true)) }
        if deviceRestarted {
            around.isLocked = false
            around.isLockedBySleep = false
            around.locking = nil
            around.behindLock = nil
            around.interruptions = Interruptions()
            around.device = around.device.changed { $0.isInCall = false }
            // The boot clock began anew; no app is there to be told of a clock that was set.
            let epoch = Calendar.epoch(at: around.now)
            around.calendar?.epoch = epoch
            memory.warnedAt = nil
            around.isAsleep = false
            around.sleepDeferred = false
        }
        around.lockAfterRestart(deviceRestarted: deviceRestarted)
        // Nobody waits for these answers any more.
        around.shuttingDown = nil
        around.hasStopped = false
        around.locking?.tickets = []
        // A new daemon holds no timer; one that only began anew holds the last.
        disarm()
        for slot in around.apps.indices {
            let ofApp = found.filter { $0.app == around.apps[slot].id }
            let process = ofApp.first { $0.launch == around.apps[slot].launch }
            // One that nobody knew of comes first to its end.
            let launching = launching && (process != nil || ofApp.isEmpty)
            around.update(slot) { app, context, out in
                // Before another launch could be handed what the one before was opened with.
                if deviceRestarted { app.opened = nil }
                app.restarted(
                    found: process, deviceRestarted: deviceRestarted, launching: launching, context,
                    &out)
                // A restart of the device lifts a force-quit (U2), and its clock starts anew.
                if deviceRestarted {
                    app.forceQuit = false
                    app.crashes.retryAt = .zero
                    app.heldUntil = nil
                }
            }
        }
        followCalendar()
        transfers.restart(deviceRestarted: deviceRestarted, launching: launching, in: &around)
        fetches.restart(deviceRestarted: deviceRestarted, around.now)
        notifications.restart(deviceRestarted: deviceRestarted, in: &around)
        pushes.restart(deviceRestarted: deviceRestarted)
        restartRooms(deviceRestarted: deviceRestarted)
        // The app that was in front is behind the lock.
        if around.isLocked { around.leaveForeground() }
        if !launching { around.ended.removeAll() }
        for process in found {
            guard let slot = around.slot(process.app), around.apps[slot].isAlive,
                around.apps[slot].launch == process.launch
            else {
                let decision = around.out.decide(
                    .kill, .orphaned, .w4, app: process.app, launch: process.launch)
                around.remember(decision, of: process.app)
                around.out.effects.append(.kill(process.app, process.launch))
                if let slot = around.slot(process.app), !around.apps[slot].isAlive,
                    process.launch >= around.apps[slot].launch
                {
                    around.update(slot) { $0.awaitEnd(ofOrphan: process, $1, &$2) }
                }
                continue
            }
        }
    }

    // MARK: Shutting down

    mutating func shutDown(_ ticket: Ticket) {
        around.input(.shutDown)
        if let earlier = around.shuttingDown, !around.hasStopped {
            around.answer(earlier, durable: true)
        }
        around.shuttingDown = ticket
        around.hasStopped = false
        around.foreground = nil
        for slot in around.apps.indices {
            around.update(slot) { $0.terminate(.init(reason: .shutDown, rule: .w3), $1, &$2) }
        }
    }

    mutating func finishShutdown() {
        guard let ticket = around.shuttingDown, !around.hasStopped,
            !around.apps.contains(where: \.isAlive)
        else { return }
        around.hasStopped = true
        around.answer(ticket, durable: true)
        around.out.effects.append(.stopped)
    }
}

extension AppID {
    /// Differs in case alone: with that bit set no other two characters of an id are the same.
    fileprivate func looksLike(_ other: AppID) -> Bool {
        self != other && name.utf8.elementsEqual(other.name.utf8) { $0 | 0x20 == $1 | 0x20 }
    }
}
