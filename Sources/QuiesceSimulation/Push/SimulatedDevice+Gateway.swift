import Foundation
import QuiesceAgentProtocol
import QuiesceCore
import QuiesceShell

// The line to the push gateway: what the daemon's `PushService` and its agent do.
extension SimulatedDevice {
    var pushPort: PushPort {
        PushPort(
            requestToken: { [unowned self] app in
                if permits() { overLine { $0.giveToken(to: app) } }
            },
            retireToken: { [unowned self] app in
                guard permits() else { return }
                overLine { device in
                    device.gateway.retireToken(of: app)
                    device.fromGateway { $0.take(.pushService(.retired(app))) }
                }
            },
            acknowledge: { [unowned self] sequence in
                guard permits() else { return }
                pushRetreat.isOver()
                watch.pushes?.acknowledges(sequence, self)
                overLine { $0.gateway.acknowledged(sequence, at: $0.gatewayTime) }
            },
            retreat: { [unowned self] _ in
                if permits() { endLine(backAfter: pushRetreat.next()) }
            })
    }

    /// Each moment is the same on the gateway's clock, whatever the device's was set to.
    private var gatewayTime: WallTime { now.wall.before(by: clockSet) }

    // MARK: The daemon's life

    /// The first that a daemon hears of pushes; it connects.
    func takeOverPushes() {
        guard gateway.isKnown else { return }
        agentHad = 0
        device.take(.pushService(.account(gateway.account)))
        if gateway.account != nil { connectGateway(after: SimulatedGateway.connectTime) }
    }

    /// The line ends, and nobody connects again.
    func stopPushes() {
        guard gateway.isKnown else { return }
        let wasConnected = gateway.isConnected
        gateway.endLine()
        daemon { device in
            device.endPushLine()
            if wasConnected { device.take(.pushService(.disconnected)) }
        }
    }

    // MARK: The line

    private func connectGateway(after delay: Interval) {
        plan(.line({ [unowned self] in lineComesUp() }, number: gateway.line), after: delay)
    }

    private func lineComesUp() {
        guard daemonRuns, gateway.account != nil, !gateway.isConnected else { return }
        gateway.connect(said: says(pushesHad))
        for stored in gateway.due(at: gatewayTime) { send(stored) }
        daemon { $0.take(.pushService(.connected)) }
    }

    /// What the device's agent says that it has.
    private var pushesHad: UInt64 {
        gateway.account.map { max(machine.pushSequence(of: $0), agentHad) } ?? 0
    }

    private func endLine(backAfter delay: Interval) {
        stopPushes()
        if gateway.account != nil { connectGateway(after: delay) }
    }

    /// Something of the device's reaches the gateway.
    private func overLine(_ body: @escaping (SimulatedDevice) -> Void) {
        guard gateway.isConnected, !gateway.isDeaf else { return }
        plan(
            .line({ [unowned self] in body(self) }, number: gateway.line),
            after: SimulatedGateway.delay)
    }

    /// Something of the gateway's reaches the daemon.
    private func fromGateway(_ body: @escaping (Device) -> Void) {
        plan(
            .line({ [unowned self] in daemon(body) }, number: gateway.line),
            after: SimulatedGateway.delay)
    }

    private func send(_ stored: SimulatedGateway.Stored) {
        let seconds = stored.expires.map { ($0 - .zero).nanoseconds / 1_000_000_000 }
        let received = ReceivedPush(
            sequence: stored.sequence, id: stored.name, topic: stored.app.name,
            priority: 10, expiration: seconds, collapseID: stored.push.collapse,
            payload: stored.push.payload)
        plan(
            .line(
                { [unowned self] in
                    agentHad = max(agentHad, received.sequence)
                    daemon { $0.receive(received) }
                }, number: gateway.line),
            after: SimulatedGateway.delay)
    }

    private func giveToken(to app: AppID) {
        let token = gateway.token(of: app)
        fromGateway { device in
            let answer = token.map { PushServiceEvent.issued(app, token: $0) }
            device.take(.pushService(answer ?? .refused(app, why: "no more tokens")))
        }
    }

    // MARK: Steps

    func change(gateway change: GatewayChange) {
        switch change {
        case .join:
            stopPushes()
            gateway.join()
        case .leave:
            stopPushes()
            gateway.leave()
        case .lineLost(let time): return endLine(backAfter: .milliseconds(time))
        case .lostEnd(let time):
            endLine(backAfter: .milliseconds(time))
            return gateway.losePower()
        case .deaf:
            gateway.isDeaf = gateway.isConnected
            return
        case .givesTokens(let gives):
            gateway.givesTokens = gives
            return
        }
        daemon { _ in takeOverPushes() }
    }

    /// What an app's server, or a tool, does.
    func push(_ deed: PushDeed, to app: AppID) {
        switch deed {
        case .register, .unregister: return
        case .post(let push, let times):
            for _ in 0..<times {
                guard let stored = gateway.post(push, to: app, at: gatewayTime) else { return }
                if gateway.isConnected { send(stored) }
            }
        case .send(let posted): send(Data(posted.payload.utf8), to: app)
        }
    }

    /// The gateway has nothing against anybody any more.
    func calmGateway() {
        guard gateway.account != nil else { return }
        gateway.givesTokens = true
        endLine(backAfter: .milliseconds(1_000))
    }
}
