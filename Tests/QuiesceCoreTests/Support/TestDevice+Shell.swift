import Testing

@testable import QuiesceCore

// The daemon and the kernel, as the test plays them.
extension TestDevice {
    /// Gives the machine one event and carries out what it answers.
    func send(_ event: Event) {
        var event = event
        if case .transfer(let transfer) = event { event = .transfer(staging(transfer)) }
        if case .notification(let asked) = event { event = .notification(staging(asked)) }
        events.append(event)
        let reaction = machine.handle(event, at: now)
        decisions += reaction.decisions
        effects += reaction.effects
        checkAnswers(to: reaction)
        daemonIsDead = events.count == killedAfter
        for effect in reaction.effects where !(daemonIsDead && killedBeforeActing) || effect.lasts {
            carryOut(effect)
        }
        if !daemonIsDead { checkInvariants(after: event) }
    }

    private func carryOut(_ effect: Effect) {
        switch effect {
        case .spawn(let app, let launch, let arguments): spawn(app, launch, arguments)
        case .freeze(let app, let launch, let freeze):
            guard let process = live(app, launch, effect) else { return }
            #expect(!process.frozen, "freeze of a frozen app")
            processes[app]?.freezing = freeze
            if let delay = manners[app, default: Manners()].freezesAfter {
                act(process, .event(.frozen(app, launch, freeze: freeze)), after: delay)
            }
        case .thaw(let app, let launch): thaw(app, launch, effect)
        case .kill(let app, let launch):
            guard let process = processes[app], process.launch == launch else { return }
            if manners[app, default: Manners()].diesWhenKilled {
                act(process, .exit(.signalled(9)))
            }
        case .examine(let app, let launch, let examination):
            guard let process = live(app, launch, effect) else { return }
            let found = findings[app] ?? Findings()
            if case .suspended = examination, found.holdsNothing { return }
            act(process, .event(.examined(app, launch, examination, found)))
        case .restrain(let app, _, let restraint):
            restraints[app, default: []].append(restraint)
        case .welcome(let app, let launch, let lastRequest, let device, let permissions):
            guard let process = live(app, launch, effect) else { return }
            #expect(process.connected)
            processes[app]?.device = device
            processes[app]?.permissions = permissions
            processes[app]?.outbox.removeAll { $0.request <= lastRequest }
        case .send(let app, let launch, let delivery, let again):
            guard let process = live(app, launch, effect) else { return }
            #expect(process.connected && !process.frozen && process.freezing == nil, "\(effect)")
            if again { redelivered[app, default: []].append(delivery.call) }
            if delivery.seq <= process.lastReceived { #expect(again) }
            guard delivery.seq > process.lastReceived else { return }
            processes[app]?.lastReceived = delivery.seq
            heard[app, default: []].append(delivery.call)
            act(process, .handle(delivery))
        case .ack(let app, let launch, let request, _):
            if processes[app]?.launch == launch {
                processes[app]?.outbox.removeAll { $0.request <= request }
            }
        case .tellBackgroundTime(let app, let launch, let deadline, let isOver):
            guard live(app, launch, effect) != nil else { return }
            processes[app]?.backgroundTime = deadline
            processes[app]?.isBackgroundTimeOver = isOver
        case .takeSnapshot(let app, let launch):
            guard live(app, launch, effect) != nil else { return }
            snapshots.append(app)
        case .record(.put(let fact)): stored[fact.key] = fact
        case .record(.delete(let key)): #expect(stored.removeValue(forKey: key) != nil, "\(key)")
        case .dropPayload(let payload): #expect(payloads.remove(payload) != nil)
        case .activate(let bundle, let app):
            #expect(processes[app] == nil, "a bundle is replaced under a running app")
            bundles[app] = bundle
        case .discard(let bundle): discarded.append(bundle)
        case .remove(let app):
            #expect(processes[app] == nil, "a bundle is removed under a running app")
            #expect(bundles.removeValue(forKey: app) != nil)
        case .answer(let ticket, let answer, _):
            #expect(answers.updateValue(answer, forKey: ticket) == nil, "answered twice")
            if case .refused = answer { payloads.remove(PayloadHandle(ticket.value)) }
        case .arm(let at): timer = at
        case .keepAwake(let keep):
            #expect(keptAwake != keep)
            keptAwake = keep
        case .protectData(let custody): keysHeld = custody == .hold
        case .transfer(let effect): carryOut(effect)
        case .notification(let effect): carryOut(effect)
        case .push(let effect): gateway.hear(effect)
        case .stopped: stopped = true
        }
    }

    private func live(_ app: AppID, _ launch: Launch, _ effect: Effect) -> TestProcess? {
        let process = processes[app]
        #expect(process?.launch == launch, "\(effect) is for a process that does not exist")
        return process
    }

    private func spawn(_ app: AppID, _ launch: Launch, _ arguments: [String]) {
        #expect(processes[app] == nil, "two processes of one app")
        if let errno = manners[app]?.spawnError {
            let failed = Event.spawnFailed(app, launch, step: "execve", code: errno)
            return pending.append(Pending(at: now.instant, process: nil, action: .event(failed)))
        }
        lastPID += 1
        let process = TestProcess(app: app, launch: launch, pid: lastPID, arguments: arguments)
        processes[app] = process
        act(process, .event(.spawned(app, launch, pid: lastPID)))
        act(process, .connect)
    }

    private func thaw(_ app: AppID, _ launch: Launch, _ effect: Effect) {
        guard let process = live(app, launch, effect) else { return }
        #expect(process.frozen || process.freezing != nil, "thaw of an app that runs")
        processes[app]?.frozen = false
        processes[app]?.freezing = nil
        processes[app]?.held = []
        pending.removeAll {
            guard $0.process?.0 == app, case .event(.frozen) = $0.action else { return false }
            return true
        }
        for action in process.held { act(process, action) }
        if !process.connected { act(process, .connect) }
    }
}

extension Effect {
    /// The shell does it again after a restart, from what it has stored.
    fileprivate var lasts: Bool {
        switch self {
        case .record, .dropPayload, .activate, .discard, .remove, .stopped: true
        // What belongs to no transfer is deleted at the daemon's start.
        case .transfer(.forget), .transfer(.unplace): true
        case .spawn, .freeze, .thaw, .kill, .welcome, .send, .ack, .tellBackgroundTime, .answer,
            .arm, .keepAwake, .takeSnapshot, .protectData, .examine, .restrain, .transfer,
            .notification, .push:
            false
        }
    }
}
