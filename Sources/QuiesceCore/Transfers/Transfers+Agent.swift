// The agent's reports, and the orders to the agent.
extension Transfers {
    // MARK: Its life

    mutating func agentStarted(in around: inout Surroundings) {
        agent.life = .ready
        agent.retryAt = nil
        for id in unforgotten { around.out.transfer(.forget(id)) }
        unforgotten = []
        isDirty = true
    }

    mutating func agentEnded(in around: inout Surroundings) {
        let deaths = max(0, agent.deaths) &+ 1
        agent = TransferAgent(life: .none, deaths: deaths)
        let delay = RetryPolicy.agentDelay(after: deaths)
        if delay > .zero {
            agent.retryAt =
                around.now.instant + jitter.spread(delay, at: around.now)
            setAlarm(.agent)
        }
        note(
            .transfer, .agentEnded, .x2, app: nil,
            detail: .transfer(.agent(deaths: deaths, retryAt: agent.retryAt)), in: &around)
        for id in ids {
            loseAttempt(id, in: &around)
            // It may have ended before it heard that it was to forget one that is over.
            if let machine = self[id], machine.isEnded, machine.attempt > 0 {
                change(id) { $0.hasBytes = true }
            }
        }
        isDirty = true
    }

    /// Its attempt ended with the agent. One that ends the agent again and again keeps it from the
    /// others ever less often.
    private mutating func loseAttempt(
        _ id: TransferID, in around: inout Surroundings
    ) {
        guard let machine = self[id], machine.hasConnection else { return }
        dropQuestion(id, in: &around)
        let failures = max(0, machine.failures) &+ 1
        let delay = jitter.spread(RetryPolicy.delay(after: failures &- 1), at: around.now)
        change(id) {
            $0.run = .idle
            $0.since = around.now.wall
            $0.failures = failures
            if delay > .zero, $0.transfer.stage == .queued {
                $0.retry = .init(
                    wait: .retry, RetryPolicy.window(after: delay, at: around.now),
                    after: TransferFailure(.agentEnded))
            }
        }
    }

    // MARK: What runs

    /// Starts what may run now, and the agent if there is need of it.
    mutating func start(in around: inout Surroundings) {
        guard !isHeld, around.shuttingDown == nil else { return }
        switch agent.life {
        case .none:
            guard agent.retryAt == nil,
                !unforgotten.isEmpty || index.queue.next() != nil
            else { return }
            agent.life = .starting
            around.out.transfer(.startAgent)
        case .starting:
            return
        case .ready:
            while index.running < Limits.runningTransfers,
                let id = index.queue.next()
            {
                startAttempt(id, in: &around)
            }
        }
    }

    private mutating func startAttempt(_ id: TransferID, in around: inout Surroundings) {
        let machine = change(id) {
            $0.attempt &+= 1
            $0.run = .running
            $0.hasBytes = true
            $0.since = around.now.wall
        }
        guard let machine else { return }
        note(
            .transferStarted, .x2, machine, detail: .transfer(.attempt(id, machine.attempt)),
            in: &around)
        around.out.transfer(.start(id, attempt: machine.attempt, machine.transfer.request))
    }

    // MARK: What comes of it

    /// Whether it is `attempt` that is under way.
    private func current(_ id: TransferID, _ attempt: UInt64) -> TransferMachine? {
        guard let machine = self[id], machine.attempt == attempt, machine.hasConnection else {
            return nil
        }
        return machine
    }

    mutating func responded(
        _ id: TransferID, _ attempt: UInt64, _ outcome: ReplyOutcome, in around: inout Surroundings
    ) {
        guard let machine = current(id, attempt) else { return }
        forgive(machine.transfer.origin)
        switch outcome {
        case .began, .complete: break
        case .resumed(let offset): change(id) { $0.received = offset }
        case .restarted(let reason, let discarded):
            change(id) {
                $0.received = 0
                $0.restarted = reason
            }
            note(
                .transferRestarted, .x3, machine,
                detail: .transfer(.restarted(id, reason, discarded: discarded)), in: &around)
        }
    }

    mutating func finished(
        _ id: TransferID, _ attempt: UInt64, _ file: TransferredFile, _ response: PayloadHandle,
        in around: inout Surroundings
    ) {
        guard let machine = current(id, attempt) else { return around.out.dropPayload(response) }
        forgive(machine.transfer.origin)
        agent.deaths = 0
        dropQuestion(id, in: &around)
        guard machine.outcome == nil, machine.transfer.stage != .kept else {
            // Cancelled a moment ago: what is there is kept for another task.
            change(id) { $0.run = .idle }
            return around.out.dropPayload(response)
        }
        if isNoFile(file, for: machine.transfer) {
            change(id) {
                $0.run = .idle
                $0.received = file.size
            }
            let failure = TransferFailure(.badStatus, code: file.status)
            return end(
                id, .failed(failure, received: file.size, response: response), in: &around)
        }
        let after = change(id) {
            $0.run = .idle
            $0.received = file.size
            $0.transfer.stage = .placing(file, response: response)
            $0.retry = nil
            $0.deadline = nil
            $0.since = around.now.wall
        }
        guard let after else { return }
        record(after, in: &around)
        around.out.transfer(.place(id, after.transfer.owner, after.transfer.request))
    }

    /// An app is given whatever the server answered (X5). Who names the file that is wanted doesn't
    /// want the server's page about an error under its name.
    private func isNoFile(_ file: TransferredFile, for transfer: Transfer) -> Bool {
        switch transfer.owner {
        case .app: false
        case .user: file.status >= 400
        }
    }

    mutating func stopped(_ id: TransferID, _ attempt: UInt64, _ received: UInt64) {
        guard current(id, attempt) != nil else { return }
        agent.deaths = 0
        change(id) {
            $0.run = .idle
            $0.received = received
        }
    }

    mutating func interrupted(
        _ id: TransferID, _ attempt: UInt64, _ failure: TransferFailure, _ received: UInt64,
        _ retryAfter: Interval?, _ response: PayloadHandle?, in around: inout Surroundings
    ) {
        guard let machine = current(id, attempt) else {
            if let response { around.out.dropPayload(response) }
            return
        }
        agent.deaths = 0
        dropQuestion(id, in: &around)
        let failures = received > machine.received ? 1 : max(0, machine.failures) &+ 1
        let after = change(id) {
            $0.run = .idle
            $0.received = received
            $0.failures = failures
            $0.since = around.now.wall
        }
        guard let after else { return }
        let isFinal =
            failure.kind.remedy == .none
            || (failure.kind == .serverBusy && failures >= Limits.busyAttempts)
        switch after.transfer.stage {
        case .queued where isFinal, .suspended where isFinal:
            return end(
                id, .failed(failure, received: received, response: response), in: &around)
        case .queued: tryAgain(after, failure, retryAfter, in: &around)
        case .suspended, .placing, .ended, .kept: break
        }
        if let response { around.out.dropPayload(response) }
    }

    // MARK: Placing

    mutating func placed(
        _ id: TransferID, _ failure: TransferFailure?, copy: Int?, in around: inout Surroundings
    ) {
        guard let machine = self[id],
            case .placing(var file, let response) = machine.transfer.stage
        else { return }
        switch failure {
        case nil:
            file.copy = copy
            end(id, .finished(file, response: response), in: &around)
        case let failure? where failure.kind == .noSpace:
            let window = RetryPolicy.window(after: Limits.spaceRetry, at: around.now)
            change(id) { $0.retry = .init(wait: .space, window, after: failure) }
            note(
                .transferHeld, .x2, machine,
                detail: .transfer(.held(id, .space, until: window.earliest)), in: &around)
        case let failure?:
            end(id, .failed(failure, received: file.size, response: nil), in: &around)
        }
    }
}
