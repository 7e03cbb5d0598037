import QuiesceCore

/// The state of the line to the gateway.
struct GatewayLineState {
    private enum State {
        case ended
        case connecting
        case connected
        case away
        /// Ended by the device, which connects again by itself later.
        case heldBack
    }

    private var state = State.ended
    private(set) var since = LinuxClock.now().wall
    /// One line.
    private(set) var why: String?

    var isConnected: Bool { state == .connected }
    var isHeldBack: Bool { state == .heldBack }

    /// As in a `GatewayRow`.
    var word: String {
        switch state {
        case .ended, .connecting: "connecting"
        case .connected: "connected"
        case .away, .heldBack: "away"
        }
    }

    mutating func connecting() { enter(.connecting, nil) }
    mutating func connected() { enter(.connected, nil) }
    mutating func end() { enter(.ended, nil) }
    mutating func away(_ why: String) { enter(.away, why) }
    mutating func holdBack(_ why: String) { enter(.heldBack, why) }

    private mutating func enter(_ state: State, _ why: String?) {
        if state != self.state { since = LinuxClock.now().wall }
        self.state = state
        self.why = why
    }
}

/// When an agent that has ended is started again: later and later, unless it had run for a while.
struct AgentRestart {
    private var last: Instant?
    private var wait = Limits.pushAgentRestartMilliseconds

    /// In milliseconds.
    mutating func next(at now: Instant) -> Int {
        if let last, now - last > .seconds(Limits.soundAgentSeconds) {
            wait = Limits.pushAgentRestartMilliseconds
        }
        last = now
        defer { wait = min(2 * wait, Limits.pushAgentRestartMillisecondsMost) }
        return wait
    }
}
