import QuiesceCore
import QuiesceShell

// Conditions that must hold after every event. Everything that the event touched is looked at each
// time; everything else, now and then.
extension SimulatedDevice {
    /// How often everything is looked at.
    private static let eventsBetweenAudits = 512
    /// At the end of a step that is done when so many events per app have passed since, as looking
    /// takes as long as there are apps.
    private static let eventsPerApp = 4
    /// So long a step's pause tells of itself, though no event did: who overstays may cause none.
    private static let longPause: Int64 = 600_000

    func fail(_ invariant: Invariant, _ problem: String, _ app: AppID? = nil) {
        guard !isStill, isJudged else { return }
        var explanation: [String] = []
        if let app, let why = device.machine.why(app) {
            explanation.append(why.sentence)
            explanation += why.chain.suffix(6).map {
                "\($0.kind.rawValue) \($0.reason.rawValue) \($0.rule?.rawValue ?? "")"
            }
        }
        finding = Finding(
            invariant: invariant, problem: app.map { "\($0): \(problem)" } ?? problem,
            explanation: explanation, step: step, after: elapsed)
    }

    func check(_ event: Event, _ reaction: Reaction) {
        watch.eventsSinceAudit += 1
        if case .restarted = event {
            check(nil)
            // The store is put right only after it.
            for app in audit.apps { check(app) }
            watch.eventsSinceAudit = 0
            return
        }
        if watch.eventsSinceAudit >= Self.eventsBetweenAudits, !isTellingOfDisk {
            check(nil)
            return checkAll()
        }
        if event.concernsAll {
            check(nil)
            return check(audit)
        }
        let app = event.origin.app
        check(app)
        // The app of a notification needn't be in front.
        if case .notification = event { check(device.inspect { $0.foreground }) }
        // A look at a program is an event of nobody's, and what comes of it is decided of an app.
        for decision in reaction.decisions {
            if let other = decision.app, other != app { check(other) }
        }
        for effect in reaction.effects {
            if let other = effect.app, other != app { check(other) }
            if case .notification(.show) = effect { check(device.inspect { $0.foreground }) }
        }
    }

    /// The audit of the machine as its last event left it.
    var audit: SystemMachine.Audit { device.inspect { $0.audit(at: lastMoment) } }

    /// Looks at the timer, and at an app, if there is one of that name.
    private func check(_ app: AppID?) {
        let (found, armed, at) = device.inspect { machine in
            (app.flatMap { machine.audit(of: $0) }, machine.armedDeadline, machine.timerAt)
        }
        if at != timer {
            fail(.timerIsEarliest, "the device holds another timer than the core asked for")
        }
        guard let audit = found else { return }
        check(audit)
        if let deadline = audit.nextDeadline, armed.map({ $0 > deadline }) ?? true {
            fail(.timerIsEarliest, "set for \(said(armed)), due at \(said(deadline))", audit.id)
        }
    }

    /// Looks at everything.
    func checkAll() {
        watch.eventsSinceAudit = 0
        check(audit)
        checkFacts()
    }

    /// Looks at everything, if enough has happened since.
    /// - Parameter pause: milliseconds that have passed since the step before.
    func checkAllIfDue(after pause: Int64 = 0) {
        guard daemonRuns, !isStill,
            pause >= Self.longPause || watch.eventsSinceAudit >= Self.eventsPerApp * apps.count
        else { return }
        checkAll()
    }

    /// - Parameter audit: of the machine as it is now.
    func check(_ audit: SystemMachine.Audit) {
        guard !isStill else { return }
        var inFront = 0
        for app in audit.apps {
            if app.isInFront { inFront += 1 }
            check(app)
        }
        let active = audit.apps.count { $0.state == .active }
        if max(inFront, active) > 1 {
            fail(.oneInFront, "\(inFront) apps are in front, \(active) active")
        }
        checkTimer(audit)
    }

    private func checkTimer(_ audit: SystemMachine.Audit) {
        // The dead daemon's holds until the next one has heard of the restart.
        guard hasTakenOver else { return }
        if audit.armedDeadline != audit.nextDeadline {
            fail(
                .timerIsEarliest,
                "set for \(said(audit.armedDeadline)), due at \(said(audit.nextDeadline))")
        }
        // Both clocks run alike until the device sleeps, and then the timer is early.
        if let deadline = audit.armedDeadline, let at = audit.armedAt,
            at > lastMoment.instant + max(.zero, deadline - lastMoment.awake)
        {
            fail(.timerIsEarliest, "the timer fires after \(said(deadline))")
        }
    }

    private func said(_ moment: AwakeInstant?) -> String {
        moment.map { ($0 - .zero).spoken } ?? "never"
    }

    // MARK: Apps

    private func check(_ app: SystemMachine.AppAudit) {
        guard let index = indices[app.id] else { return }
        checkQueues(app)
        checkOracles(app, index)
        guard hasTakenOver, let process = processes[index], process.key.launch == app.launch else {
            return
        }
        if process.stands {
            if app.isAlive, app.state != .suspended, !app.isFreezing, !app.isDying {
                fail(.frozenIsSuspended, "it is frozen and not suspended", app.id)
            }
        } else if app.state == .suspended, !app.isDying {
            fail(.frozenIsSuspended, "it is suspended and runs", app.id)
        }
        checkStay(app, process)
    }

    private func checkOracles(_ app: SystemMachine.AppAudit, _ index: Int) {
        let executes =
            app.isAlive && app.state != .suspended && !app.isFreezing && !app.isTerminating
            && !app.isDying
        guard executes else { return }
        let isCovered = watch.cover.coversFront || app.isPrompting
        if app.isInFront, !app.isLaunching, (app.state == .active) == isCovered {
            fail(
                .interruptionsEnd,
                isCovered
                    ? "it is active under what lies over it" : "nothing lies over it any more",
                app.id)
        }
        guard !app.isBehind else { return }
        let missing = watch.told.missing(index, app.launch, inFront: app.isInFront)
        if !missing.isEmpty {
            fail(
                .netChange, "it runs and isn't told of \(missing.map(\.rawValue))", app.id)
        }
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
        guard !process.stands, !app.isInFront, !process.isDoomed,
            !keepsRunning(app.id)
        else {
            process.overstaysAt = nil
            return
        }
        guard let limit = process.overstaysAt else {
            process.overstaysAt = clocks.awake + longestStay + processing(app.id)
            process.forgivenBefore = watch.forgiven
            return
        }
        let over = clocks.awake - (limit + (watch.forgiven - process.forgivenBefore))
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
    func allowMore(_ app: AppID) {
        guard let index = indices[app], let process = processes[index],
            let limit = process.overstaysAt
        else { return }
        let more = [
            profile.launchLimit, max(profile.fetchLimit, profile.pushLimit),
            profile.terminationLimit, profile.terminationLimit, profile.freezeLimit,
            profile.killRetry,
        ].reduce(.zero, +)
        process.overstaysAt = max(limit, clocks.awake + more + processing(app))
    }

    /// How long the app may take for processing that it was woken for.
    private func processing(_ app: AppID) -> Interval {
        let isProcessing = watch.openWakes.contains { id, wake in
            wake.app == app && device.inspect { $0.taskKind(of: WakeID(id)) == .processing }
        }
        return isProcessing ? profile.processingLimit : .zero
    }

    // MARK: Facts

    private func checkFacts() {
        // Facts that a new daemon learns before it knows which processes there are reach the store
        // with later ones.
        guard device.inspect({ $0.awaitedBoot == nil }) else { return }
        let (facts, payloads) = device.inspect { ($0.facts, $0.payloadsInUse) }
        let promised = store.promised
        func areOther() { fail(.restartsAreEquivalent, "the store was told of other facts") }
        guard facts.count == promised.facts.count else { return areOther() }
        for fact in facts where promised.facts[fact.key] != fact { return areOther() }
        for payload in payloads
        where promised.payloads[payload] == nil {
            // A power cut left the journal more than the store, and nobody was told that this
            // lasts.
            if store.lostStaged.contains(payload) { continue }
            return fail(.acknowledgedIsDurable, "payload \(payload), which is in use, was dropped")
        }
    }

    /// A capability lets it run out of sight for as long as it does what it does.
    private func keepsRunning(_ app: AppID) -> Bool {
        guard let process = process(of: app) else { return false }
        return parts.all.contains { $0.keepsRunning(process, self) }
    }

    /// After a day without faults: whatever still waits must have a stated reason.
    func checkSettled(_ audit: SystemMachine.Audit) {
        for app in audit.apps {
            let sentence = device.machine.why(app.id)?.sentence ?? ""
            if sentence.isEmpty { fail(.settles, "nothing says why it is where it is", app.id) }
            if app.state == .background, !keepsRunning(app.id) {
                fail(.settles, "it still runs out of sight", app.id)
            }
            if app.wakes > 0 { fail(.settles, "\(app.wakes) wake-ups still wait", app.id) }
            if app.isDying || app.isFreezing { fail(.settles, "it is still being ended", app.id) }
            if !app.isAlive, let index = indices[app.id], processes[index] != nil {
                fail(.settles, "its process still lives", app.id)
            }
        }
        // An app that keeps running is looked at now and then.
        let over = audit.apps.filter { !keepsRunning($0.id) }
        if let next = over.compactMap(\.nextDeadline).min() {
            fail(.settles, "a deadline is still ahead, at \(said(next))")
        }
        if watch.callersWait > 0 { fail(.settles, "\(watch.callersWait) callers still wait") }
        if !store.isSynced { fail(.settles, "the disk still has something to do") }
    }
}
