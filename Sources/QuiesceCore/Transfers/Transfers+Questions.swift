// Questions that a transfer waits for: where a redirect leads, credentials (X5, X6).
extension Transfers {
    mutating func asked(
        _ id: TransferID, _ attempt: UInt64, _ question: UInt64, _ kind: TransferQuestion,
        in around: inout Surroundings
    ) {
        guard let machine = self[id], machine.attempt == attempt else { return }
        switch machine.run {
        case .idle, .stopping: return
        case .running, .asking: break
        }
        dropQuestion(id, in: &around)
        let after = change(id) {
            $0.run = .asking(question, kind)
            $0.since = around.now.wall
        }
        if let after { note(.transferAsks, .x5, after, in: &around) }
        guard machine.transfer.app != nil else { return answerAsUsual(id, in: &around) }
        tellNews(of: machine.transfer, isNew: true, in: &around)
    }

    mutating func answered(_ id: TransferID, _ question: UInt64, in around: inout Surroundings) {
        // The attempt that asked may have ended: the next asks again.
        guard let machine = self[id], case .asking(question, _) = machine.run else { return }
        change(id) { $0.run = .running }
        changeSession(machine.transfer.sessionKey) { $0?.asked.removeAll { $0 == id } }
        if let app = machine.transfer.app { touch(of: app, in: &around) }
        around.out.transfer(.answer(id, attempt: machine.attempt, question: question, usual: false))
    }

    private mutating func answerAsUsual(_ id: TransferID, in around: inout Surroundings) {
        guard let machine = self[id], case .asking(let question, _) = machine.run else {
            return
        }
        change(id) { $0.run = .running }
        note(.transferAnsweredAsUsual, .x5, machine, in: &around)
        around.out.transfer(.answer(id, attempt: machine.attempt, question: question, usual: true))
    }

    /// Where its app can neither be asked nor woken for it, what is usual is the answer.
    mutating func answerForNobody(
        _ key: SessionKey, _ app: AppID, in around: inout Surroundings
    ) {
        guard let asking = index.tasks[key]?.asking, !asking.isEmpty,
            let session = self[key], session.openIn == nil
        else { return }
        if session.fact.settings.sendsLaunchEvents {
            let cause = WakeCause.transfer(session: key.identifier)
            let obstacles = around.obstacles(to: cause, of: app, at: around.now)
            let barring: [Reason] = [
                .forceQuitByUser, .optedOut, .builtForOldSystem, .multitaskingUnavailable,
                .backgroundRefreshOff,
            ]
            guard !around.isAlive(app),
                obstacles.contains(where: { barring.contains($0.reason) })
            else { return }
        } else if around.isAlive(app) {
            return
        }
        for id in asking { answerAsUsual(id, in: &around) }
    }

    /// Hands over questions that the app hasn't been asked.
    mutating func ask(_ key: SessionKey, _ app: AppID, in around: inout Surroundings) {
        for id in index.tasks[key]?.asking ?? [] {
            guard let machine = self[id], case .asking(let question, _) = machine.run,
                let session = self[key], !session.asked.contains(id),
                session.asked.count < Limits.verdictsOutstanding
            else { continue }
            changeSession(key) { $0?.asked.append(id) }
            around.deliver(
                .transfer(
                    .ask(
                        id, session: key.identifier, task: machine.transfer.task,
                        question: question)), to: app)
        }
    }

    /// Nobody waits for its answer any more.
    mutating func dropQuestion(_ id: TransferID, in around: inout Surroundings) {
        guard let machine = self[id], case .asking(let question, _) = machine.run else {
            return
        }
        let transfer = machine.transfer
        guard let app = transfer.app, around.isInstalled(app) else { return }
        changeSession(transfer.sessionKey) { $0?.asked.removeAll { $0 == id } }
        // It may have been woken for that alone, and is to hear that there is no more.
        touch(of: app, in: &around)
        around.update(app) { machine, _, _ in
            machine.calls.drop(
                .transfer(
                    .ask(
                        id, session: transfer.session, task: transfer.task, question: question)))
        }
    }
}
