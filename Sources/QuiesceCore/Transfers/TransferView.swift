/// A transfer, and what it waits for: what the shell and tools see.
public struct TransferView: Sendable, Hashable {
    public var transfer: Transfer
    /// The reason for which it waits; nil: it runs.
    public var wait: TransferWait?
    /// When `wait` may be over by itself, a retry up to a tenth later (`Limits.retrySlackPart`);
    /// nil: nobody knows.
    public var until: Instant?
    /// The failure after which it waits: of its own last attempt, or of another transfer at its
    /// host.
    public var failure: TransferFailure?
    /// Its server asked for it (Retry-After).
    public var isAsked: Bool
    /// Attempts so far, that under way included.
    public var attempts: UInt64
    /// The attempt that is under way.
    public var runningAttempt: UInt64?
    /// Bytes that there are, as far as attempts have said at their ends and beginnings.
    public var received: UInt64
    /// Failures in a row.
    public var failures: Int
    /// Why it had to begin anew, the last time.
    public var restarted: RestartReason?
    /// The question that waits for an answer.
    public var question: UInt64?
    public var since: WallTime
    /// When it fails, whatever it has.
    public var deadline: Instant?
}

extension SystemMachine {
    /// In the order of their numbers.
    public var transferViews: [TransferView] { transfers.views }

    /// nil: there is no such transfer any more.
    public func transferView(_ id: TransferID) -> TransferView? { transfers.view(id) }

    /// The transfer that `Event.transfer(.get(…))` made, if that was the last event.
    public var newestTransfer: TransferID { TransferID(transfers.last) }

    /// Downloads of the user's own from a server that haven't ended, in the order of their numbers.
    public func userTransfers(from origin: String) -> [Transfer] {
        transfers.tasks(of: SessionKey(owner: .user, identifier: ""))
            .map(\.transfer).filter { $0.origin == origin && transfers[$0.id]?.isEnded == false }
            .sorted { $0.id < $1.id }
    }

    /// The agent is at work for it.
    public func isTransferring(for app: AppID) -> Bool {
        transfers.machines.values.contains { $0.transfer.app == app && $0.isRunning }
    }

    /// The tasks of a session, in the order of their numbers.
    public func tasks(ofSession identifier: String, of app: AppID) -> [Transfer] {
        transfers.tasks(of: SessionKey(owner: .app(app), identifier: identifier)).map(\.transfer)
    }

    /// nil: it has none of that name.
    public func session(_ identifier: String, of app: AppID) -> TransferSession? {
        transfers[SessionKey(owner: .app(app), identifier: identifier)]?.fact
    }
}

extension Transfers {
    var views: [TransferView] { ids.compactMap(view) }

    func view(_ id: TransferID) -> TransferView? {
        guard let machine = self[id] else { return nil }
        let (wait, until) = wait(machine)
        let host = hosts[machine.transfer.origin]
        let failure: TransferFailure? =
            switch wait {
            case .host?: host?.failure
            case let wait? where wait == machine.hold?.wait: machine.hold?.failure
            case .some, nil: nil
            }
        var question: UInt64?
        if case .asking(let number, _) = machine.run { question = number }
        return TransferView(
            transfer: machine.transfer, wait: wait, until: until, failure: failure,
            isAsked: host?.isLeftAsAsked == true, attempts: machine.attempt,
            runningAttempt: machine.isRunning || question != nil ? machine.attempt : nil,
            received: machine.received, failures: machine.failures, restarted: machine.restarted,
            question: question, since: machine.since, deadline: machine.deadline)
    }

    private func wait(_ machine: TransferMachine) -> (TransferWait?, Instant?) {
        switch machine.transfer.stage {
        case .suspended: return (.suspended, nil)
        case .placing: return machine.retry.map { ($0.wait, $0.until) } ?? (.placing, nil)
        case .ended: return (machine.transfer.app == nil ? nil : .delivery, nil)
        case .kept: return (.suspended, machine.deadline)
        case .queued: break
        }
        switch machine.run {
        case .running: return (nil, nil)
        case .asking: return (.answer, nil)
        case .idle, .stopping: break
        }
        if let hold = machine.hold { return (hold.wait, hold.until) }
        let queue = index.queue
        switch queue.obstacle(machine.transfer.id) {
        case .host: return (.host, hosts[machine.transfer.origin]?.until)
        case .deviceLimit where agent.life != .ready:
            return (.agent, agent.retryAt)
        case let wait?: return (wait, nil)
        // The agent hasn't said yet that the attempt before has stopped.
        case nil:
            let wait = queue.conditions.wait(
                machine.transfer.needs(settings(of: machine.transfer)),
                isLocal: TransferConditions.isLocal(machine.transfer.origin))
            return (wait ?? .agent, nil)
        }
    }
}
