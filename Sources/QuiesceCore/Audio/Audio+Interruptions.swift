// Interruptions of sessions, by others and by calls, and their ends (A2, A3).
extension Audio {
    /// A call interrupts everybody, and they go on after it.
    mutating func followCall(in around: inout Surroundings) {
        let isCalling = around.interruptions.call != nil
        if isCalling {
            for at in clients.indices where clients[at].isActive {
                interrupt(at, by: .call, in: &around)
            }
        } else {
            resumeInterrupted(by: .call, shouldResume: true, in: &around)
        }
    }

    mutating func interrupt(
        _ at: Int, by interrupter: AudioInterrupter, in around: inout Surroundings
    ) {
        clients[at].isActive = false
        clients[at].interrupter = interrupter
        // Whom it had interrupted waits for the other from now on.
        if case .app = interrupter { handOver(from: at, to: interrupter) }
        clients[at].claim = AudioReading()
        // It hears of it before it is suspended.
        clients[at].quietSince = around.now.awake
        clients[at].isHeard = false
        let (reason, rule, why): (Reason, Rule, AudioInterruption) =
            switch interrupter {
            case .app, .call: (.audioInterrupted, .a3, .other)
            case .background: (.audioLeft, .a2, .background)
            }
        let by: Detail? = if case .app(let app) = interrupter { .name(app.name) } else { nil }
        around.note(.deliver, reason, rule, detail: by, of: clients[at].app)
        tell(clients[at], .interrupted(why), in: &around)
        refresh(at, in: &around)
    }

    /// Those whom it interrupted may go on.
    mutating func resumeInterrupted(
        by interrupter: AudioInterrupter, shouldResume: Bool, in around: inout Surroundings
    ) {
        for at in clients.indices where clients[at].interrupter == interrupter {
            resume(at, shouldResume: shouldResume, in: &around)
        }
    }

    mutating func resume(_ at: Int, shouldResume: Bool, in around: inout Surroundings) {
        clients[at].interrupter = nil
        // One that never stopped is heard again.
        refresh(at, before: AudioReading(), in: &around)
        if shouldResume { expectSound(at, in: &around) }
        guard around.executes(clients[at].app) else { return }
        around.note(.deliver, .audioResumed, .a3, of: clients[at].app)
        tell(clients[at], .resumed(shouldResume: shouldResume), in: &around)
    }

    /// Whom it interrupted goes on, or waits for the end of the call that interrupted it in its
    /// turn.
    mutating func release(_ at: Int, shouldResume: Bool, in around: inout Surroundings) {
        if clients[at].interrupter == .call {
            handOver(from: at, to: .call)
        } else {
            resumeInterrupted(
                by: .app(clients[at].app), shouldResume: shouldResume, in: &around)
        }
    }

    private mutating func handOver(from at: Int, to interrupter: AudioInterrupter) {
        let app = clients[at].app
        for other in clients.indices where clients[other].interrupter == .app(app) {
            clients[other].interrupter = interrupter
        }
    }
}
