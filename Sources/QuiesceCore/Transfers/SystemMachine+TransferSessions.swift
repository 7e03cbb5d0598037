// Sessions of apps: made and made again, closed, and rid of what their apps have handled (X1, X5).
extension SystemMachine {
    mutating func openSession(
        _ app: AppID, _ launch: Launch, _ identifier: String, _ settings: SessionSettings,
        _ now: Moment, _ out: inout Recorder
    ) {
        let key = SessionKey(owner: .app(app), identifier: identifier)
        let isNew = transfers[key] == nil
        let awaitsHandler = awaitsHandler(key)
        guard
            !isNew
                || (transfers.sessions(of: app).count < Limits.sessionsPerApp
                    && identifier.utf8.count <= Limits.sessionIdentifierBytes)
        else { return noteTransfer(.refuse, .tooManySessions, .x1, app: app, &out) }
        var settings = settings
        settings.connectionsPerHost = max(1, settings.connectionsPerHost)
        settings.resourceTimeout = min(
            max(settings.resourceTimeout, .milliseconds(1)), Limits.longestResourceTimeout)
        let fact = TransferSession(app: app, identifier: identifier, settings: settings)
        if transfers[key]?.fact != fact {
            out.effects.append(.record(.put(.session(fact))))
        }
        transfers.changeSession(key) {
            var session = $0 ?? SessionMachine(fact)
            session.fact = fact
            // Of one that was closed it has heard the end.
            if isNew {
                session.owesFinish = awaitsHandler
            } else if session.openIn != launch {
                session.giveBack()
            }
            session.openIn = launch
            session.isClosing = false
            $0 = session
        }
        out.transfer(.tellSession(app, launch, session: identifier))
        transfers.touch(app)
    }

    mutating func closeSession(
        _ app: AppID, _ launch: Launch, _ identifier: String, cancelling: Bool, _ now: Moment,
        _ out: inout Recorder
    ) {
        let key = SessionKey(owner: .app(app), identifier: identifier)
        guard transfers[key]?.openIn == launch else { return }
        transfers.changeSession(key) { $0?.isClosing = true }
        if cancelling {
            for machine in transfers.tasks(of: key) {
                endTransfer(
                    machine.transfer.id,
                    .cancelled(.cancelled, received: machine.received, resumable: false), now, &out)
            }
        }
        transfers.touch(app)
    }

    mutating func removeSession(_ key: SessionKey, _ out: inout Recorder) {
        guard case .app(let app) = key.owner, transfers[key] != nil else { return }
        transfers.changeSession(key) { $0 = nil }
        out.effects.append(.record(.delete(key: Fact.key(session: key.identifier, of: app))))
    }

    /// The app's callbacks for a verdict have returned: nothing is left of the transfer, but for bytes
    /// that another task may go on from.
    mutating func handled(_ id: TransferID, _ now: Moment, _ out: inout Recorder) {
        guard let machine = transfers[id], case .app(let app) = machine.transfer.owner else {
            return
        }
        if machine.staleVerdicts > 0 {
            transfers.change(id) { $0.staleVerdicts -= 1 }
            return
        }
        guard let outcome = machine.outcome,
            transfers[machine.transfer.sessionKey]?.delivering.contains(id) == true
        else { return }
        takeBack(id, now, &out)
        transfers.touch(app)
        noteTransfer(.transferHandled, .x5, machine, &out)
        guard case .cancelled(_, _, resumable: true) = outcome, machine.hasBytes else {
            return removeTransfer(id, &out)
        }
        keep(id, of: app, now, &out)
    }

    private mutating func keep(
        _ id: TransferID, of app: AppID, _ now: Moment, _ out: inout Recorder
    ) {
        let after = transfers.change(id) {
            $0.transfer.stage = .kept
            $0.since = now.wall
            $0.deadline = now.instant + Limits.keptFor
        }
        if let after { recordTransfer(after, &out) }
        transfers.kept.append(id)
        let mine = transfers.kept.filter { transfers[$0]?.transfer.app == app }
        if mine.count > Limits.keptTransfersPerApp, let oldest = mine.first {
            removeTransfer(oldest, &out)
        }
    }

    /// Its app hears no more of a verdict.
    mutating func takeBack(_ id: TransferID, _ now: Moment, _ out: inout Recorder) {
        guard let transfer = transfers[id]?.transfer, let app = transfer.app else { return }
        transfers.changeSession(transfer.sessionKey) { $0?.delivering.removeAll { $0 == id } }
        guard let slot = slot(app) else { return }
        update(slot, now, &out) { machine, _, _ in
            machine.calls.drop(
                .transfer(.completed(id, session: transfer.session, task: transfer.task)))
        }
    }
}

extension SessionMachine {
    /// The launch that was told is gone; the next is.
    mutating func giveBack() {
        delivering = []
        asked = []
        owesFinish = true
    }
}
