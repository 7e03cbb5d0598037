import QuiesceAgentProtocol
import QuiesceCore
import QuiesceShell
import QuiesceWire

// The transfer agent's process, and what it and the daemon say to each other.
extension SimulatedDevice {
    /// Milliseconds that a message takes, either way.
    private static let saying = Interval.milliseconds(1)

    func startAgent() {
        guard transfers.agent.stage == nil else { return }
        transfers.agent.stage = .starting
        planForAgent(after: .milliseconds(5)) { device in
            if device.transfers.agent.crashes > 0 {
                device.transfers.agent.crashes -= 1
                return device.killAgent()
            }
            device.transfers.agent.stage = .running
            device.agentSays(.ready)
        }
    }

    /// SIGKILL.
    func killAgent() {
        guard transfers.agent.stage != nil else { return }
        agentDies(flushing: false)
        daemonHears(after: .milliseconds(2)) { $0.device.agentEnded(.signalled(9)) }
    }

    /// Its daemon is gone, and with it the socket: it writes down what it has, and ends.
    func agentLosesDaemon() {
        agentDies(flushing: store.fault == .none)
        transfers.agent.socket += 1
    }

    private func agentDies(flushing: Bool) {
        for id in transfers.agent.attempts.keys { noteProgress(id, dies: !flushing) }
        transfers.agent.die(at: now.awake, flushing: flushing)
    }

    /// How many bytes had come.
    private func noteProgress(_ id: TransferID, dies: Bool) {
        guard let flow = transfers.agent.attempts[id]?.flow, !flow.isOut else { return }
        transfers.watch?.bytes.reached(
            id, flow.offset + flow.arrived(by: now.awake), dies: dies)
    }

    /// Lets the agent do something later, unless it has died by then.
    func planForAgent(after delay: Interval, _ body: @escaping (SimulatedDevice) -> Void) {
        let life = transfers.agent.life
        plan(
            .happens { [unowned self] in if life == transfers.agent.life { body(self) } },
            after: delay)
    }

    func agentSays(_ message: MessageFromAgent) {
        daemonHears(after: Self.saying) { $0.hear(message) }
    }

    /// Lets the daemon hear something of the agent, unless either has closed the socket by then.
    private func daemonHears(
        after delay: Interval, _ body: @escaping (SimulatedDevice) -> Void
    ) {
        let socket = transfers.agent.socket
        plan(
            .told(
                { [unowned self] in if transfers.agent.socket == socket { body(self) } }, life: life
            ),
            after: delay)
    }

    private func hear(_ message: MessageFromAgent) {
        if case .finished(let id, _, _, _) = message { checkFinished(id) }
        transfers.agentObserver?(message)
        device.heard(message)
    }

    func tellAgent(_ message: MessageToAgent, _ upload: UploadFile?) {
        guard transfers.agent.stage == .running else { return }
        planForAgent(after: Self.saying) { $0.agentHears(message, upload) }
    }

    private func agentHears(_ message: MessageToAgent, _ upload: UploadFile?) {
        switch message {
        case .start(let id, let attempt, let request): begin(id, attempt, request, upload)
        case .stop(let id, let attempt):
            guard transfers.agent.attempts[id]?.number == attempt else { return }
            end(id) { .stopped(id, attempt: attempt, received: $0) }
        case .forget(let id):
            transfers.agent.attempts[id] = nil
            transfers.agent.files[id] = nil
            transfers.watch?.bytes.startsAnew(id)
        case .answer(let id, let attempt, let question, let answer):
            guard let known = transfers.agent.attempts[id], known.number == attempt,
                known.question?.number == question
            else { return }
            take(answer, of: id)
        }
    }

    // MARK: Attempts

    private func begin(
        _ id: TransferID, _ number: UInt64, _ request: TransferRequest, _ upload: UploadFile?
    ) {
        if transfers.agent.isOfAnother(id, request) {
            transfers.agent.files[id] = nil
            transfers.watch?.bytes.startsAnew(id)
        }
        if let (file, response) = transfers.agent.files[id]?.finished {
            return agentSays(.finished(id, attempt: number, file, response))
        }
        var attempt = SimulatedAgent.Attempt(number: number, request: request, url: request.url)
        attempt.upload = request.uploadBytes ?? 0
        transfers.agent.attempts[id] = attempt
        if let upload, let problem = problem(of: upload) {
            return end(id) {
                .interrupted(
                    id, attempt: number, problem, received: $0, retryAfter: nil, nil)
            }
        }
        planRequest(id)
    }

    /// Ends an attempt, and keeps its bytes.
    func end(_ id: TransferID, saying message: (_ received: UInt64) -> MessageFromAgent) {
        noteProgress(id, dies: false)
        transfers.agent.write(id, by: now.awake, flushing: true)
        transfers.agent.attempts[id] = nil
        agentSays(message(transfers.agent.files[id]?.body.count ?? 0))
    }

    func interrupt(
        _ id: TransferID, _ failure: TransferFailure, _ reply: SimulatedServer.Reply? = nil
    ) {
        guard let attempt = transfers.agent.attempts[id] else { return }
        let retryAfter = reply.flatMap {
            RetryAfter.milliseconds($0.head, now: (now.wall - .zero).nanoseconds / 1_000_000_000)
        }
        end(id) {
            .interrupted(
                id, attempt: attempt.number, failure, received: $0,
                retryAfter: failure.kind == .serverBusy ? retryAfter : nil,
                reply.map { response($0, of: attempt) })
        }
    }

    func response(
        _ reply: SimulatedServer.Reply, of attempt: SimulatedAgent.Attempt
    ) -> TransferResponse {
        TransferResponse(
            url: attempt.url, status: reply.head.status, version: "1.1",
            headers: reply.head.fields.map { .init(name: $0.name, value: $0.value) })
    }

    /// The round trip to the server.
    func planRequest(_ id: TransferID, after delay: Interval = .milliseconds(40)) {
        guard let number = transfers.agent.attempts[id]?.number else { return }
        planForAgent(after: delay) { device in
            if device.transfers.agent.attempts[id]?.number == number { device.request(id) }
        }
    }

    /// The failure in which writing the agent's files ends now, if it fails.
    var agentDiskFailure: TransferFailure? {
        switch store.fault {
        case .none: nil
        case .full: TransferFailure(.noSpace, code: 28)
        case .failing: TransferFailure(.diskFailed, code: 5)
        }
    }
}
