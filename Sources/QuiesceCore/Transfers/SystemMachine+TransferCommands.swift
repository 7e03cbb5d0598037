// Commands to transfers: of their apps, and of the user.
extension SystemMachine {
    mutating func control(
        _ id: TransferID, _ command: TransferCommand, _ ticket: Ticket, _ now: Moment,
        _ out: inout Recorder
    ) {
        input(.transfer, &out)
        guard let machine = transfers[id], machine.outcome == nil, machine.transfer.stage != .kept
        else { return refuse(Refusal(.unknownTransfer, rule: .x1), nil, ticket, &out) }
        transfers.release()
        guard carryOut(command, on: id, now, &out) else {
            return refuse(Refusal(.transferUnchanged, rule: .x1), nil, ticket, &out)
        }
        answer(ticket, durable: true, &out)
    }

    /// - Returns: whether anything changed by it.
    mutating func carryOut(
        _ command: TransferCommand, on id: TransferID, _ now: Moment, _ out: inout Recorder
    ) -> Bool {
        guard let machine = transfers[id], !machine.isEnded else { return false }
        switch command {
        case .resume: return resume(machine, now, &out)
        case .suspend: return suspend(machine, now, &out)
        case .cancel(let keepingBytes):
            let keeps =
                keepingBytes && machine.hasBytes && machine.transfer.resumed != nil
                && machine.transfer.kind == .download
            endTransfer(
                id, .cancelled(.cancelled, received: machine.received, resumable: keeps), now, &out)
            return true
        case .setPriority(let priority):
            transfers.change(id) { $0.transfer.priority = min(max(priority, 0), 100) }
        case .setEarliestBegin(let time):
            let time = time.map { $0.clamped(at: now) }
            transfers.change(id) {
                $0.transfer.earliestBegin = time
                $0.await(time, at: now)
            }
        case .setDescription(let description):
            transfers.change(id) { $0.transfer.description = description.map(Self.clipped) }
        case .hurry(let insists, let timeout):
            return hurry(machine, insists: insists, timeout: timeout, now, &out)
        }
        if let machine = transfers[id] { recordTransfer(machine, &out) }
        return true
    }

    private mutating func resume(
        _ machine: TransferMachine, _ now: Moment, _ out: inout Recorder
    ) -> Bool {
        guard machine.transfer.stage == .suspended else { return false }
        let transfer = machine.transfer
        let isFirst = transfer.resumed == nil
        let settings = transfers.settings(of: transfer)
        let begun = isFirst ? beginning(transfer) : (isSeen: true, limit: Interval.zero)
        let order = isFirst ? transfers.nextOrder() : transfer.order
        let after = transfers.change(transfer.id) {
            $0.transfer.stage = .queued
            $0.since = now.wall
            $0.await(transfer.earliestBegin, at: now)
            guard isFirst else { return }
            $0.transfer.order = order
            $0.transfer.resumed = now.wall
            $0.deadline = now.instant + settings.resourceTimeout
            $0.transfer.isDiscretionary = settings.isDiscretionary || !begun.isSeen
            if begun.limit > .zero { $0.limitedUntil = now.instant + begun.limit }
        }
        guard let after else { return false }
        recordTransfer(after, &out)
        noteTransfer(.transferQueued, .x1, after, &out)
        if let until = after.limitedUntil {
            noteTransfer(
                .transferHeld, .x6, after,
                detail: .transferHeld(transfer.id, .relaunchLimit, until: until), &out)
        }
        return true
    }

    /// Whether it begins in the user's sight (X4), and how long the relaunch limiter holds it.
    private func beginning(_ transfer: Transfer) -> (isSeen: Bool, limit: Interval) {
        guard case .app(let app) = transfer.owner, let slot = slot(app), !apps[slot].isInForeground
        else { return (true, .zero) }
        let relaunches = transfers.relaunches(of: app)
        return (false, RetryPolicy.relaunchDelay(after: relaunches, profile))
    }

    private mutating func suspend(
        _ machine: TransferMachine, _ now: Moment, _ out: inout Recorder
    ) -> Bool {
        guard machine.transfer.stage == .queued else { return false }
        let id = machine.transfer.id
        if let after = transfers.change(id, { $0.transfer.stage = .suspended }) {
            recordTransfer(after, &out)
            noteTransfer(.transferPaused, .x1, after, &out)
        }
        stopAttempt(id, &out)
        transfers.change(id) { $0.since = now.wall }
        tellNews(of: machine.transfer)
        return true
    }
}
