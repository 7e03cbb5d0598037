// When what failed is tried again (X2).
extension Transfers {
    mutating func tryAgain(
        _ machine: TransferMachine, _ failure: TransferFailure, _ retryAfter: Interval?,
        in around: inout Surroundings
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
            backOff(machine.transfer.origin, failure, retryAfter, around.now)
        case .retry, .none:
            wait = .retry
        }
        let least = around.now.instant + Interval(nanoseconds: delay.nanoseconds / 2)
        if wait != .space { delay = jitter.spread(delay, at: around.now) }
        var window = RetryPolicy.window(after: delay, at: around.now)
        // One moment, and so one wake-up, for what waits for both; jitter might have named it as
        // well.
        if wait == .retry, let host = hosts[machine.transfer.origin]?.window,
            host.earliest >= least
        {
            window = host
        }
        let after = change(id) {
            $0.retry = .init(wait: wait, window, after: failure)
        }
        guard let after else { return }
        note(
            .transferInterrupted, .x3, after,
            detail: .transfer(.retry(id, failure, until: window.earliest)), in: &around)
    }

    /// Leaves a host in peace for a while: it failed, or asked for it.
    private mutating func backOff(
        _ origin: String, _ failure: TransferFailure, _ retryAfter: Interval?, _ now: Moment
    ) {
        var host = hosts[origin] ?? TransferHost()
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
                after: jitter.spread(delay, at: now), at: now)
            host.isAsked = false
        }
        if hosts.count >= Limits.failingHosts { forgetHosts() }
        hosts[origin] = host
        index.queue.hold(origin, true)
        setAlarm(.host(origin))
    }
}

// The user wants it now.
extension Transfers {
    /// - Returns: whether anything changed by it.
    mutating func hurry(
        _ machine: TransferMachine, insists: Bool, timeout: Interval?, in around: inout Surroundings
    ) -> Bool {
        let transfer = machine.transfer
        if let timeout { setTimeout(transfer.id, timeout, in: &around) }
        if transfer.stage == .suspended { _ = carryOut(.resume, on: transfer.id, in: &around) }
        let isLeft = !insists && hosts[transfer.origin]?.isLeftAsAsked == true
        let isTried = !isLeft && tryNow(transfer.id, insists: insists, in: &around)
        return isTried || transfer.stage == .suspended || timeout != nil
    }

    private mutating func tryNow(
        _ id: TransferID, insists: Bool, in around: inout Surroundings
    ) -> Bool {
        guard let machine = self[id] else { return false }
        let transfer = machine.transfer
        let wait = view(id)?.wait
        if machine.retry != nil {
            change(id) {
                $0.retry = nil
                $0.failures = 0
            }
        }
        switch transfer.stage {
        case .placing where machine.retry != nil:
            around.out.transfer(.place(id, transfer.owner, transfer.request))
        case .queued: tryHost(transfer.origin, insists: insists)
        case .placing, .suspended, .ended, .kept: return false
        }
        guard machine.retry != nil || wait == .host else { return false }
        note(.transferQueued, .x2, machine, in: &around)
        return true
    }

    /// Leaves a host in peace no longer, unless it asked for it and nobody insists.
    mutating func tryHost(_ origin: String, insists: Bool) {
        guard let host = hosts[origin], host.until != nil,
            insists || !host.isLeftAsAsked
        else { return }
        hosts[origin] = nil
        index.queue.hold(origin, false)
        isDirty = true
    }

    /// The time for the whole begins anew. After a restart of the device it counts from the first
    /// resume.
    private mutating func setTimeout(
        _ id: TransferID, _ timeout: Interval, in around: inout Surroundings
    ) {
        let after = change(id) {
            guard $0.transfer.settings != nil else { return }
            let used = $0.transfer.resumed.map { max(around.now.wall - $0, .zero) } ?? .zero
            $0.transfer.settings?.resourceTimeout = (used + timeout).inSeconds
            switch $0.transfer.stage {
            case .queued, .suspended: $0.deadline = around.now.instant + timeout
            case .placing, .ended, .kept: break
            }
        }
        if let after { record(after, in: &around) }
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
