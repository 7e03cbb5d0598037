import Foundation
import QuiesceAgentProtocol
import QuiesceCore
import QuiesceShell

// The line to the push gateway: what the daemon's `PushService` and its agent do.
extension SimulatedDevice {
    var pushPort: PushPort {
        PushPort(
            requestToken: { [unowned self] address in
                if permits() { overLine { $0.giveToken(to: address) } }
            },
            retireToken: { [unowned self] address in
                guard permits() else { return }
                overLine { device in
                    device.pushes.gateway.retireToken(of: address)
                    device.fromGateway { $0.take(.pushService(.retired(address))) }
                }
            },
            acknowledge: { [unowned self] sequence in
                guard permits() else { return }
                pushes.backoff.isOver()
                pushes.watch?.acknowledges(sequence, self)
                overLine { $0.pushes.gateway.acknowledged(sequence, at: $0.gatewayTime) }
            },
            backOff: { [unowned self] _ in
                if permits() { endLine(backAfter: pushes.backoff.next()) }
            })
    }

    /// Each moment is the same on the gateway's clock, whatever the device's was set to.
    private var gatewayTime: WallTime { now.wall.before(by: clockSet) }

    // MARK: The daemon's life

    /// The first that a daemon hears of pushes; it connects.
    func takeOverPushes() {
        guard pushes.gateway.isKnown else { return }
        pushes.agentHad = 0
        device.take(.pushService(.account(pushes.gateway.account)))
        if pushes.gateway.account != nil { connectGateway(after: SimulatedGateway.connectTime) }
    }

    /// The line ends, and nobody connects again.
    func stopPushes() {
        guard pushes.gateway.isKnown else { return }
        let wasConnected = pushes.gateway.isConnected
        pushes.gateway.endLine()
        daemon { device in
            device.endPushLine()
            if wasConnected { device.take(.pushService(.disconnected)) }
        }
    }

    // MARK: The line

    /// Plans something that goes over the present line, and is lost with that line.
    private func planOnLine(
        after delay: Interval, _ body: @escaping (SimulatedDevice) -> Void
    ) {
        let line = pushes.gateway.line
        plan(
            .happens { [unowned self] in if line == pushes.gateway.line { body(self) } },
            after: delay)
    }

    private func connectGateway(after delay: Interval) {
        planOnLine(after: delay) { $0.lineComesUp() }
    }

    private func lineComesUp() {
        guard daemonRuns, pushes.gateway.account != nil, !pushes.gateway.isConnected else { return }
        pushes.gateway.connect(said: pushes.says(pushesHad))
        for stored in pushes.gateway.due(at: gatewayTime) { send(stored) }
        daemon { $0.take(.pushService(.connected)) }
    }

    /// The greatest sequence that the device's agent says it has.
    private var pushesHad: UInt64 {
        pushes.gateway.account.map { max(machine.pushSequence(of: $0), pushes.agentHad) } ?? 0
    }

    private func endLine(backAfter delay: Interval) {
        stopPushes()
        if pushes.gateway.account != nil { connectGateway(after: delay) }
    }

    /// Something of the device's reaches the gateway.
    private func overLine(_ body: @escaping (SimulatedDevice) -> Void) {
        guard pushes.gateway.isConnected, !pushes.gateway.isDeaf else { return }
        planOnLine(after: SimulatedGateway.delay, body)
    }

    /// Something of the gateway's reaches the daemon.
    private func fromGateway(_ body: @escaping (Device) -> Void) {
        planOnLine(after: SimulatedGateway.delay) { $0.daemon(body) }
    }

    private func send(_ stored: SimulatedGateway.Stored) {
        let seconds = stored.expires.map { ($0 - .zero).nanoseconds / 1_000_000_000 }
        let received = ReceivedPush(
            sequence: stored.sequence, id: stored.name, topic: stored.address.topic,
            type: stored.push.isVoIP ? stored.push.type.rawValue : nil,
            priority: 10, expiration: seconds, collapseID: stored.push.collapse,
            payload: stored.push.payload)
        planOnLine(after: SimulatedGateway.delay) { device in
            device.pushes.agentHad = max(device.pushes.agentHad, received.sequence)
            device.daemon { $0.receive(received) }
        }
    }

    private func giveToken(to address: PushAddress) {
        let token = pushes.gateway.token(of: address)
        fromGateway { device in
            let answer = token.map { PushServiceEvent.issued(address, token: $0) }
            device.take(.pushService(answer ?? .refused(address, why: "no more tokens")))
        }
    }

    // MARK: Steps

    fileprivate func change(gateway change: GatewayChange) {
        switch change {
        case .join:
            stopPushes()
            pushes.gateway.join()
        case .leave:
            stopPushes()
            pushes.gateway.leave()
        case .lineLost(let time): return endLine(backAfter: .milliseconds(time))
        case .lostEnd(let time):
            endLine(backAfter: .milliseconds(time))
            return pushes.gateway.losePower()
        case .deaf:
            pushes.gateway.isDeaf = pushes.gateway.isConnected
            return
        case .givesTokens(let gives):
            pushes.gateway.givesTokens = gives
            return
        }
        daemon { _ in takeOverPushes() }
    }

    /// Carries out an action of an app's server, or of a tool.
    func push(_ action: AppPushAction, to app: AppID) {
        switch action {
        case .register, .unregister, .registerVoIP, .unregisterVoIP: return
        case .post(let push, let times):
            for _ in 0..<times {
                guard let stored = pushes.gateway.post(push, to: app, at: gatewayTime) else {
                    return
                }
                if pushes.gateway.isConnected { send(stored) }
            }
        case .send(let posted): send(Data(posted.payload.utf8), posted.type, to: app)
        }
    }

    /// The gateway has nothing against anybody any more.
    func calmGateway() {
        guard pushes.gateway.account != nil else { return }
        pushes.gateway.givesTokens = true
        endLine(backAfter: .milliseconds(1_000))
    }
}

extension GatewayChange: StepBody {
    var isDoneOnce: Bool { true }
    func perform(on device: SimulatedDevice) { device.change(gateway: self) }
}
