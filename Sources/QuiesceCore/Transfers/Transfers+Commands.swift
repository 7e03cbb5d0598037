// Commands to transfers: of their apps, and of the user.
extension Transfers {
    mutating func control(
        _ id: TransferID, _ command: TransferCommand, _ ticket: Ticket,
        in around: inout Surroundings
    ) {
        around.input(.transfer)
        guard let machine = self[id], machine.outcome == nil, machine.transfer.stage != .kept
        else { return around.refuse(Refusal(.unknownTransfer, rule: .x1), nil, ticket) }
        releaseAll(in: &around)
        guard carryOut(command, on: id, in: &around) else {
            return around.refuse(Refusal(.transferUnchanged, rule: .x1), nil, ticket)
        }
        around.answer(ticket, durable: true)
    }

    /// - Returns: whether anything changed by it.
    mutating func carryOut(
        _ command: TransferCommand, on id: TransferID, in around: inout Surroundings
    ) -> Bool {
        guard let machine = self[id], !machine.isEnded else { return false }
        switch command {
        case .resume: return resume(machine, in: &around)
        case .suspend: return suspend(machine, in: &around)
        case .cancel(let keepingBytes):
            let keeps =
                keepingBytes && machine.hasBytes && machine.transfer.resumed != nil
                && machine.transfer.kind == .download
            end(
                id, .cancelled(.cancelled, received: machine.received, resumable: keeps),
                in: &around)
            return true
        case .setPriority(let priority):
            change(id) { $0.transfer.priority = min(max(priority, 0), 100) }
        case .setEarliestBegin(let time):
            let time = time.map { $0.clamped(at: around.now) }
            change(id) {
                $0.transfer.earliestBegin = time
                $0.await(time, at: around.now)
            }
        case .setDescription(let description):
            change(id) { $0.transfer.description = description.map(Self.clipped) }
        case .hurry(let insists, let timeout):
            return hurry(machine, insists: insists, timeout: timeout, in: &around)
        }
        if let machine = self[id] { record(machine, in: &around) }
        return true
    }

    private mutating func resume(
        _ machine: TransferMachine, in around: inout Surroundings
    ) -> Bool {
        guard machine.transfer.stage == .suspended else { return false }
        let transfer = machine.transfer
        let isFirst = transfer.resumed == nil
        let settings = settings(of: transfer)
        let begun = isFirst ? beginning(transfer, around) : (isSeen: true, limit: Interval.zero)
        let order = isFirst ? nextOrder() : transfer.order
        let after = change(transfer.id) {
            $0.transfer.stage = .queued
            $0.since = around.now.wall
            $0.await(transfer.earliestBegin, at: around.now)
            guard isFirst else { return }
            $0.transfer.order = order
            $0.transfer.resumed = around.now.wall
            $0.deadline = around.now.instant + settings.timeout
            $0.transfer.isDiscretionary = settings.isDiscretionary || !begun.isSeen
            if begun.limit > .zero { $0.limitedUntil = around.now.instant + begun.limit }
        }
        guard let after else { return false }
        record(after, in: &around)
        note(.transferQueued, .x1, after, in: &around)
        if let until = after.limitedUntil {
            if case .app(let app) = transfer.owner { delayRelaunches(of: app, until: until) }
            note(
                .transferHeld, .x6, after,
                detail: .transfer(.held(transfer.id, .relaunchLimit, until: until)), in: &around)
        }
        return true
    }

    /// Whether it begins in the user's sight (X4), and how long the relaunch limiter holds it.
    private func beginning(_ transfer: Transfer, _ around: borrowing Surroundings) -> (
        isSeen: Bool, limit: Interval
    ) {
        guard case .app(let app) = transfer.owner, around.isInstalled(app), !around.isInFront(app)
        else { return (true, .zero) }
        let relaunches = relaunches(of: app, around)
        return (false, RetryPolicy.relaunchDelay(after: relaunches, around.profile))
    }

    private mutating func suspend(
        _ machine: TransferMachine, in around: inout Surroundings
    ) -> Bool {
        guard machine.transfer.stage == .queued else { return false }
        let id = machine.transfer.id
        if let after = change(id, { $0.transfer.stage = .suspended }) {
            record(after, in: &around)
            note(.transferPaused, .x1, after, in: &around)
        }
        stopAttempt(id, in: &around)
        change(id) { $0.since = around.now.wall }
        tellNews(of: machine.transfer, in: &around)
        return true
    }
}
