// When what failed is tried again (X2).
extension SystemMachine {
    mutating func tryAgain(
        _ machine: TransferMachine, _ failure: TransferFailure, _ retryAfter: Interval?,
        _ now: Moment, _ out: inout Recorder
    ) {
        let id = machine.transfer.id
        let wait: TransferWait
        var delay = RetryPolicy.delay(after: machine.failures)
        switch failure.kind.remedy {
        case .awaitSpace:
            wait = .space
            delay = Limits.spaceRetry
        case .retryHost:
            wait = .retry
            backOff(machine.transfer.origin, failure, retryAfter, now)
        case .retry, .none:
            wait = .retry
        }
        let least = now.instant + Interval(nanoseconds: delay.nanoseconds / 2)
        if wait != .space { delay = transfers.jitter.spread(delay, at: now) }
        var window = RetryPolicy.window(after: delay, at: now)
        // One moment, and so one wake-up, for what waits for both; jitter might have named it as well.
        if wait == .retry, let host = transfers.hosts[machine.transfer.origin]?.window,
            host.earliest >= least
        {
            window = host
        }
        let after = transfers.change(id) {
            $0.retry = .init(wait: wait, window, after: failure)
        }
        guard let after else { return }
        noteTransfer(
            .transferInterrupted, .x3, after,
            detail: .transferRetry(id, failure, until: window.earliest), &out)
    }

    /// Leaves a host in peace for a while: it failed, or asked for it.
    private mutating func backOff(
        _ origin: String, _ failure: TransferFailure, _ retryAfter: Interval?, _ now: Moment
    ) {
        var host = transfers.hosts[origin] ?? TransferHost()
        host.failure = failure
        if let retryAfter, retryAfter > .zero {
            let window = RetryPolicy.window(
                after: min(retryAfter, Limits.retryAfterMost), at: now)
            if window.earliest > host.until ?? .zero { host.window = window }
            host.isAsked = true
        }
        // The others that were under way failed for the same reason.
        if host.until == nil {
            host.failures = max(0, host.failures) &+ 1
            let delay = RetryPolicy.delay(after: host.failures)
            host.window = RetryPolicy.window(
                after: transfers.jitter.spread(delay, at: now), at: now)
            host.isAsked = false
        }
        if transfers.hosts.count >= Limits.failingHosts { transfers.forgetHosts() }
        transfers.hosts[origin] = host
        transfers.index.queue.hold(origin, true)
        transfers.setAlarm(.host(origin))
    }
}

// The user wants it now.
extension SystemMachine {
    /// - Returns: whether anything changed by it.
    mutating func hurry(
        _ machine: TransferMachine, insists: Bool, timeout: Interval?, _ now: Moment,
        _ out: inout Recorder
    ) -> Bool {
        let transfer = machine.transfer
        if let timeout { setTimeout(transfer.id, timeout, now, &out) }
        if transfer.stage == .suspended { _ = carryOut(.resume, on: transfer.id, now, &out) }
        let isLeft = !insists && transfers.hosts[transfer.origin]?.isLeftAsAsked == true
        let isTried = !isLeft && tryNow(transfer.id, insists: insists, &out)
        return isTried || transfer.stage == .suspended || timeout != nil
    }

    private mutating func tryNow(
        _ id: TransferID, insists: Bool, _ out: inout Recorder
    ) -> Bool {
        guard let machine = transfers[id] else { return false }
        let transfer = machine.transfer
        let wait = transferView(id)?.wait
        if machine.retry != nil {
            transfers.change(id) {
                $0.retry = nil
                $0.failures = 0
            }
        }
        switch transfer.stage {
        case .placing where machine.retry != nil:
            out.transfer(.place(id, transfer.owner, transfer.request))
        case .queued: tryHost(transfer.origin, insists: insists)
        case .placing, .suspended, .ended, .kept: return false
        }
        guard machine.retry != nil || wait == .host else { return false }
        noteTransfer(.transferQueued, .x2, machine, &out)
        return true
    }

    /// Leaves a host in peace no longer, unless it asked for it and nobody insists.
    mutating func tryHost(_ origin: String, insists: Bool) {
        guard let host = transfers.hosts[origin], host.until != nil,
            insists || !host.isLeftAsAsked
        else { return }
        transfers.hosts[origin] = nil
        transfers.index.queue.hold(origin, false)
        transfers.isDirty = true
    }

    /// The time for the whole begins anew. After a restart of the device it counts from the first resume.
    private mutating func setTimeout(
        _ id: TransferID, _ timeout: Interval, _ now: Moment, _ out: inout Recorder
    ) {
        let after = transfers.change(id) {
            guard $0.transfer.settings != nil else { return }
            let used = $0.transfer.resumed.map { max(now.wall - $0, .zero) } ?? .zero
            $0.transfer.settings?.resourceTimeout = used + timeout
            switch $0.transfer.stage {
            case .queued, .suspended: $0.deadline = now.instant + timeout
            case .placing, .ended, .kept: break
            }
        }
        if let after { recordTransfer(after, &out) }
    }
}

extension TransferHost {
    /// It is left in peace because it asked for that.
    var isLeftAsAsked: Bool { isAsked && until != nil }
}

extension Transfers {
    /// It answers again.
    mutating func forgive(_ origin: String) {
        guard hosts[origin] != nil, hosts[origin]?.until == nil else { return }
        hosts[origin] = nil
    }

    /// Those that aren't held now: how often they failed counts no more.
    fileprivate mutating func forgetHosts() {
        for origin in hosts.keys.sorted() where hosts[origin]?.until == nil { hosts[origin] = nil }
    }
}
