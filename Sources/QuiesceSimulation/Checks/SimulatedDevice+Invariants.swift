import QuiesceCore
import QuiesceDevice

// What must hold after every event. What the event touched is looked at; everything, now and then.
extension SimulatedDevice {
    /// How often everything is looked at.
    private static let eventsBetweenAudits = 512
    /// At the end of a step that is done when so many events per app have passed since, as looking
    /// takes as long as there are apps.
    private static let eventsPerApp = 4

    func fail(_ invariant: Invariant, _ problem: String, _ app: AppID? = nil) {
        guard finding == nil else { return }
        var explanation: [String] = []
        if let app, let why = device.machine.why(app) {
            explanation.append(why.sentence)
            explanation += why.chain.suffix(6).map {
                "\($0.kind.rawValue) \($0.reason.rawValue) \($0.rule?.rawValue ?? "")"
            }
        }
        finding = Finding(
            invariant: invariant, problem: app.map { "\($0): \(problem)" } ?? problem,
            explanation: explanation, step: step, after: now.wall - started)
    }

    func note(_ event: Event, _ reaction: Reaction) {
        watch.note(answersIn: reaction, to: event, self)
        for decision in reaction.decisions { note(decision) }
    }

    func check(_ event: Event, _ reaction: Reaction) {
        if device.inspect({ $0.timerAt }) != timer {
            fail(.timerIsEarliest, "the device holds another timer than the core asked for")
        }
        watch.eventsSinceAudit += 1
        if case .restarted = event {
            // The store is put right only after it.
            for app in device.machine.audit.apps { check(app) }
            watch.eventsSinceAudit = 0
            return
        }
        if watch.eventsSinceAudit >= Self.eventsBetweenAudits { return checkAll() }
        let app = event.app
        if let app { check(app) }
        for effect in reaction.effects {
            if let other = effect.app, other != app { check(other) }
        }
    }

    private func check(_ app: AppID) {
        let (found, armed) = device.inspect { ($0.audit(of: app), $0.armedDeadline) }
        guard let audit = found else { return }
        check(audit)
        if let deadline = audit.nextDeadline {
            if armed.map({ $0 > deadline }) ?? true {
                fail(
                    .timerIsEarliest, "set for \(said(armed)), due at \(said(deadline))", audit.id)
            }
        }
    }

    /// Looks at everything.
    func checkAll() {
        watch.eventsSinceAudit = 0
        check(device.machine.audit)
        checkFacts()
    }

    /// Looks at everything, if enough has happened since.
    func checkAllIfDue() {
        guard daemonRuns, finding == nil,
            watch.eventsSinceAudit >= Self.eventsPerApp * apps.count
        else { return }
        checkAll()
    }

    /// - Parameter audit: of the machine as it is now.
    func check(_ audit: SystemMachine.Audit) {
        guard finding == nil else { return }
        var inFront = 0
        for app in audit.apps {
            if app.isInFront { inFront += 1 }
            check(app)
        }
        if inFront > 1 { fail(.oneInFront, "\(inFront) apps are in front") }
        if audit.armedDeadline != audit.nextDeadline {
            fail(
                .timerIsEarliest,
                "set for \(said(audit.armedDeadline)), due at \(said(audit.nextDeadline))")
        }
    }

    private func said(_ moment: AwakeInstant?) -> String {
        moment.map { ($0 - .zero).spoken } ?? "never"
    }

    // MARK: Apps

    private func check(_ app: SystemMachine.AppAudit) {
        guard let index = indices[app.id] else { return }
        checkQueues(app)
        guard let process = processes[index], process.key.launch == app.launch else { return }
        if process.isFrozen {
            if app.isAlive, app.state != .suspended, !app.isFreezing, !app.isDying {
                fail(.frozenIsSuspended, "it is frozen and not suspended", app.id)
            }
        } else if app.state == .suspended, !app.isDying {
            fail(.frozenIsSuspended, "it is suspended and runs", app.id)
        }
        checkStay(app, process)
    }

    private func checkQueues(_ app: SystemMachine.AppAudit) {
        if app.outstandingCalls > Limits.outstandingCallsPerApp + 8 {
            fail(.queuesAreBounded, "\(app.outstandingCalls) calls wait", app.id)
        }
        if app.openTasks > Limits.openTasksPerApp {
            fail(.queuesAreBounded, "\(app.openTasks) tasks are open", app.id)
        }
        if app.wakes > Limits.wakesPerApp {
            fail(.queuesAreBounded, "\(app.wakes) wake-ups wait", app.id)
        }
    }

    private func checkStay(_ app: SystemMachine.AppAudit, _ process: SimulatedProcess) {
        // SIGKILL works at once, unless the kernel keeps the process from dying.
        if app.isDying, !process.isDoomed {
            return fail(.nobodyOverstays, "it is being killed and lives on", app.id)
        }
        guard !process.isFrozen, !app.isInFront, !process.isDoomed else {
            process.overstaysAt = nil
            return
        }
        guard let limit = process.overstaysAt else {
            process.overstaysAt = now.awake + longestStay
            process.forgivenBefore = watch.forgiven
            return
        }
        let over = now.awake - (limit + (watch.forgiven - process.forgivenBefore))
        if over > .zero {
            fail(.nobodyOverstays, "it still runs, \(over.spoken) too long", app.id)
        }
    }

    /// The longest that anything may let an app run out of sight at one go.
    private var longestStay: Interval {
        [
            profile.launchLimit, profile.backgroundTransitionLimit,
            profile.backgroundTransitionLimit, profile.backgroundAllowance,
            profile.expirationWarning, profile.pushLimit, profile.terminationLimit,
            profile.terminationLimit, profile.freezeLimit, profile.killRetry,
        ].reduce(.zero, +)
    }

    /// Another wake-up was accepted for it.
    private func allowMore(_ app: AppID) {
        guard let index = indices[app], let process = processes[index],
            let limit = process.overstaysAt
        else { return }
        let more = [
            profile.launchLimit, max(profile.fetchLimit, profile.pushLimit),
            profile.terminationLimit, profile.terminationLimit, profile.freezeLimit,
            profile.killRetry,
        ].reduce(.zero, +)
        process.overstaysAt = max(limit, now.awake + more)
    }

    // MARK: Decisions

    /// Follows wake-ups from acceptance to verdict, and looks at each kill.
    private func note(_ decision: Decision) {
        switch (decision.kind, decision.detail) {
        case (.wake, .wake(let wake, _, _)):
            guard let app = decision.app else { return }
            watch.accepted(wake, app)
            allowMore(app)
        case (.wake, .wakeResult(let wake, _, _)):
            watch.verdict(wake, decision.reason, decision.app, self)
        case (.kill, _) where decision.reason.isDisobedience:
            guard let app = decision.app, let process = ended(decision), process.app.isObedient,
                !process.isHeadless, !process.isFrozen, watch.unnoticedStall != now.awake
            else { return }
            fail(.obedientLive, "it obeyed and was killed (\(decision.reason.rawValue))", app)
        case (.kill, _) where decision.reason == .freezeTimedOut:
            guard let app = decision.app, let process = ended(decision), process.freezing == nil,
                !process.isFrozen
            else { return }
            fail(.obedientLive, "it was killed for a freeze that nobody asked for", app)
        case _: break
        }
    }

    /// The process that a decision ended, or ends.
    private func ended(_ decision: Decision) -> SimulatedProcess? {
        decision.app.flatMap { indices[$0] }.flatMap { lastProcesses[$0] }.flatMap {
            $0.key.launch == decision.launch ? $0 : nil
        }
    }

    // MARK: Facts

    private func checkFacts() {
        let facts = device.machine.facts
        let promised = store.promised
        guard facts.count == promised.facts.count,
            facts.allSatisfy({ promised.facts[$0.key] == $0 })
        else { return fail(.restartsAreEquivalent, "the store was told of other facts") }
        guard device.machine.payloadsInUse.allSatisfy({ promised.payloads[$0] != nil }) else {
            return fail(.acknowledgedIsDurable, "a payload in use was dropped")
        }
    }

    /// After a day without faults: whatever still waits must have a stated reason.
    func checkSettled(_ audit: SystemMachine.Audit) {
        for app in audit.apps {
            let sentence = device.machine.why(app.id)?.sentence ?? ""
            if sentence.isEmpty { fail(.settles, "nothing says why it is where it is", app.id) }
            if app.state == .background { fail(.settles, "it still runs out of sight", app.id) }
            if app.wakes > 0 { fail(.settles, "\(app.wakes) wake-ups still wait", app.id) }
            if app.isDying || app.isFreezing { fail(.settles, "it is still being ended", app.id) }
            if !app.isAlive, let index = indices[app.id], processes[index] != nil {
                fail(.settles, "its process still lives", app.id)
            }
        }
        if let next = audit.apps.compactMap(\.nextDeadline).min() {
            fail(.settles, "a deadline is still ahead, at \(said(next))")
        }
        if watch.callersWait > 0 { fail(.settles, "\(watch.callersWait) callers still wait") }
        if !store.isSynced { fail(.settles, "the disk still has something to do") }
    }
}

extension Reason {
    /// Whether an app is ended by it for what it did or didn't do.
    fileprivate var isDisobedience: Bool {
        switch self {
        case .launchTimedOut, .backgroundTransitionTimedOut, .terminationTimedOut,
            .backgroundTaskExpired, .completionHandlerMissing, .notResponding,
            .connectionAbused:
            true
        case _: false
        }
    }
}
