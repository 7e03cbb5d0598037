import QuiesceCore

// The state that transfers must have reached after a day without faults.
extension SimulatedDevice {
    /// Transfers that began shortly before the day was over, as a server may want a day's peace,
    /// get the time that the slowest takes, and so does an app that was woken for one, with the
    /// tasks that it has left open; a transfer still at work then will be for ever. The daemon may
    /// be about to hear of those that have ended.
    func finishTransfers() {
        let isAtIt = audit.apps.contains { $0.state == .background }
        let runs = machine.transferViews.contains {
            if case .queued = $0.transfer.stage { $0.wait == nil } else { false }
        }
        guard !isStill,
            isAtIt || runs || !transfers.agent.attempts.isEmpty || !watch.openWakes.isEmpty
        else { return }
        advance(by: max(.seconds(600), profile.backgroundAllowance + .seconds(60)))
    }

    func checkTransfersSettled() {
        guard transfers.watch != nil else { return }
        let views = machine.transferViews
        for view in views where !isStill { check(view) }
        checkNothingIsLeft(Set(views.map(\.transfer.id)))
    }

    private func check(_ view: TransferView) {
        let transfer = view.transfer
        func fail(_ problem: String) {
            self.fail(.settles, "transfer \(transfer.id) \(problem)", transfer.owner.app)
        }
        switch transfer.stage {
        case .suspended, .kept: return
        case .placing: return fail("is still being placed")
        case .queued:
            if let until = view.until, until + Limits.retrySlackMost > now.instant { return }
            guard let wait = view.wait else {
                if isSlow(transfer.id) { return }
                return fail(
                    transfers.agent.attempts[transfer.id] == nil
                        ? "runs, and nobody is at work on it" : "still runs")
            }
            if wait == .answer, !isAnswered(transfer) { return }
            if isHeldUp(transfer, wait) { return }
            fail("still waits (\(wait.rawValue))")
        case .ended(.cancelled(.forceQuit, _, _)): return  // Told when the user opens it (X7).
        case .ended:
            guard transfer.owner.app != nil else { return }
            if view.wait == nil { fail("has ended, and nothing says why nobody takes it") }
            // Its app has had its launch for it (X6); the user's next is another.
            if transfers.watch?.isMissed(transfer.id) == true { return }
            // It is woken when all of the session is done (X6); whether the others may wait is
            // judged by themselves.
            if isUnderWay(transfer.owner, transfer.session) { return }
            if isHeard(transfer) { fail("has ended, and its app wasn't told") }
        }
    }

    private func isUnderWay(_ owner: TransferOwner, _ session: String) -> Bool {
        machine.transferViews.contains { other in
            guard other.transfer.owner == owner, other.transfer.session == session else {
                return false
            }
            return switch other.transfer.stage {
            case .queued, .placing: true
            case .suspended, .kept, .ended: false
            }
        }
    }

    /// It began while the line or the server was slow, and still comes at that pace.
    private func isSlow(_ id: TransferID) -> Bool {
        transfers.agent.attempts[id]?.flow.map { $0.arrived(by: now.awake) < $0.sends } ?? false
    }

    /// As many as may run do, and one of them is slow, or waits for an answer that won't come.
    private func isHeldUp(_ transfer: Transfer, _ wait: TransferWait) -> Bool {
        guard [.hostLimit, .sessionLimit, .deviceLimit].contains(wait) else { return false }
        return machine.transferViews.contains { other in
            let isInItsWay =
                switch wait {
                case .hostLimit: other.transfer.origin == transfer.origin
                case .sessionLimit:
                    other.transfer.owner == transfer.owner
                        && other.transfer.session == transfer.session
                case _: true
                }
            let isAsking = other.wait == .answer && !isAnswered(other.transfer)
            return isInItsWay && (isAsking || isSlow(other.transfer.id))
        }
    }

    /// Whether its app is still to answer what it asks, and can: it has one launch for it (X6), the
    /// user's next is another.
    private func isAnswered(_ transfer: Transfer) -> Bool {
        isHeard(transfer) && transfers.watch?.isAskedInVain(transfer.id) != true
    }

    /// Whether its app can be woken for it, and does what it should.
    private func isHeard(_ transfer: Transfer) -> Bool {
        guard let app = transfer.owner.app, let index = index(app),
            scripts[index].behaviour.obeys, !apps[index].exitsOnSuspend,
            processes[index]?.app.isObedient ?? true,
            apps[index].builtForMajorVersion == nil, profile.multitaskingSupported,
            transfer.session != ScriptedApp.session(2), machine.conditions.backgroundRefresh
        else { return false }
        // One that it has closed it doesn't make again, though the daemon may have forgotten what
        // it said.
        let launch = (processes[index]?.app as? ScriptedApp)?.transfers
        let sessions = scripts[index].transfers.sessions.union(launch?.closed ?? [])
        guard sessions.map(ScriptedApp.session).contains(transfer.session) else { return false }
        return !machine.facts.contains { fact in
            switch fact {
            case .app(let fact): fact.manifest.id == app && fact.forceQuit
            case .permissions(let fact):
                fact.app == app && fact.permissions[.backgroundRefresh] != .authorized
            case _: false
            }
        }
    }

    /// Files of transfers that nobody knows of any more.
    private func checkNothingIsLeft(_ known: Set<TransferID>) {
        // The next agent begins with an empty folder.
        for id in transfers.agent.files.keys.sorted()
        where transfers.agent.stage != nil && !known.contains(id) {
            fail(.settles, "the agent still has bytes of transfer \(id), which is no more")
        }
        for (id, file) in transfers.placed.sorted(by: { $0.key < $1.key }) {
            // As long as the store knows it, its file waits.
            guard case .container(let app) = file.place, !known.contains(id),
                !store.durable.knows(id)
            else { continue }
            fail(.settles, "the file of transfer \(id) is left in its container", app)
        }
    }
}
