// Installing and removing apps, restarts of the daemon and the device, and shutting down.
extension SystemMachine {
    /// Goes on from what survived a restart of the device. Follow it with `Event.restarted`.
    ///
    /// - Parameter lastDecision: decisions are numbered from there on.
    public init(
        restoring facts: [Fact], profile: PolicyProfile, lastDecision: UInt64, at now: Moment
    ) {
        self.init(profile: profile)
        self.lastDecision = lastDecision
        // A damaged row may hold the fact of another.
        var taken: Set<String> = []
        let facts = facts.filter { taken.insert($0.key).inserted }
        for case .app(let fact) in facts {
            var app = AppMachine(manifest: fact.manifest, at: now.wall)
            app.launch = fact.launch
            app.forceQuit = fact.forceQuit
            app.lastExit = fact.lastExit
            app.crashes = fact.crashes
            if let exit = fact.lastExit {
                app.since = exit.time
                app.reason = exit.reason
            }
            apps.append(app)
        }
        apps.sort { $0.id < $1.id }
        rebuildSlots()
        for case .device(let fact) in facts {
            recents = fact.recents.filter { slots[$0] != nil }
            lastWake = fact.lastWake
        }
        for case .conditions(let conditions) in facts { device = DeviceRecord(conditions.lasting) }
        for case .permissions(let fact) in facts {
            if let slot = slots[fact.app] { apps[slot].grants.permissions = fact.permissions }
        }
        for case .passcode(let fact) in facts { protection = Protection(restoring: fact) }
        for case .wake(let fact) in facts {
            lastWake = max(lastWake, fact.id.value)
            guard let slot = slots[fact.app] else { continue }
            // An earlier launch may have handled it, and lost the word to say so.
            apps[slot].wakes.append(Wake(id: fact.id, cause: fact.cause, isRepeat: true))
        }
        for slot in apps.indices { apps[slot].wakes.sort { $0.id < $1.id } }
        restoreTransfers(facts, now)
        restoreFetches(facts, now)
        restoreNotifications(facts, now)
        restorePushes(facts)
    }

    // MARK: Installing

    mutating func install(
        _ manifest: AppManifest, _ bundle: StagedBundle, _ ticket: Ticket, _ now: Moment,
        _ out: inout Recorder
    ) {
        if shuttingDown != nil {
            out.effects.append(.discard(bundle))
            return refuse(Refusal(.shuttingDown), manifest.id, ticket, &out)
        }
        _ = out.decide(.input, .install, .o4, detail: .version(manifest.version), app: manifest.id)
        guard let slot = slot(manifest.id) else {
            guard apps.count < Limits.installedApps else {
                out.effects.append(.discard(bundle))
                return refuse(Refusal(.tooManyApps), manifest.id, ticket, &out)
            }
            slots[manifest.id] = apps.count
            apps.append(AppMachine(manifest: manifest, at: now.wall))
            schedule.set(apps.count - 1, nil)
            return activate(apps.count - 1, manifest, bundle, ticket, now, &out)
        }
        // One version at a time: the old one ends before the new one takes its place.
        update(slot, now, &out) {
            $0.follow(with: .install(manifest, bundle, ticket))
            $0.terminate(
                .init(reason: .updated, rule: .w4, detail: .version(manifest.version)), $1, &$2)
        }
    }

    private mutating func activate(
        _ slot: Int, _ manifest: AppManifest, _ bundle: StagedBundle, _ ticket: Ticket,
        _ now: Moment, _ out: inout Recorder
    ) {
        apps[slot].manifest = manifest
        apps[slot].crashes = Crashes()
        apps[slot].heldUntil = nil
        let context = context(now)
        for wake in apps[slot].wakes where !wake.cause.rule.isDeclared(by: manifest) {
            apps[slot].finish(wake, .modeNotDeclared, context, &out)
        }
        apps[slot].wakes.removeAll { !$0.cause.rule.isDeclared(by: manifest) }
        out.effects.append(.activate(bundle, manifest.id))
        recordApp(slot, &out)
        answer(ticket, durable: true, &out)
    }

    mutating func uninstall(_ app: AppID, _ ticket: Ticket, _ now: Moment, _ out: inout Recorder) {
        guard let slot = slot(app) else { return refuse(Refusal(.unknownApp), app, ticket, &out) }
        _ = out.decide(.input, .uninstall, .u1, app: app)
        update(slot, now, &out) {
            $0.follow(with: .uninstall(ticket))
            $0.terminate(.init(reason: .uninstalled, rule: .w4), $1, &$2)
        }
    }

    private mutating func remove(
        _ slot: Int, _ ticket: Ticket, _ now: Moment, _ out: inout Recorder
    ) {
        let app = apps[slot].id
        let context = context(now)
        for wake in apps[slot].wakes { apps[slot].finish(wake, .uninstalled, context, &out) }
        let sequels = apps[slot].sequels
        removeTransfers(of: app, &out)
        forgetFetches(of: app, &out)
        removePushes(of: app, now, &out)
        removeNotifications(of: app, &out)
        if permissionsFact(slot) != nil {
            out.effects.append(.record(.delete(key: Fact.key(permissionsOf: app))))
        }
        history.add(endingsOf: apps[slot].history)
        apps.remove(at: slot)
        rebuildSlots()
        recents.removeAll { $0 == app }
        if behindLock == app { behindLock = nil }
        if interruptions.behindCall == app { interruptions.behindCall = nil }
        out.effects.append(.record(.delete(key: Fact.key(app: app))))
        out.effects.append(.record(.put(.device(deviceFact))))
        out.effects.append(.remove(app))
        answer(ticket, durable: true, &out)
        for sequel in sequels {
            switch sequel {
            case .install(let manifest, let bundle, let ticket):
                install(manifest, bundle, ticket, now, &out)
            case .uninstall(let ticket):
                uninstall(app, ticket, now, &out)
            case .open:
                break
            }
        }
    }

    /// What was to follow the end of a process, where it has ended.
    mutating func startSequels(_ now: Moment, _ out: inout Recorder) {
        while let app = ended.popLast() {
            while let slot = slot(app), apps[slot].hasSequel(context(now)),
                startSequel(slot, now, &out)
            {}
        }
    }

    /// - Returns: whether there may be more to follow.
    private mutating func startSequel(_ slot: Int, _ now: Moment, _ out: inout Recorder) -> Bool {
        guard let sequel = apps[slot].sequels.first else {
            // Wake-ups accepted while the last process was ending.
            if shuttingDown == nil {
                update(slot, now, &out) { $0.startForWakes($1, &$2) }
            }
            return false
        }
        apps[slot].sequels.removeFirst()
        switch sequel {
        case .install(let manifest, let bundle, let ticket):
            activate(slot, manifest, bundle, ticket, now, &out)
        case .uninstall(let ticket):
            remove(slot, ticket, now, &out)
        case .open(let arguments):
            awaitsFront = nil
            guard shuttingDown == nil, foreground == nil else { break }
            foreground = apps[slot].id
            update(slot, now, &out) { $0.open(arguments: arguments, $1, &$2) }
        }
        return true
    }

    // MARK: Restarts

    mutating func restarted(
        _ found: [ObservedProcess], deviceRestarted: Bool, launching: Bool, _ now: Moment,
        _ out: inout Recorder
    ) {
        _ = out.decide(.input, .restart, .d1)
        boot = awaitedBoot ?? boot
        awaitedBoot = nil
        if sleepDeferred, !deviceRestarted { out.effects.append(.keepAwake(true)) }
        if deviceRestarted {
            isLocked = false
            isLockedBySleep = false
            locking = nil
            behindLock = nil
            interruptions = Interruptions()
            device = device.changed { $0.isInCall = false }
            // The boot clock began anew; no app is there to be told of a clock that was set.
            calendar?.epoch = Calendar.epoch(at: now)
            memoryWarnedAt = nil
            isAsleep = false
            sleepDeferred = false
        }
        lockAfterRestart(deviceRestarted: deviceRestarted, now, &out)
        // Nobody waits for these answers any more.
        shuttingDown = nil
        locking?.tickets = []
        // A new daemon holds no timer; one that only began anew holds the last.
        if armed != nil { out.effects.append(.arm(at: nil)) }
        armed = nil
        for slot in apps.indices {
            let ofApp = found.filter { $0.app == apps[slot].id }
            let process = ofApp.first { $0.launch == apps[slot].launch }
            // One that nobody knew of comes first to its end.
            let launching = launching && (process != nil || ofApp.isEmpty)
            update(slot, now, &out) { app, context, out in
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
        followCalendar(now, &out)
        restartTransfers(deviceRestarted: deviceRestarted, launching: launching, now, &out)
        restartFetches(deviceRestarted: deviceRestarted, now)
        restartNotifications(deviceRestarted: deviceRestarted, now, &out)
        restartPushes(deviceRestarted: deviceRestarted)
        // What was in front is behind the lock.
        if isLocked { leaveForeground(now, &out) }
        if !launching { ended.removeAll() }
        for process in found {
            guard let slot = slot(process.app), apps[slot].isAlive,
                apps[slot].launch == process.launch
            else {
                let decision = out.decide(
                    .kill, .orphaned, .w4, app: process.app, launch: process.launch)
                remember(decision, of: process.app)
                out.effects.append(.kill(process.app, process.launch))
                if let slot = slot(process.app), !apps[slot].isAlive,
                    process.launch >= apps[slot].launch
                {
                    update(slot, now, &out) { $0.awaitEnd(ofOrphan: process, $1, &$2) }
                }
                continue
            }
        }
    }

    // MARK: Shutting down

    mutating func shutDown(_ ticket: Ticket, _ now: Moment, _ out: inout Recorder) {
        input(.shutDown, &out)
        if let earlier = shuttingDown { answer(earlier, durable: true, &out) }
        shuttingDown = ticket
        foreground = nil
        for slot in apps.indices {
            update(slot, now, &out) { $0.terminate(.init(reason: .shutDown, rule: .w3), $1, &$2) }
        }
    }

    mutating func finishShutdown(_ out: inout Recorder) {
        guard let ticket = shuttingDown, !apps.contains(where: \.isAlive) else { return }
        shuttingDown = nil
        answer(ticket, durable: true, &out)
        out.effects.append(.stopped)
    }
}
