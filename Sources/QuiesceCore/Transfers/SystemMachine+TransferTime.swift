// What time, the clock, the network, the battery and restarts change about transfers.
extension SystemMachine {
    // MARK: Time

    mutating func meetTransferDeadlines(_ now: Moment, _ out: inout Recorder) {
        guard let due = transfers.due, due.earliest <= now.instant else { return }
        var moved: [TransferID] = []
        while let alarm = transfers.index.alarms.takeReady(at: now.instant) {
            guard transfers.isCurrent(alarm) else { continue }
            switch alarm.what {
            case .agent: transfers.agent.retryAt = nil
            case .host(let origin):
                transfers.hosts[origin]?.window = nil
                transfers.index.queue.hold(origin, false)
            case .session(let key):
                transfers.changeSession(key) { $0?.wakeAt = nil }
                if case .app(let app) = key.owner { transfers.touch(app) }
            case .transfer(let id): moved.append(id)
            }
        }
        transfers.isDirty = true
        moved.sort()
        for (index, id) in moved.enumerated() where index == 0 || moved[index - 1] != id {
            meetDeadline(id, now, &out)
        }
        transfers.touched.sort(by: >)
    }

    private mutating func meetDeadline(
        _ id: TransferID, _ now: Moment, _ out: inout Recorder
    ) {
        guard let machine = transfers[id] else { return }
        if let deadline = machine.deadline, deadline <= now.instant {
            if machine.transfer.stage == .kept { return removeTransfer(id, &out) }
            let failure = TransferFailure(.resourceTimedOut)
            return endTransfer(
                id, .failed(failure, received: machine.received, response: nil), now, &out)
        }
        transfers.change(id) {
            if let retry = $0.retry, retry.until <= now.instant { $0.retry = nil }
            if let until = $0.limitedUntil, until <= now.instant { $0.limitedUntil = nil }
            // The clock may have been set back meanwhile.
            if let begin = $0.beginsAt, begin <= now.instant {
                $0.await($0.transfer.earliestBegin, at: now)
            }
        }
        if case .placing = machine.transfer.stage {
            out.transfer(.place(id, machine.transfer.owner, machine.transfer.request))
        }
    }

    /// The clock may have been set, and says when `earliestBegin` is (T1, T2 of the reliability catalogue).
    mutating func followClock(_ now: Moment) {
        for id in transfers.ids where transfers[id]?.transfer.earliestBegin != nil {
            guard let machine = transfers[id], !machine.isEnded, machine.run == .idle else {
                continue
            }
            transfers.change(id) { $0.await($0.transfer.earliestBegin, at: now) }
        }
    }

    // MARK: The network and the battery

    /// Stops what may not go on, and lets go on what now may (X4, X9).
    mutating func followTransferConditions(_ now: Moment, _ out: inout Recorder) {
        // Background refresh may be on again.
        for key in transfers.sessionKeys where transfers[key]?.hasNews == true {
            if case .app(let app) = key.owner { transfers.touch(app) }
        }
        let conditions = TransferConditions(device.conditions, profile)
        let before = transfers.index.queue.conditions
        guard conditions != before else { return }
        transfers.index.queue.follow(conditions)
        transfers.isDirty = true
        if conditions.network != before.network { tryHostsAgain() }
        for id in transfers.ids {
            guard let machine = transfers[id], machine.hasConnection, machine.run != .stopping
            else { continue }
            let transfer = machine.transfer
            let wait = conditions.wait(
                transfer.needs(transfers.settings(of: transfer)),
                isLocal: TransferConditions.isLocal(transfer.origin))
            guard let wait else { continue }
            noteTransfer(
                .transferHeld, wait == .power ? .x4 : .x9, machine,
                detail: .transferHeld(id, wait, until: nil), &out)
            dropQuestion(id, now, &out)
            stopAttempt(id, &out)
        }
    }

    /// What failed over one network may work over another; who asked for peace is left in it.
    private mutating func tryHostsAgain() {
        for origin in transfers.hosts.keys.sorted() where transfers.hosts[origin]?.isAsked == false
        {
            transfers.hosts[origin] = nil
            transfers.index.queue.hold(origin, false)
        }
        for id in transfers.ids where transfers[id]?.retry?.wait == .retry {
            transfers.change(id) { $0.retry = nil }
        }
    }

    // MARK: Restarts

    /// A new daemon: its agent is a new one, too. After a restart of the device the clock began anew.
    mutating func restartTransfers(
        deviceRestarted: Bool, launching: Bool, _ now: Moment, _ out: inout Recorder
    ) {
        transfers.isHeld = !launching
        // It went with the last daemon, also where nothing was left to do.
        transfers.agent = TransferAgent()
        guard !transfers.isIdle else { return }
        for id in transfers.ids {
            dropQuestion(id, now, &out)
            transfers.change(id) {
                $0.run = .idle
                // The last daemon may have begun it and not have written that down, or have died before it told the
                // agent to forget it.
                $0.hasBytes = true
            }
            if let transfer = transfers[id]?.transfer, case .placing = transfer.stage {
                out.transfer(.place(id, transfer.owner, transfer.request))
            }
        }
        if deviceRestarted {
            transfers.hosts = [:]
            transfers.forgetRelaunches()
            for id in transfers.ids { resetClock(id, now) }
            for key in transfers.sessionKeys { transfers.changeSession(key) { $0?.wakeAt = nil } }
            transfers.rebuildIndex(TransferConditions(device.conditions, profile))
            for key in transfers.sessionKeys { remind(key) }
        }
        for key in transfers.sessionKeys {
            if case .app(let app) = key.owner { transfers.touch(app) }
        }
        transfers.isDirty = true
    }

    /// No force-quit keeps verdicts from their app any more (U2), and it has none of those that it was told and
    /// hadn't dealt with.
    private mutating func remind(_ key: SessionKey) {
        guard case .app(let app) = key.owner, let slot = slot(app),
            transfers.nextVerdict(of: key, takes: false) != nil
                || transfers[key]?.delivering.isEmpty == false,
            !apps[slot].wakes.contains(where: {
                $0.cause == .transfer(session: key.identifier)
            })
        else { return }
        transfers.changeSession(key) { $0?.hasNews = true }
    }

    /// Moments on the old boot clock mean nothing; the time for the whole goes on by the calendar, if that
    /// can be believed.
    mutating func resetClock(_ id: TransferID, _ now: Moment) {
        guard let machine = transfers[id] else { return }
        let timeout = transfers.settings(of: machine.transfer).resourceTimeout
        transfers.change(id) {
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

    /// What facts say of transfers.
    mutating func restoreTransfers(_ facts: [Fact], _ now: Moment) {
        for case .transfers(let fact) in facts { transfers.last = fact.last }
        for case .session(let fact) in facts where slots[fact.app] != nil {
            let session = SessionMachine(fact)
            transfers.changeSession(session.key) { $0 = session }
        }
        for case .transfer(let fact) in facts {
            transfers.last = max(transfers.last, fact.id.value)
            transfers.lastOrder = max(transfers.lastOrder, fact.order)
            var machine = TransferMachine(fact)
            machine.hasBytes = fact.resumed != nil
            machine.wasTold = true
            machine.since = now.wall
            // A damaged store may know a transfer, but neither its app nor its session.
            guard fact.app == nil || transfers[fact.sessionKey] != nil || fact.stage == .kept else {
                continue
            }
            transfers.add(machine)
            if machine.isEnded {
                transfers.changeSession(fact.sessionKey) { $0?.hasNews = true }
                if fact.app == nil { transfers.listed.append(fact.id) }
            }
            if fact.stage == .kept { transfers.kept.append(fact.id) }
            resetClock(fact.id, now)
        }
        transfers.kept.sort()
        let orders = transfers.listed.map {
            EndedTransfer(order: transfers[$0]?.transfer.order ?? 0, id: $0)
        }
        transfers.listed = orders.sorted().map(\.id)
        transfers.rebuildIndex(TransferConditions(device.conditions, profile))
    }

    /// Everything of them that must survive.
    var transferFacts: [Fact] {
        guard transfers.last > 0 || !transfers.isIdle else { return [] }
        var facts: [Fact] = []
        if transfers.last > 0 { facts.append(.transfers(transfersFact)) }
        for key in transfers.sessionKeys {
            if let session = transfers[key] { facts.append(.session(session.fact)) }
        }
        for id in transfers.ids {
            guard let machine = transfers[id], machine.isStored else { continue }
            facts.append(.transfer(machine.transfer))
        }
        return facts
    }
}
