// Sessions of apps: made and made again, closed, and rid of what their apps have handled (X1, X5).
extension Transfers {
    mutating func openSession(
        _ app: AppID, _ launch: Launch, _ identifier: String, _ settings: SessionSettings,
        in around: inout Surroundings
    ) {
        let key = SessionKey(owner: .app(app), identifier: identifier)
        let isNew = self[key] == nil
        let awaitsHandler = awaitsHandler(key, around)
        guard
            !isNew
                || (sessions(of: app).count < Limits.sessionsPerApp
                    && identifier.utf8.count <= Limits.sessionIdentifierBytes)
        else { return note(.refuse, .tooManySessions, .x1, app: app, in: &around) }
        var settings = settings
        settings.connectionsPerHost = max(1, settings.connectionsPerHost)
        let fact = TransferSession(app: app, identifier: identifier, settings: settings)
        if self[key]?.fact != fact {
            around.out.record(.put(.session(fact)))
        }
        changeSession(key) {
            var session = $0 ?? SessionMachine(fact)
            session.fact = fact
            // The app has heard the end of a session that was closed.
            if isNew {
                session.owesFinish = awaitsHandler
            } else if session.openIn != launch {
                session.giveBack()
            }
            session.openIn = launch
            session.isClosing = false
            $0 = session
        }
        around.wantsAudiences = true
        around.out.transfer(.tellSession(app, launch, session: identifier))
        touch(of: app, in: &around)
    }

    mutating func closeSession(
        _ app: AppID, _ launch: Launch, _ identifier: String, cancelling: Bool,
        in around: inout Surroundings
    ) {
        let key = SessionKey(owner: .app(app), identifier: identifier)
        guard self[key]?.openIn == launch else { return }
        changeSession(key) { $0?.isClosing = true }
        if cancelling {
            for machine in tasks(of: key) {
                end(
                    machine.transfer.id,
                    .cancelled(.cancelled, received: machine.received, resumable: false),
                    in: &around)
            }
        }
        touch(of: app, in: &around)
    }

    mutating func removeSession(_ key: SessionKey, in around: inout Surroundings) {
        guard case .app(let app) = key.owner, self[key] != nil else { return }
        changeSession(key) { $0 = nil }
        around.out.record(.delete(key: Fact.key(session: key.identifier, of: app)))
    }

    /// The app's callbacks for a verdict have returned: nothing is left of the transfer, but for
    /// bytes that another task may go on from.
    mutating func handled(_ id: TransferID, in around: inout Surroundings) {
        guard let machine = self[id], case .app(let app) = machine.transfer.owner else {
            return
        }
        if machine.staleVerdicts > 0 {
            change(id) { $0.staleVerdicts -= 1 }
            return
        }
        guard let outcome = machine.outcome,
            self[machine.transfer.sessionKey]?.delivering.contains(id) == true
        else { return }
        takeBack(id, in: &around)
        touch(of: app, in: &around)
        note(.transferHandled, .x5, machine, in: &around)
        guard case .cancelled(_, _, resumable: true) = outcome, machine.hasBytes else {
            return forget(id, in: &around)
        }
        keep(id, of: app, in: &around)
    }

    private mutating func keep(
        _ id: TransferID, of app: AppID, in around: inout Surroundings
    ) {
        let after = change(id) {
            $0.transfer.stage = .kept
            $0.since = around.now.wall
            $0.deadline = around.now.instant + Limits.keptFor
        }
        if let after { record(after, in: &around) }
        kept.append(id)
        let mine = kept.filter { self[$0]?.transfer.app == app }
        if mine.count > Limits.keptTransfersPerApp, let oldest = mine.first {
            forget(oldest, in: &around)
        }
    }

    /// Its app hears no more of a verdict.
    mutating func takeBack(_ id: TransferID, in around: inout Surroundings) {
        guard let transfer = self[id]?.transfer, let app = transfer.app else { return }
        changeSession(transfer.sessionKey) { $0?.delivering.removeAll { $0 == id } }
        around.update(app) { machine, _, _ in
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
