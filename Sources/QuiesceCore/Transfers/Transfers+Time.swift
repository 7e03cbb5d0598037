// The changes of transfers by time, the clock, the network, the battery and restarts.
extension Transfers {
    // MARK: Time

    mutating func meetDeadlines(in around: inout Surroundings) {
        guard let due = due, due.earliest <= around.now.instant else { return }
        var moved: [TransferID] = []
        while let alarm = index.alarms.takeReady(at: around.now.instant) {
            guard isCurrent(alarm) else { continue }
            switch alarm.what {
            case .agent: agent.retryAt = nil
            case .host(let origin):
                hosts[origin]?.window = nil
                index.queue.hold(origin, false)
            case .session(let key):
                changeSession(key) { $0?.wakeAt = nil }
                if case .app(let app) = key.owner { touch(of: app, in: &around) }
            case .transfer(let id): moved.append(id)
            }
        }
        isDirty = true
        moved.sort()
        for (index, id) in moved.enumerated() where index == 0 || moved[index - 1] != id {
            meetDeadline(id, in: &around)
        }
        hear(in: &around)
        touched.sort(by: >)
    }

    private mutating func meetDeadline(
        _ id: TransferID, in around: inout Surroundings
    ) {
        guard let machine = self[id] else { return }
        if let deadline = machine.deadline, deadline <= around.now.instant {
            if machine.transfer.stage == .kept { return forget(id, in: &around) }
            let failure = TransferFailure(.resourceTimedOut)
            return end(
                id, .failed(failure, received: machine.received, response: nil), in: &around)
        }
        change(id) {
            if let retry = $0.retry, retry.until <= around.now.instant { $0.retry = nil }
            if let until = $0.limitedUntil, until <= around.now.instant { $0.limitedUntil = nil }
            // The clock may have been set back meanwhile.
            if let begin = $0.beginsAt, begin <= around.now.instant {
                $0.await($0.transfer.earliestBegin, at: around.now)
            }
        }
        if case .placing = machine.transfer.stage {
            around.out.transfer(.place(id, machine.transfer.owner, machine.transfer.request))
        }
    }

    /// The clock may have been set, and says when `earliestBegin` is (T1, T2 of the reliability
    /// catalogue).
    mutating func followClock(_ now: Moment) {
        for id in ids where self[id]?.transfer.earliestBegin != nil {
            guard let machine = self[id], !machine.isEnded, machine.run == .idle else {
                continue
            }
            change(id) { $0.await($0.transfer.earliestBegin, at: now) }
        }
    }

    // MARK: The network and the battery

    /// Stops what may not go on, and lets go on what now may (X4, X9).
    mutating func followConditions(in around: inout Surroundings) {
        // Background refresh may be on again.
        for key in sessionKeys where self[key]?.hasNews == true {
            if case .app(let app) = key.owner { touch(of: app, in: &around) }
        }
        let conditions = TransferConditions(around.device.conditions, around.profile)
        let before = index.queue.conditions
        guard conditions != before else { return }
        index.queue.follow(conditions)
        isDirty = true
        if conditions.network != before.network { tryHostsAgain() }
        for id in ids {
            guard let machine = self[id], machine.hasConnection, machine.run != .stopping
            else { continue }
            let transfer = machine.transfer
            let wait = conditions.wait(
                transfer.needs(settings(of: transfer)),
                isLocal: TransferConditions.isLocal(transfer.origin))
            guard let wait else { continue }
            note(
                .transferHeld, wait == .power || wait == .lowPowerMode ? .x4 : .x9, machine,
                detail: .transfer(.held(id, wait, until: nil)), in: &around)
            dropQuestion(id, in: &around)
            stopAttempt(id, in: &around)
        }
    }

    /// A transfer that failed over one network may work over another; a server that asked for peace
    /// is left in it.
    private mutating func tryHostsAgain() {
        for origin in hosts.keys.sorted() where hosts[origin]?.isAsked == false {
            hosts[origin] = nil
            index.queue.hold(origin, false)
        }
        for id in ids where self[id]?.retry?.wait == .retry {
            change(id) { $0.retry = nil }
        }
    }

    // MARK: Restarts

    /// A new daemon: its agent is a new one, too. After a restart of the device the clock began
    /// anew.
    mutating func restart(
        deviceRestarted: Bool, launching: Bool, in around: inout Surroundings
    ) {
        isHeld = !launching
        // It went with the last daemon, also where nothing was left to do.
        agent = TransferAgent()
        guard !isIdle else { return }
        for id in ids {
            dropQuestion(id, in: &around)
            change(id) {
                $0.run = .idle
                // The last daemon may have begun it and not have written that down, or have died
                // before it told the agent to forget it.
                $0.hasBytes = true
            }
            if let transfer = self[id]?.transfer, case .placing = transfer.stage {
                around.out.transfer(.place(id, transfer.owner, transfer.request))
            }
        }
        if deviceRestarted {
            hosts = [:]
            forgetRelaunches()
            for id in ids { resetClock(id, around.now) }
            for key in sessionKeys { changeSession(key) { $0?.wakeAt = nil } }
            rebuildIndex(TransferConditions(around.device.conditions, around.profile))
            for key in sessionKeys { remind(key, in: &around) }
        }
        for key in sessionKeys {
            if case .app(let app) = key.owner { touch(of: app, in: &around) }
        }
        isDirty = true
    }

    /// No force-quit keeps verdicts from their app any more (U2), and it has none of those that it
    /// was told and hadn't dealt with.
    private mutating func remind(_ key: SessionKey, in around: inout Surroundings) {
        guard case .app(let app) = key.owner, around.isInstalled(app),
            nextVerdict(of: key, takes: false) != nil
                || self[key]?.delivering.isEmpty == false,
            !around.wakes(of: app).contains(where: {
                $0.cause == .transfer(session: key.identifier)
            })
        else { return }
        changeSession(key) { $0?.hasNews = true }
    }

    /// Moments on the old boot clock mean nothing; the time for the whole goes on by the calendar,
    /// if that can be believed.
    mutating func resetClock(_ id: TransferID, _ now: Moment) {
        guard let machine = self[id] else { return }
        let timeout = settings(of: machine.transfer).timeout
        change(id) {
            $0.retry = nil
            $0.limitedUntil = nil
            $0.deadline = nil
            $0.await($0.transfer.earliestBegin, at: now)
            switch $0.transfer.stage {
            case .queued, .suspended:
                guard let resumed = $0.transfer.resumed else { return }
                let used = min(max(now.wall - resumed, .zero), timeout)
                $0.deadline = now.instant + (timeout - used)
            case .kept: $0.deadline = now.instant + Limits.keptFor
            case .placing, .ended: break
            }
        }
    }

    /// Restores the transfers that the facts describe.
    mutating func restore(_ facts: [Fact], _ now: Moment, in around: inout Surroundings) {
        for case .transfers(let fact) in facts { last = fact.last }
        for case .session(let fact) in facts where around.isInstalled(fact.app) {
            let session = SessionMachine(fact)
            changeSession(session.key) { $0 = session }
        }
        for case .transfer(let fact) in facts {
            last = max(last, fact.id.value)
            lastOrder = max(lastOrder, fact.order)
            var machine = TransferMachine(fact)
            machine.hasBytes = fact.resumed != nil
            machine.wasTold = true
            machine.since = now.wall
            // A damaged store may know a transfer, but neither its app nor its session.
            guard fact.app == nil || self[fact.sessionKey] != nil || fact.stage == .kept else {
                continue
            }
            add(machine)
            if machine.isEnded {
                changeSession(fact.sessionKey) { $0?.hasNews = true }
                if fact.app == nil { listed.append(fact.id) }
            }
            if fact.stage == .kept { kept.append(fact.id) }
            resetClock(fact.id, now)
        }
        kept.sort()
        let orders = listed.map {
            EndedTransfer(order: self[$0]?.transfer.order ?? 0, id: $0)
        }
        listed = orders.sorted().map(\.id)
        rebuildIndex(TransferConditions(around.device.conditions, around.profile))
    }

    /// Everything of them that must survive.
    var facts: [Fact] {
        guard last > 0 || !isIdle else { return [] }
        var facts: [Fact] = []
        if last > 0 { facts.append(.transfers(fact)) }
        for key in sessionKeys {
            if let session = self[key] { facts.append(.session(session.fact)) }
        }
        for id in ids {
            guard let machine = self[id], machine.isStored else { continue }
            facts.append(.transfer(machine.transfer))
        }
        return facts
    }
}
