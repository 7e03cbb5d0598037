// The common life of all transfers: their records, their one verdict, their end.
extension Transfers {
    var fact: TransfersFact { TransfersFact(last: last) }

    mutating func record(_ machine: TransferMachine, in around: inout Surroundings) {
        guard machine.isStored else { return }
        around.out.record(.put(.transfer(machine.transfer)))
    }

    /// Records a decision about a transfer.
    mutating func note(
        _ reason: Reason, _ rule: Rule, _ machine: TransferMachine, detail: Detail? = nil,
        in around: inout Surroundings
    ) {
        let transfer = machine.transfer
        var app: AppID?
        if case .app(let owner) = transfer.owner { app = owner }
        note(
            .transfer, reason, rule, app: app,
            detail: detail ?? .transfer(.about(transfer.id, origin: transfer.origin)), in: &around)
    }

    mutating func note(
        _ kind: Decision.Kind, _ reason: Reason, _ rule: Rule, app: AppID?, detail: Detail? = nil,
        in around: inout Surroundings
    ) {
        let decision = around.out.decide(kind, reason, rule, detail: detail, app: app)
        if kind == .refuse {
            around.remember(decision, of: app)
        } else if reason.isAskedAbout {
            history.append(decision)
        }
    }

    /// Gives it its one verdict.
    mutating func end(
        _ id: TransferID, _ outcome: TransferOutcome, tells: Bool = true,
        in around: inout Surroundings
    ) {
        guard let before = self[id], !before.isEnded else { return }
        if case .placing(_, let response) = before.transfer.stage {
            if case .finished = outcome {
            } else {
                around.out.dropPayload(response)
                // The shell may be at it, or have done it and not yet said so.
                if case .app(let app) = before.transfer.owner {
                    around.out.promise(.unplace(id, app))
                }
            }
        }
        dropQuestion(id, in: &around)
        stopAttempt(id, in: &around)
        let order = nextOrder()
        let after = change(id) {
            $0.transfer.stage = .ended(outcome)
            $0.transfer.order = order
            $0.retry = nil
            $0.limitedUntil = nil
            $0.beginsAt = nil
            $0.deadline = nil
            $0.since = around.now.wall
        }
        guard let after else { return }
        record(after, in: &around)
        note(
            outcome.reason, outcome.rule, after, detail: .transfer(.ended(id, outcome)), in: &around
        )
        if outcome.leavesNothing { forgetBytes(id, in: &around) }
        switch after.transfer.owner {
        case .app: tellNews(of: after.transfer, isNew: tells, in: &around)
        case .user:
            listed.append(id)
            if listed.count > Limits.endedTransfersListed {
                forget(listed.removeFirst(), in: &around)
            }
        }
    }

    /// Its session's app may have something to be told, or to be woken for.
    mutating func tellNews(
        of transfer: Transfer, isNew: Bool = false, in around: inout Surroundings
    ) {
        guard case .app(let app) = transfer.owner else { return }
        if isNew { changeSession(transfer.sessionKey) { $0?.hasNews = true } }
        touch(of: app, in: &around)
    }

    /// Ends the attempt that is under way, if one is, and keeps the bytes.
    mutating func stopAttempt(_ id: TransferID, in around: inout Surroundings) {
        guard let machine = self[id] else { return }
        switch machine.run {
        case .idle, .stopping: return
        case .running, .asking:
            around.out.transfer(.stop(id, attempt: machine.attempt))
            change(id) { $0.run = .stopping }
        }
    }

    /// Deletes the bytes that the agent has of the transfer, now or once there is an agent.
    mutating func forgetBytes(_ id: TransferID, in around: inout Surroundings) {
        guard self[id]?.hasBytes == true else { return }
        change(id) {
            $0.hasBytes = false
            $0.run = .idle
        }
        if agent.life == .ready {
            around.out.transfer(.forget(id))
        } else {
            unforgotten.append(id)
        }
    }

    /// Nothing is left of it.
    mutating func forget(_ id: TransferID, in around: inout Surroundings) {
        guard let machine = self[id] else { return }
        forgetBytes(id, in: &around)
        for payload in machine.transfer.payloads { around.out.dropPayload(payload) }
        // However it ended: its file may lie there since before a power cut, which took the record
        // that it had finished.
        if case .app(let app) = machine.transfer.owner { around.out.promise(.unplace(id, app)) }
        if machine.isStored {
            around.out.record(.delete(key: Fact.key(transfer: id)))
        }
        kept.removeAll { $0 == id }
        listed.removeAll { $0 == id }
        remove(id)
    }

    /// The disk didn't take it: it never was, which its app is told (D5 of the reliability
    /// catalogue).
    mutating func notStored(
        _ id: TransferID, _ reason: Reason, in around: inout Surroundings
    ) {
        guard let machine = self[id], machine.isStored else { return }
        let isOver = machine.outcome != nil || machine.transfer.stage == .kept
        if case .user = machine.transfer.owner {
            return isOver ? () : forget(id, in: &around)
        }
        note(.refuse, reason, .x2, app: machine.transfer.app, in: &around)
        // Nobody is woken for what the launch that is gone hadn't been promised.
        guard self[machine.transfer.sessionKey]?.openIn != nil else {
            stopAttempt(id, in: &around)
            return forget(id, in: &around)
        }
        around.out.record(.delete(key: Fact.key(transfer: id)))
        change(id) { $0.isStored = false }
        // Meanwhile it was cancelled: its launch is told that.
        guard !isOver else { return }
        end(
            id, .failed(TransferFailure(.noSpace), received: 0, response: nil), in: &around)
    }

    // MARK: Force-quit and uninstalling

    /// All that the app has under way is cancelled (X7). It is told when the user opens it.
    mutating func cancel(of app: AppID, in around: inout Surroundings) {
        for key in sessions(of: app) {
            for machine in tasks(of: key) {
                switch machine.transfer.stage {
                case .suspended, .queued:
                    end(
                        machine.transfer.id,
                        .cancelled(.forceQuit, received: machine.received, resumable: false),
                        tells: false, in: &around)
                // It is all there.
                case .placing, .ended, .kept: break
                }
            }
        }
    }

    /// The app is uninstalled (B5 of the reliability catalogue).
    mutating func remove(of app: AppID, in around: inout Surroundings) {
        for id in ids where self[id]?.transfer.owner == .app(app) {
            stopAttempt(id, in: &around)
            forget(id, in: &around)
        }
        for key in sessions(of: app) { removeSession(key, in: &around) }
        forgetRelaunches(of: app)
        hear(in: &around)
        touched.removeAll { $0 == app }
    }

    /// Takes the signals of apps, in the order in which they came.
    mutating func hear(in around: inout Surroundings) {
        guard !around.news.isEmpty else { return }
        around.news.removeAll { signal in
            switch signal {
            case .audience(let app): touch(app)
            case .openedByUser: release()
            case .permissionSet, .presented: return false
            }
            return true
        }
    }

    /// Its sessions may have something to tell, after those of which that was said before.
    mutating func touch(of app: AppID, in around: inout Surroundings) {
        hear(in: &around)
        touch(app)
    }

    /// Lets the transfers go on that waited after a crash loop of the daemon.
    mutating func releaseAll(in around: inout Surroundings) {
        hear(in: &around)
        release()
    }
}

extension Reason {
    /// The reason says something of a transfer that isn't expected anyway.
    fileprivate var isAskedAbout: Bool {
        [
            .transferHeld, .transferInterrupted, .transferRestarted, .transferFailed,
            .transferCancelled, .transferAnsweredAsUsual, .agentEnded,
        ].contains(self)
    }
}

extension Transfer {
    var app: AppID? {
        switch owner {
        case .app(let app): app
        case .user: nil
        }
    }
}

extension Transfers {
    mutating func touch(_ app: AppID) {
        if touched.last != app { touched.append(app) }
    }
}

extension Recorder {
    mutating func transfer(_ effect: TransferEffect) { effects.append(.transfer(effect)) }
    mutating func promise(_ promise: TransferPromise) { promises.append(.transfer(promise)) }
}

extension TransferOutcome {
    var reason: Reason {
        switch self {
        case .finished: .transferFinished
        case .failed: .transferFailed
        case .cancelled: .transferCancelled
        }
    }

    var rule: Rule {
        switch self {
        case .cancelled(.forceQuit, _, _): .x7
        case .finished, .failed, .cancelled: .x5
        }
    }

    /// The bytes that the agent has of the transfer are of no use to anybody.
    var leavesNothing: Bool {
        switch self {
        case .finished, .cancelled(_, _, resumable: true): false
        case .failed, .cancelled(_, _, resumable: false): true
        }
    }
}
