// What the agent says, and what it is to do.
extension SystemMachine {
    // MARK: Its life

    mutating func agentStarted(_ out: inout Recorder) {
        transfers.agent.life = .ready
        transfers.agent.retryAt = nil
        for id in transfers.unforgotten { out.transfer(.forget(id)) }
        transfers.unforgotten = []
        transfers.isDirty = true
    }

    mutating func agentEnded(_ now: Moment, _ out: inout Recorder) {
        let deaths = max(0, transfers.agent.deaths) &+ 1
        transfers.agent = TransferAgent(life: .none, deaths: deaths)
        let delay = RetryPolicy.agentDelay(after: deaths)
        if delay > .zero {
            transfers.agent.retryAt = now.instant + transfers.jitter.spread(delay, at: now)
            transfers.setAlarm(.agent)
        }
        noteTransfer(
            .transfer, .agentEnded, .x2, app: nil,
            detail: .agent(deaths: deaths, retryAt: transfers.agent.retryAt), &out)
        for id in transfers.ids { loseAttempt(id, now, &out) }
        transfers.isDirty = true
    }

    /// Its attempt ended with the agent. One that ends the agent again and again keeps it from the others
    /// ever less often.
    private mutating func loseAttempt(
        _ id: TransferID, _ now: Moment, _ out: inout Recorder
    ) {
        guard let machine = transfers[id], machine.hasConnection else { return }
        dropQuestion(id, now, &out)
        let failures = max(0, machine.failures) &+ 1
        let delay = transfers.jitter.spread(RetryPolicy.delay(after: failures &- 1), at: now)
        transfers.change(id) {
            $0.run = .idle
            $0.since = now.wall
            $0.failures = failures
            if delay > .zero, $0.transfer.stage == .queued {
                $0.retry = .init(
                    wait: .retry, RetryPolicy.window(after: delay, at: now),
                    after: TransferFailure(.agentEnded))
            }
        }
    }

    // MARK: What runs

    /// Starts what may run now, and the agent if there is need of it.
    mutating func startTransfers(_ now: Moment, _ out: inout Recorder) {
        guard !transfers.isHeld, shuttingDown == nil else { return }
        switch transfers.agent.life {
        case .none:
            guard transfers.agent.retryAt == nil,
                !transfers.unforgotten.isEmpty || transfers.index.queue.next() != nil
            else { return }
            transfers.agent.life = .starting
            out.transfer(.startAgent)
        case .starting:
            return
        case .ready:
            while transfers.index.running < Limits.runningTransfers,
                let id = transfers.index.queue.next()
            {
                startAttempt(id, now, &out)
            }
        }
    }

    private mutating func startAttempt(_ id: TransferID, _ now: Moment, _ out: inout Recorder) {
        let machine = transfers.change(id) {
            $0.attempt &+= 1
            $0.run = .running
            $0.hasBytes = true
            $0.since = now.wall
        }
        guard let machine else { return }
        noteTransfer(
            .transferStarted, .x2, machine, detail: .transferAttempt(id, machine.attempt), &out)
        out.transfer(.start(id, attempt: machine.attempt, machine.transfer.request))
    }

    // MARK: What comes of it

    /// Whether it is `attempt` that is under way.
    private func current(_ id: TransferID, _ attempt: UInt64) -> TransferMachine? {
        guard let machine = transfers[id], machine.attempt == attempt, machine.hasConnection else {
            return nil
        }
        return machine
    }

    mutating func responded(
        _ id: TransferID, _ attempt: UInt64, _ outcome: ReplyOutcome, _ out: inout Recorder
    ) {
        guard let machine = current(id, attempt) else { return }
        transfers.forgive(machine.transfer.origin)
        switch outcome {
        case .began, .complete: break
        case .resumed(let offset): transfers.change(id) { $0.received = offset }
        case .restarted(let reason, let discarded):
            transfers.change(id) {
                $0.received = 0
                $0.restarted = reason
            }
            noteTransfer(
                .transferRestarted, .x3, machine,
                detail: .transferRestarted(id, reason, discarded: discarded), &out)
        }
    }

    mutating func finished(
        _ id: TransferID, _ attempt: UInt64, _ file: TransferredFile, _ response: PayloadHandle,
        _ now: Moment, _ out: inout Recorder
    ) {
        guard let machine = current(id, attempt) else { return out.dropPayload(response) }
        transfers.forgive(machine.transfer.origin)
        transfers.agent.deaths = 0
        dropQuestion(id, now, &out)
        guard machine.outcome == nil, machine.transfer.stage != .kept else {
            // Cancelled a moment ago: what is there is kept for another task.
            transfers.change(id) { $0.run = .idle }
            return out.dropPayload(response)
        }
        if isNoFile(file, for: machine.transfer) {
            transfers.change(id) {
                $0.run = .idle
                $0.received = file.size
            }
            let failure = TransferFailure(.badStatus, code: file.status)
            return endTransfer(
                id, .failed(failure, received: file.size, response: response), now, &out)
        }
        let after = transfers.change(id) {
            $0.run = .idle
            $0.received = file.size
            $0.transfer.stage = .placing(file, response: response)
            $0.retry = nil
            $0.deadline = nil
            $0.since = now.wall
        }
        guard let after else { return }
        recordTransfer(after, &out)
        out.transfer(.place(id, after.transfer.owner, after.transfer.request))
    }

    /// An app is given whatever the server answered (X5). Who names the file that is wanted doesn't want the
    /// server's page about an error under its name.
    private func isNoFile(_ file: TransferredFile, for transfer: Transfer) -> Bool {
        switch transfer.owner {
        case .app: false
        case .user: file.status >= 400
        }
    }

    mutating func stopped(_ id: TransferID, _ attempt: UInt64, _ received: UInt64) {
        guard current(id, attempt) != nil else { return }
        transfers.agent.deaths = 0
        transfers.change(id) {
            $0.run = .idle
            $0.received = received
        }
    }

    mutating func interrupted(
        _ id: TransferID, _ attempt: UInt64, _ failure: TransferFailure, _ received: UInt64,
        _ retryAfter: Interval?, _ response: PayloadHandle?, _ now: Moment, _ out: inout Recorder
    ) {
        guard let machine = current(id, attempt) else {
            if let response { out.dropPayload(response) }
            return
        }
        transfers.agent.deaths = 0
        dropQuestion(id, now, &out)
        let failures = received > machine.received ? 1 : max(0, machine.failures) &+ 1
        let after = transfers.change(id) {
            $0.run = .idle
            $0.received = received
            $0.failures = failures
            $0.since = now.wall
        }
        guard let after else { return }
        let isFinal =
            failure.kind.remedy == .none
            || (failure.kind == .serverBusy && failures >= Limits.busyAttempts)
        switch after.transfer.stage {
        case .queued where isFinal, .suspended where isFinal:
            return endTransfer(
                id, .failed(failure, received: received, response: response), now, &out)
        case .queued: tryAgain(after, failure, retryAfter, now, &out)
        case .suspended, .placing, .ended, .kept: break
        }
        if let response { out.dropPayload(response) }
    }

    // MARK: Placing

    mutating func placed(
        _ id: TransferID, _ failure: TransferFailure?, copy: Int?, _ now: Moment,
        _ out: inout Recorder
    ) {
        guard let machine = transfers[id],
            case .placing(var file, let response) = machine.transfer.stage
        else { return }
        switch failure {
        case nil:
            file.copy = copy
            endTransfer(id, .finished(file, response: response), now, &out)
        case let failure? where failure.kind == .noSpace:
            let window = RetryPolicy.window(after: Limits.spaceRetry, at: now)
            transfers.change(id) { $0.retry = .init(wait: .space, window, after: failure) }
            noteTransfer(
                .transferHeld, .x2, machine,
                detail: .transferHeld(id, .space, until: window.earliest), &out)
        case let failure?:
            endTransfer(id, .failed(failure, received: file.size, response: nil), now, &out)
        }
    }
}
