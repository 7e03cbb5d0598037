import QuiesceCore

// What must hold after every event.
extension World {
    func fail(_ invariant: Invariant, _ problem: String, _ app: AppID? = nil) {
        guard finding == nil else { return }
        var explanation: [String] = []
        if let app, let why = machine.why(app) {
            explanation.append(why.sentence)
            explanation += why.chain.suffix(6).map {
                "\($0.kind.rawValue) \($0.reason.rawValue) \($0.rule?.rawValue ?? "")"
            }
        }
        finding = Finding(
            invariant: invariant, problem: app.map { "\($0): \(problem)" } ?? problem,
            explanation: explanation, step: step, after: now.wall - started)
    }

    /// Follows wake-ups from acceptance to verdict, and looks at each kill.
    func note(_ decisions: [Decision]) {
        for decision in decisions {
            switch (decision.kind, decision.detail) {
            case (.wake, .wake(let wake, _, _)):
                wakeApps[wake.value] = decision.app
                if let app = decision.app, let index = indices[app] { allowMore(index) }
            case (.wake, .wakeResult(let wake, _, _)):
                if let verdict = verdicts[wake.value] {
                    fail(
                        .oneVerdict,
                        "wake-up \(wake) got \(decision.reason.rawValue) after \(verdict.rawValue)",
                        decision.app)
                }
                verdicts[wake.value] = decision.reason
            case (.kill, _) where decision.reason.isDisobedience:
                guard let app = decision.app, let index = indices[app],
                    let process = processes[index], process.launch == decision.launch,
                    process.obeys, !process.frozen
                else { continue }
                fail(
                    .obedientLive, "it obeyed and was killed (\(decision.reason.rawValue))", app)
            case (.kill, _) where decision.reason == .freezeTimedOut:
                guard let app = decision.app, let index = indices[app],
                    let process = processes[index], process.launch == decision.launch,
                    process.freezing == nil
                else { continue }
                fail(.obedientLive, "it was killed for a freeze that nobody asked for", app)
            case _: break
            }
        }
    }

    /// The longest that anything may let an app run out of sight at one go.
    private var longestStay: Interval {
        let profile = machine.profile
        return [
            profile.launchLimit, profile.backgroundTransitionLimit,
            profile.backgroundTransitionLimit, profile.backgroundAllowance,
            profile.expirationWarning, profile.pushLimit, profile.terminationLimit,
            profile.terminationLimit, profile.freezeLimit, profile.killRetry,
        ].reduce(.zero, +)
    }

    /// Another wake-up was accepted for it.
    private func allowMore(_ app: Int) {
        guard let limit = processes[app]?.overstaysAt else { return }
        let profile = machine.profile
        let more =
            now.awake + profile.launchLimit + max(profile.fetchLimit, profile.pushLimit)
            + profile.terminationLimit + profile.terminationLimit + profile.freezeLimit
            + profile.killRetry + forgiven
        processes[app]?.overstaysAt = max(limit, more)
    }

    /// - Parameter audit: of the machine as it is now.
    func check(_ audit: SystemMachine.Audit) {
        guard finding == nil else { return }
        var inFront = 0
        for app in audit.apps {
            guard let index = indices[app.id] else { continue }
            if app.isInFront { inFront += 1 }
            check(app, index)
        }
        if inFront > 1 { fail(.oneInFront, "\(inFront) apps are in front") }
        if audit.armedDeadline != audit.nextDeadline {
            fail(
                .timerIsEarliest,
                "set for \(said(audit.armedDeadline)), due at \(said(audit.nextDeadline))")
        }
        if timer != audit.armedAt { fail(.timerIsEarliest, "the shell holds another timer") }
        checkFacts()
    }

    private func said(_ moment: AwakeInstant?) -> String {
        moment.map { ($0 - .zero).spoken } ?? "never"
    }

    private func check(_ app: SystemMachine.AppAudit, _ index: Int) {
        let process = processes[index]
        if app.state == .suspended, !app.isDying, let process, process.launch == app.launch,
            !process.frozen
        {
            fail(.frozenIsSuspended, "it is suspended and runs", app.id)
        }
        if let process, process.frozen, app.isAlive, app.launch == process.launch,
            app.state != .suspended, !app.isFreezing, !app.isDying
        {
            fail(.frozenIsSuspended, "it is frozen and not suspended", app.id)
        }
        if app.outstandingCalls > Limits.outstandingCallsPerApp + 8 {
            fail(.queuesAreBounded, "\(app.outstandingCalls) calls wait", app.id)
        }
        if app.openTasks > Limits.openTasksPerApp {
            fail(.queuesAreBounded, "\(app.openTasks) tasks are open", app.id)
        }
        if app.wakes > Limits.wakesPerApp {
            fail(.queuesAreBounded, "\(app.wakes) wake-ups wait", app.id)
        }
        guard let process else { return }
        guard !process.frozen, !app.isInFront, !process.isDoomed else {
            processes[index]?.overstaysAt = nil
            return
        }
        if let limit = process.overstaysAt {
            if now.awake > limit + forgiven {
                fail(
                    .nobodyOverstays, "it still runs, \((now.awake - limit).spoken) too long",
                    app.id)
            }
        } else {
            processes[index]?.overstaysAt = AwakeInstant(
                nanoseconds: (now.awake + longestStay).nanoseconds - forgiven.nanoseconds)
        }
    }

    private func checkFacts() {
        let facts = machine.facts
        guard facts.count == store.submitted.count,
            facts.allSatisfy({ store.submitted[$0.key] == $0 })
        else { return fail(.restartsAreEquivalent, "the store was told of other facts") }
        guard Set(machine.payloadsInUse).isSubset(of: payloads) else {
            return fail(.acknowledgedIsDurable, "a payload in use was dropped")
        }
    }

    /// After a day without faults: whatever still waits must have a stated reason.
    func checkSettled(_ audit: SystemMachine.Audit) {
        for app in audit.apps {
            let sentence = machine.why(app.id)?.sentence ?? ""
            if sentence.isEmpty { fail(.settles, "nothing says why it is where it is", app.id) }
            if app.state == .background { fail(.settles, "it still runs out of sight", app.id) }
            if app.wakes > 0 { fail(.settles, "\(app.wakes) wake-ups still wait", app.id) }
            if app.isDying || app.isFreezing { fail(.settles, "it is still being ended", app.id) }
            if !app.isAlive, let index = indices[app.id], processes[index] != nil {
                fail(.settles, "its process still lives", app.id)
            }
        }
        if let next = audit.nextDeadline {
            fail(.settles, "a deadline is still ahead, at \(said(next))")
        }
        if !asking.isEmpty { fail(.settles, "\(asking.count) callers still wait") }
        if !store.isSynced { fail(.settles, "the disk still has something to do") }
    }
}

extension Reason {
    /// Whether an app is ended by it for what it did or didn't do.
    fileprivate var isDisobedience: Bool {
        [
            .launchTimedOut, .backgroundTransitionTimedOut, .terminationTimedOut,
            .backgroundTaskExpired, .completionHandlerMissing, .notResponding,
        ].contains(self)
    }
}
