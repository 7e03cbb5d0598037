import Testing

@testable import QuiesceCore

/// The transfer agent as the test plays it.
struct TestAgent {
    /// What becomes of an attempt.
    enum Deed {
        /// All of it comes, `after` its start.
        case finish(after: Interval = .zero, status: Int = 200)
        case fail(TransferFailure, received: UInt64 = 0, retryAfter: Interval? = nil)
        case ask(TransferQuestion)
        /// The test says what comes of it.
        case nothing
    }

    var lives = false
    var comesUp = true
    /// What each attempt at an origin comes to, in order; the last for all that follow.
    var deeds: [String: [Deed]] = [:]
    var usual = Deed.finish()
    var running: [TransferID: UInt64] = [:]
    /// Of each transfer, on the agent's disk.
    var bytes: [TransferID: UInt64] = [:]
    /// Every attempt, in the order of their starts.
    var started: [TransferID] = []
    var asked: UInt64 = 0
    var answers: [(id: TransferID, usual: Bool)] = []
    /// Files at their owners' places.
    var placed: Set<TransferID> = []
    var placeFailures: [TransferFailure] = []
    /// With which number files get their names.
    var copy: Int?
    var launches = 0
    /// Every verdict that each app's delegate was told, in order.
    var verdicts: [AppID: [TransferOutcome]] = [:]
    var told: [TransferID: Int] = [:]
    var tellings: [(AppID, String)] = []

    mutating func endWithDaemon() {
        lives = false
        running = [:]
    }
}

extension TransferEvent {
    var isOfApps: Bool { speaker != nil }
}

let origin = "https://example.org:443"

extension TestDevice {
    // MARK: What apps ask

    func openSession(_ app: AppID, _ session: String = "s", _ settings: SessionSettings = .init()) {
        request(app) {
            .openSession(app, $0, request: $1, session: session, settings)
        }
    }

    func request(_ app: AppID, _ make: @escaping (Launch, UInt64) -> TransferEvent) {
        guard let process = processes[app] else {
            Issue.record("\(app) isn't running")
            return
        }
        perform(process) { .transfer(make(process.launch, $0)) }
    }

    func newPayload() -> PayloadHandle { PayloadHandle(newTicket().value) }

    /// As the shell does: stores what comes with an event, under a number of its own each time.
    func staging(_ event: TransferEvent) -> TransferEvent {
        switch event {
        case .create(let app, let launch, let request, var new):
            new.request = newPayload()
            payloads.insert(new.request)
            return .create(app, launch, request: request, new)
        case _:
            if let payload = event.payload { payloads.insert(payload) }
            return event
        }
    }

    func create(
        _ app: AppID, _ task: UInt64, _ session: String = "s", from origin: String = origin,
        _ change: (inout NewTransfer) -> Void = { _ in }
    ) {
        var new = NewTransfer(
            session: session, task: task, kind: .download, origin: origin, request: newPayload())
        change(&new)
        request(app) { [new] in .create(app, $0, request: $1, new) }
    }

    func command(_ app: AppID, _ task: UInt64, _ command: TransferCommand, _ session: String = "s")
    {
        request(app) {
            .command(app, $0, request: $1, session: session, task: task, command)
        }
    }

    /// Made and resumed.
    func begin(
        _ app: AppID, _ task: UInt64, _ session: String = "s", from origin: String = origin,
        _ change: (inout NewTransfer) -> Void = { _ in }
    ) {
        create(app, task, session, from: origin, change)
        command(app, task, .resume, session)
    }

    @discardableResult
    func get(_ origin: String = origin, _ settings: SessionSettings = .init()) -> Answer? {
        let new = NewTransfer(
            session: "", task: 0, kind: .download, origin: origin, request: newPayload())
        return ask { .transfer(.get(new, settings, $0)) }
    }

    @discardableResult
    func control(_ id: UInt64, _ command: TransferCommand) -> Answer? {
        ask { .transfer(.control(TransferID(id), command, $0)) }
    }

    // MARK: What apps do

    func openSessions(of process: TestProcess) {
        for session in manners[process.app, default: Manners()].sessions {
            let (app, launch) = (process.app, process.launch)
            act(
                process,
                .request {
                    .transfer(
                        .openSession(app, launch, request: $0, session: session, .init()))
                })
        }
    }

    func hear(_ call: TransferCall, _ process: TestProcess) {
        let (app, launch) = (process.app, process.launch)
        let manners = manners[app, default: Manners()]
        switch call {
        case .handleEvents(let wake, _):
            guard let delay = manners.completesAfter else { return }
            act(
                process,
                .request { .completeWake(app, launch, request: $0, wake, manners.result) },
                after: delay)
        case .completed(let id, _, _):
            guard case .ended(let outcome) = machine.transferView(id)?.transfer.stage else {
                Issue.record("a verdict on \(id), which has none")
                return
            }
            if case .ended(.finished) = machine.transferView(id)?.transfer.stage {
                #expect(agent.placed.contains(id))
            }
            agent.verdicts[app, default: []].append(outcome)
            agent.told[id, default: 0] += 1
            guard manners.handlesVerdicts else { return }
            act(process, .request { .transfer(.handled(app, launch, request: $0, id)) })
        case .ask, .finishedEvents: break
        }
    }

    // MARK: The agent

    func say(_ event: TransferEvent, after delay: Interval = .zero) {
        pending.append(
            Pending(at: now.instant + delay, process: nil, action: .event(.transfer(event))))
        run()
    }

    func carryOut(_ effect: TransferEffect) {
        switch effect {
        case .startAgent:
            #expect(!agent.lives, "two agents")
            agent.launches += 1
            guard agent.comesUp else { return }
            agent.lives = true
            later(.agentStarted)
        case .start(let id, let attempt, let request):
            #expect(agent.lives && agent.running[id] == nil, "two attempts at \(id)")
            #expect(payloads.contains(request))
            agent.running[id] = attempt
            agent.started.append(id)
            perform(id, attempt)
        case .stop(let id, let attempt):
            #expect(agent.lives)
            guard agent.running[id] == attempt else { return }
            agent.running[id] = nil
            later(.stopped(id, attempt: attempt, received: agent.bytes[id] ?? 0))
        case .forget(let id):
            #expect(agent.lives)
            agent.running[id] = nil
            agent.bytes[id] = nil
        case .answer(let id, let attempt, _, let usual):
            guard agent.running[id] == attempt else { return }
            agent.answers.append((id, usual))
            finish(id, attempt)
        case .place(let id, _, _):
            let failure = agent.placeFailures.isEmpty ? nil : agent.placeFailures.removeFirst()
            if failure == nil { agent.placed.insert(id) }
            later(.placed(id, failure, copy: agent.copy))
        case .unplace(let id, _): agent.placed.remove(id)
        case .tellSession(let app, _, let session): agent.tellings.append((app, session))
        }
    }

    private func later(_ event: TransferEvent, after delay: Interval = .zero) {
        pending.append(
            Pending(at: now.instant + delay, process: nil, action: .event(.transfer(event))))
    }

    private func perform(_ id: TransferID, _ attempt: UInt64) {
        let origin = machine.transferView(id)?.transfer.origin ?? ""
        var deed = agent.usual
        if let first = agent.deeds[origin]?.first {
            deed = first
            if (agent.deeds[origin]?.count ?? 0) > 1 { agent.deeds[origin]?.removeFirst() }
        }
        switch deed {
        case .finish(let delay, let status): finish(id, attempt, after: delay, status: status)
        case .fail(let failure, let received, let after):
            agent.running[id] = nil
            agent.bytes[id] = received
            later(
                .interrupted(
                    id, attempt: attempt, failure, received: received, retryAfter: after,
                    response: failure.kind == .serverBusy ? newPayload() : nil))
        case .ask(let kind):
            agent.asked += 1
            later(.asked(id, attempt: attempt, question: agent.asked, kind))
        case .nothing: break
        }
    }

    func finish(
        _ id: TransferID, _ attempt: UInt64, after delay: Interval = .zero, status: Int = 200
    ) {
        agent.bytes[id] = 1_000
        later(.responded(id, attempt: attempt, .began), after: delay)
        later(
            .finished(
                id, attempt: attempt, TransferredFile(status: status, size: 1_000),
                response: newPayload()), after: delay)
    }

    /// The agent's process ends.
    func endAgent() {
        guard agent.lives else { return }
        agent.endWithDaemon()
        pending.removeAll {
            if case .event(.transfer(let event)) = $0.action {
                !event.isOfApps && !event.isPlaced
            } else {
                false
            }
        }
        say(.agentEnded(.signalled(9)))
    }

    // MARK: What tests look at

    func view(_ id: UInt64) -> TransferView? { machine.transferView(TransferID(id)) }

    func wait(_ id: UInt64) -> TransferWait? { view(id)?.wait }

    /// The names of the calls about transfers that `app` received.
    func transferCalls(_ app: AppID) -> [String] {
        heard[app, default: []].compactMap { if case .transfer = $0 { $0.name } else { nil } }
    }
}

extension TransferEvent {
    var isPlaced: Bool { if case .placed = self { true } else { false } }
}
