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
            backOff(machine.transfer.origin, retryAfter, now)
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
        let after = transfers.change(id) { $0.retry = .init(wait: wait, window) }
        guard let after else { return }
        noteTransfer(
            .transferInterrupted, .x3, after,
            detail: .transferRetry(id, failure, until: window.earliest), &out)
    }

    /// Leaves a host in peace for a while: it failed, or asked for it.
    private mutating func backOff(_ origin: String, _ retryAfter: Interval?, _ now: Moment) {
        var host = transfers.hosts[origin] ?? TransferHost()
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
