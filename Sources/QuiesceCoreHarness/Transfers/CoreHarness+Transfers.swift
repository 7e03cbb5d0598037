import QuiesceCore

// Transfers: the parts of the shell, the agent and the apps.
extension CoreHarness {
    /// As the shell does: stores what comes with an event, under a number of its own each time.
    func staging(_ event: TransferEvent) -> TransferEvent {
        if case .requested(let app, let launch, let request, .create(var new)) = event {
            new.request.handle = newPayload()
            store.payloads.insert(new.request.handle)
            return .requested(app, launch, request: request, .create(new))
        }
        if let payload = event.payload { store.payloads.insert(payload) }
        return event
    }

    func carryOut(_ effect: TransferEffect) {
        switch effect {
        case .startAgent:
            expect(!agent.lives, "two agents")
            agent.launches += 1
            guard agent.comesUp else { return }
            agent.lives = true
            plan(.transfer(.agentStarted))
        case .start(let id, let attempt, let request):
            expect(agent.lives && agent.running[id] == nil, "two attempts at \(id)")
            expect(store.payloads.contains(request), "nothing is stored of the request of \(id)")
            agent.running[id] = attempt
            agent.started.append(id)
            perform(id, attempt)
        case .stop(let id, let attempt):
            expect(agent.lives, "no agent can stop \(id)")
            guard agent.running[id] == attempt else { return }
            agent.running[id] = nil
            plan(.transfer(.stopped(id, attempt: attempt, received: agent.bytes[id] ?? 0)))
        case .forget(let id):
            expect(agent.lives, "no agent can forget \(id)")
            agent.running[id] = nil
            agent.bytes[id] = nil
        case .answer(let id, let attempt, _, let usual):
            guard agent.running[id] == attempt else { return }
            agent.answers.append((id, usual))
            finish(id, attempt)
        case .place(let id, _, _):
            let failure = agent.placeFailures.isEmpty ? nil : agent.placeFailures.removeFirst()
            if failure == nil { agent.placed.insert(id) }
            plan(.transfer(.placed(id, failure, copy: agent.copy)))
        case .tellSession(let app, _, let session): agent.tellings.append((app, session))
        }
    }

    private func perform(_ id: TransferID, _ attempt: UInt64) {
        switch agent.nextOutcome(machine.transferView(id)?.transfer.origin ?? "") {
        case .finish(let delay, let status): finish(id, attempt, after: delay, status: status)
        case .fail(let failure, let received, let after):
            agent.running[id] = nil
            agent.bytes[id] = received
            plan(
                .transfer(
                    .interrupted(
                        id, attempt: attempt, failure, received: received, retryAfter: after,
                        response: failure.kind == .serverBusy ? newPayload() : nil)))
        case .ask(let kind):
            agent.lastQuestion += 1
            plan(.transfer(.asked(id, attempt: attempt, question: agent.lastQuestion, kind)))
        case .nothing: break
        }
    }

    /// The agent has all of a transfer after `delay`.
    package final func finish(
        _ id: TransferID, _ attempt: UInt64, after delay: Interval = .zero, status: Int = 200
    ) {
        agent.bytes[id] = 1_000
        plan(.transfer(.responded(id, attempt: attempt, .began)), after: delay)
        let file = TransferredFile(status: status, size: 1_000)
        plan(
            .transfer(.finished(id, attempt: attempt, file, response: newPayload())),
            after: delay)
    }

    /// The agent says something after `delay`.
    package final func say(_ event: TransferEvent, after delay: Interval = .zero) {
        plan(.transfer(event), after: delay)
        run()
    }

    /// The agent's process ends.
    package final func endAgent() {
        guard agent.lives else { return }
        agent.endWithDaemon()
        pending.removeAll {
            guard case .event(.transfer(let event)) = $0.action else { return false }
            if case .placed = event { return false }
            return event.speaker == nil
        }
        say(.agentEnded(.signalled(9)))
    }

    // MARK: Apps

    func openSessions(of process: AppProcess) {
        let (app, launch) = (process.app, process.launch)
        for session in behaviour(of: app).sessions {
            act(
                process,
                .request {
                    .transfer(
                        .requested(
                            app, launch, request: $0, .openSession(.init(identifier: session))))
                })
        }
    }

    func hear(_ call: TransferCall, _ process: AppProcess) {
        let (app, launch) = (process.app, process.launch)
        switch call {
        case .handleEvents(let wake, _): complete(wake, process)
        case .completed(let id, _, _):
            guard case .ended(let outcome) = machine.transferView(id)?.transfer.stage else {
                return complain("a verdict on \(id), which has none")
            }
            if case .finished = outcome {
                expect(agent.placed.contains(id), "the file of \(id) isn't there")
            }
            agent.verdicts[app, default: []].append(outcome)
            agent.told[id, default: 0] += 1
            guard behaviour(of: app).handlesVerdicts else { return }
            act(
                process,
                .request {
                    .transfer(.requested(app, launch, request: $0, .handled(transfer: id.value)))
                })
        case .ask, .finishedEvents: break
        }
    }
}
