// What transfers have in common: their records, their one verdict, their end.
extension SystemMachine {
    var transfersFact: TransfersFact { TransfersFact(last: transfers.last) }

    func recordTransfer(_ machine: TransferMachine, _ out: inout Recorder) {
        guard machine.isStored else { return }
        out.effects.append(.record(.put(.transfer(machine.transfer))))
    }

    /// Records a decision about a transfer.
    mutating func noteTransfer(
        _ reason: Reason, _ rule: Rule, _ machine: TransferMachine, detail: Detail? = nil,
        _ out: inout Recorder
    ) {
        let transfer = machine.transfer
        var app: AppID?
        if case .app(let owner) = transfer.owner { app = owner }
        noteTransfer(
            .transfer, reason, rule, app: app,
            detail: detail ?? .transfer(transfer.id, origin: transfer.origin), &out)
    }

    mutating func noteTransfer(
        _ kind: Decision.Kind, _ reason: Reason, _ rule: Rule, app: AppID?, detail: Detail? = nil,
        _ out: inout Recorder
    ) {
        let decision = out.decide(kind, reason, rule, detail: detail, app: app)
        if kind == .refuse {
            remember(decision, of: app)
        } else if reason.isAskedAbout {
            transfers.history.append(decision)
        }
    }

    /// Gives it its one verdict.
    mutating func endTransfer(
        _ id: TransferID, _ outcome: TransferOutcome, tells: Bool = true, _ now: Moment,
        _ out: inout Recorder
    ) {
        guard let before = transfers[id], !before.isEnded else { return }
        if case .placing(_, let response) = before.transfer.stage {
            if case .finished = outcome {
            } else {
                out.dropPayload(response)
                // The shell may be at it, or have done it and not yet said so.
                if case .app(let app) = before.transfer.owner { out.transfer(.unplace(id, app)) }
            }
        }
        dropQuestion(id, now, &out)
        stopAttempt(id, &out)
        let order = transfers.nextOrder()
        let after = transfers.change(id) {
            $0.transfer.stage = .ended(outcome)
            $0.transfer.order = order
            $0.retry = nil
            $0.limitedUntil = nil
            $0.beginsAt = nil
            $0.deadline = nil
            $0.since = now.wall
        }
        guard let after else { return }
        recordTransfer(after, &out)
        noteTransfer(
            outcome.reason, outcome.rule, after, detail: .transferEnded(id, outcome), &out)
        if outcome.leavesNothing { forgetBytes(id, &out) }
        switch after.transfer.owner {
        case .app: tellNews(of: after.transfer, isNew: tells)
        case .user:
            transfers.listed.append(id)
            if transfers.listed.count > Limits.endedTransfersListed {
                removeTransfer(transfers.listed.removeFirst(), &out)
            }
        }
    }

    /// Its session's app may have something to be told, or to be woken for.
    mutating func tellNews(of transfer: Transfer, isNew: Bool = false) {
        guard case .app(let app) = transfer.owner else { return }
        if isNew { transfers.changeSession(transfer.sessionKey) { $0?.hasNews = true } }
        transfers.touch(app)
    }

    /// Ends the attempt that is under way, if one is, and keeps the bytes.
    mutating func stopAttempt(_ id: TransferID, _ out: inout Recorder) {
        guard let machine = transfers[id] else { return }
        switch machine.run {
        case .idle, .stopping: return
        case .running, .asking:
            out.transfer(.stop(id, attempt: machine.attempt))
            transfers.change(id) { $0.run = .stopping }
        }
    }

    /// What the agent has of it is deleted, now or once there is an agent.
    mutating func forgetBytes(_ id: TransferID, _ out: inout Recorder) {
        guard transfers[id]?.hasBytes == true else { return }
        transfers.change(id) {
            $0.hasBytes = false
            $0.run = .idle
        }
        if transfers.agent.life == .ready {
            out.transfer(.forget(id))
        } else {
            transfers.unforgotten.append(id)
        }
    }

    /// Nothing is left of it.
    mutating func removeTransfer(_ id: TransferID, _ out: inout Recorder) {
        guard let machine = transfers[id] else { return }
        forgetBytes(id, &out)
        for payload in machine.transfer.payloads { out.dropPayload(payload) }
        if case .ended(.finished) = machine.transfer.stage,
            case .app(let app) = machine.transfer.owner
        {
            out.transfer(.unplace(id, app))
        }
        if machine.isStored { out.effects.append(.record(.delete(key: Fact.key(transfer: id)))) }
        transfers.kept.removeAll { $0 == id }
        transfers.listed.removeAll { $0 == id }
        transfers.remove(id)
    }

    /// The disk didn't take it: it never was, which its app is told (D5 of the reliability catalogue).
    mutating func notStored(
        _ id: TransferID, _ reason: Reason, _ now: Moment, _ out: inout Recorder
    ) {
        guard let machine = transfers[id], machine.isStored else { return }
        let isOver = machine.outcome != nil || machine.transfer.stage == .kept
        if case .user = machine.transfer.owner {
            return isOver ? () : removeTransfer(id, &out)
        }
        noteTransfer(.refuse, reason, .x2, app: machine.transfer.app, &out)
        // Nobody is woken for what the launch that is gone hadn't been promised.
        guard transfers[machine.transfer.sessionKey]?.openIn != nil else {
            stopAttempt(id, &out)
            return removeTransfer(id, &out)
        }
        out.effects.append(.record(.delete(key: Fact.key(transfer: id))))
        transfers.change(id) { $0.isStored = false }
        // Meanwhile it was cancelled: its launch is told that.
        guard !isOver else { return }
        endTransfer(
            id, .failed(TransferFailure(.noSpace), received: 0, response: nil), now, &out)
    }

    // MARK: Force-quit and uninstalling

    /// All that the app has under way is cancelled (X7). It is told when the user opens it.
    mutating func cancelTransfers(of app: AppID, _ now: Moment, _ out: inout Recorder) {
        for key in transfers.sessions(of: app) {
            for machine in transfers.tasks(of: key) {
                switch machine.transfer.stage {
                case .suspended, .queued:
                    endTransfer(
                        machine.transfer.id,
                        .cancelled(.forceQuit, received: machine.received, resumable: false),
                        tells: false, now, &out)
                // It is all there.
                case .placing, .ended, .kept: break
                }
            }
        }
    }

    /// The app is uninstalled (B5 of the reliability catalogue).
    mutating func removeTransfers(of app: AppID, _ out: inout Recorder) {
        for id in transfers.ids where transfers[id]?.transfer.owner == .app(app) {
            stopAttempt(id, &out)
            removeTransfer(id, &out)
        }
        for key in transfers.sessions(of: app) { removeSession(key, &out) }
        transfers.setRelaunches(of: app, 0)
        transfers.touched.removeAll { $0 == app }
    }
}

extension Reason {
    /// Of a transfer: it isn't what is expected anyway.
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

    /// What the agent has of it is of no use to anybody.
    var leavesNothing: Bool {
        switch self {
        case .finished, .cancelled(_, _, resumable: true): false
        case .failed, .cancelled(_, _, resumable: false): true
        }
    }
}
