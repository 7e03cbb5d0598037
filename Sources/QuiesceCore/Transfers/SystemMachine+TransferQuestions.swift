// Questions that a transfer waits for: where a redirect leads, credentials (X5, X6).
extension SystemMachine {
    mutating func asked(
        _ id: TransferID, _ attempt: UInt64, _ question: UInt64, _ kind: TransferQuestion,
        _ now: Moment, _ out: inout Recorder
    ) {
        guard let machine = transfers[id], machine.attempt == attempt else { return }
        switch machine.run {
        case .idle, .stopping: return
        case .running, .asking: break
        }
        dropQuestion(id, now, &out)
        let after = transfers.change(id) {
            $0.run = .asking(question, kind)
            $0.since = now.wall
        }
        if let after { noteTransfer(.transferAsks, .x5, after, &out) }
        guard machine.transfer.app != nil else { return answerAsUsual(id, &out) }
        tellNews(of: machine.transfer, isNew: true)
    }

    mutating func answered(_ id: TransferID, _ question: UInt64, _ out: inout Recorder) {
        // The attempt that asked may have ended: the next asks again.
        guard let machine = transfers[id], case .asking(question, _) = machine.run else { return }
        transfers.change(id) { $0.run = .running }
        transfers.changeSession(machine.transfer.sessionKey) { $0?.asked.removeAll { $0 == id } }
        if let app = machine.transfer.app { transfers.touch(app) }
        out.transfer(.answer(id, attempt: machine.attempt, question: question, usual: false))
    }

    private mutating func answerAsUsual(_ id: TransferID, _ out: inout Recorder) {
        guard let machine = transfers[id], case .asking(let question, _) = machine.run else {
            return
        }
        transfers.change(id) { $0.run = .running }
        noteTransfer(.transferAnsweredAsUsual, .x5, machine, &out)
        out.transfer(.answer(id, attempt: machine.attempt, question: question, usual: true))
    }

    /// Where its app can neither be asked nor woken for it, what is usual is the answer.
    mutating func answerForNobody(
        _ key: SessionKey, _ slot: Int, _ now: Moment, _ out: inout Recorder
    ) {
        guard let asking = transfers.index.tasks[key]?.asking, !asking.isEmpty,
            let session = transfers[key], session.openIn == nil
        else { return }
        if session.fact.settings.sendsLaunchEvents {
            let cause = WakeCause.transfer(session: key.identifier)
            let obstacles = apps[slot].obstacles(to: cause, contentAvailable: true, context(now))
            let barring: [Reason] = [
                .forceQuitByUser, .optedOut, .builtForOldSystem, .multitaskingUnavailable,
                .backgroundRefreshOff,
            ]
            guard !apps[slot].isAlive, obstacles.contains(where: { barring.contains($0.reason) })
            else { return }
        } else if apps[slot].isAlive {
            return
        }
        for id in asking { answerAsUsual(id, &out) }
    }

    /// Hands over questions that the app hasn't been asked.
    mutating func ask(_ key: SessionKey, _ slot: Int, _ now: Moment, _ out: inout Recorder) {
        for id in transfers.index.tasks[key]?.asking ?? [] {
            guard let machine = transfers[id], case .asking(let question, _) = machine.run,
                let session = transfers[key], !session.asked.contains(id),
                session.asked.count < Limits.verdictsOutstanding
            else { continue }
            transfers.changeSession(key) { $0?.asked.append(id) }
            update(slot, now, &out) {
                $0.deliver(
                    .transfer(
                        .ask(
                            id, session: key.identifier, task: machine.transfer.task,
                            question: question)),
                    $1, &$2)
            }
        }
    }

    /// Nobody waits for its answer any more.
    mutating func dropQuestion(_ id: TransferID, _ now: Moment, _ out: inout Recorder) {
        guard let machine = transfers[id], case .asking(let question, _) = machine.run else {
            return
        }
        let transfer = machine.transfer
        guard let app = transfer.app, let slot = slot(app) else { return }
        transfers.changeSession(transfer.sessionKey) { $0?.asked.removeAll { $0 == id } }
        // It may have been woken for that alone, and is to hear that there is no more.
        transfers.touch(app)
        update(slot, now, &out) { machine, _, _ in
            machine.calls.drop(
                .transfer(
                    .ask(
                        id, session: transfer.session, task: transfer.task, question: question)))
        }
    }
}
