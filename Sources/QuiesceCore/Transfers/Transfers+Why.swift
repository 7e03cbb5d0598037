// The transfers that wait, as part of the answer to `why`.
extension Transfers {
    /// An owner's transfers that wait; the first are told one by one.
    func pending(
        of owner: TransferOwner, _ around: borrowing Surroundings
    ) -> [Pending] {
        let waiting = views.filter { $0.transfer.owner == owner && isPending($0) }
        let more = waiting.count - Limits.pendingNamed
        var found: [Pending] = []
        for view in waiting.prefix(Limits.pendingNamed) { found.append(pending(view, around)) }
        if more > 0 {
            found.append(
                Pending(
                    .transfer,
                    "\(counted(more, "transfer")) more \(more == 1 ? "is" : "are") under way or \(more == 1 ? "waits" : "wait"); see `quiesce transfers`",
                    nil))
        }
        return found
    }

    /// The agent, while there is something to do and none lives.
    var pendingAgent: [Pending] {
        guard agent.life != .ready, !index.queue.isEmpty else { return [] }
        if isHeld {
            return [
                Pending(
                    .transfer,
                    "Transfers wait, because the daemon has restarted too often to start anything by itself; open an app, or restart the daemon",
                    .x2)
            ]
        }
        guard let retryAt = agent.retryAt else { return [] }
        return [
            Pending(
                .transfer,
                "The transfer agent ended \(Detail.transfer(.agent(deaths: agent.deaths, retryAt: retryAt)).words) and is started again",
                .x2, earliest: .instant(retryAt))
        ]
    }

    private func isPending(_ view: TransferView) -> Bool {
        switch view.transfer.stage {
        case .suspended, .queued, .placing: true
        case .ended: view.transfer.app != nil
        // Another task may go on from it, or nobody.
        case .kept: false
        }
    }

    private func pending(_ view: TransferView, _ around: borrowing Surroundings) -> Pending {
        let transfer = view.transfer
        let name = "Transfer \(transfer.id) (\(transfer.origin))"
        guard let wait = view.wait else {
            return Pending(
                .transfer, "\(name) is under way, in attempt \(view.attempts)\(again(view))", .x2,
                latest: view.deadline.map { .instant($0) })
        }
        if wait == .delivery {
            return Pending(.transfer, "\(name) has ended, and \(delivery(transfer, around))", .x6)
        }
        return Pending(
            .transfer, "\(name) \(view.waitWords ?? wait.words)\(again(view))", wait.rule,
            earliest: view.until.map { .instant($0) }, latest: view.deadline.map { .instant($0) })
    }

    private func again(_ view: TransferView) -> String {
        view.restarted.map { "; it had to start over, because \($0.words)" } ?? ""
    }

    /// The reason for which a verdict isn't delivered to its app.
    private func delivery(_ transfer: Transfer, _ around: borrowing Surroundings) -> String {
        guard let app = transfer.app, around.isInstalled(app),
            let session = self[transfer.sessionKey]
        else { return "its app is gone" }
        if session.delivering.contains(transfer.id) {
            return "its app was told, and has not handled it yet"
        }
        if around.hears(app) {
            return session.openIn == nil
                ? "waits until its app creates the session \"\(transfer.session)\" again"
                : "waits until its app has handled the transfers before it"
        }
        let cause = WakeCause.transfer(session: transfer.session)
        if around.wakes(of: app).contains(where: { $0.cause == cause }) {
            return "its app is being woken for it"
        }
        let obstacles = around.obstacles(to: cause, of: app, at: .zero)
        if let first = obstacles.first {
            return "its app is not woken: \(first.explained(at: .zero))"
        }
        guard session.fact.settings.sendsLaunchEvents else {
            return
                "its session does not set sessionSendsLaunchEvents, so its app isn't launched; open the app"
        }
        let underWay = index.tasks[transfer.sessionKey]?.underWay ?? 0
        if underWay > 0 {
            return
                "its app is woken once \(counted(underWay, "other task")) of its session \(underWay == 1 ? "has" : "have") ended, too"
        }
        return "its app was woken and did not handle it, so it is told when the user opens it"
    }
}
