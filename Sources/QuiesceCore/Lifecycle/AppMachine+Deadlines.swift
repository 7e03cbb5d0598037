// The limits on one app, all in awake time (W1, T4, F5): when the next one ends, and what then.
extension AppMachine {
    typealias Window = DeadlineSchedule<AwakeClock>.Window

    /// When this app next wants to be looked at.
    func nextDeadline(_ profile: PolicyProfile) -> Window? {
        switch stage {
        case .notRunning:
            return heldUntil.map { Window(at: $0) }
        case .dying(_, let retryAt):
            return Window(at: retryAt)
        case .terminating(_, let deadline):
            return Window(at: deadline)
        case .freezing(let since):
            return Window(at: since + profile.freezeLimit)
        case .suspended:
            return nil
        case .launching, .active, .background:
            break
        }
        // Nothing is judged while the app could not be heard yet.
        if let since = link.awaitedSince { return Window(at: since + profile.reconnectGrace) }
        var next: Window?
        func consider(_ window: Window) {
            if let known = next, known.latest <= window.latest { return }
            next = window
        }
        if let (delivery, since) = calls.watched {
            consider(Window(at: since + delivery.call.limit(in: profile)))
        }
        if let at = unresponsiveAt { consider(Window(at: at)) }
        for wake in wakes {
            let end = wake.warning(profile) ?? wake.deadline(profile)
            if let end { consider(Window(at: end)) }
        }
        if tasks.warned {
            if let end = tasks.deadline(profile) { consider(Window(at: end)) }
        } else if let warning = tasks.warning(profile) {
            consider(warning)
        }
        if case .background = stage, let look = nextLook { consider(Window(at: look)) }
        return next
    }

    /// Does whatever is due by now. Early and repeated calls find nothing due.
    mutating func meetDeadlines(_ context: AppContext, _ out: inout Recorder) {
        let now = context.now.awake
        switch stage {
        case .notRunning:
            // The launch follows, as after the end of a process.
            if let held = heldUntil, now >= held { heldUntil = nil }
            return
        case .suspended:
            return
        case .dying(let ending, let retryAt):
            guard now >= retryAt else { return }
            note(.kill, .killRetried, ending.rule, &out)
            stage = .dying(ending, retryAt: now + context.profile.killRetry)
            out.effects.append(.kill(id, launch))
            return
        case .terminating(_, let deadline):
            guard now >= deadline else { return }
            let limit = context.profile.terminationLimit
            return overrun(
                "willTerminate", .terminationTimedOut, .w1, limit,
                since: deadline.before(by: limit), context, &out)
        case .freezing(let since):
            let limit = context.profile.freezeLimit
            guard now >= since + limit else { return }
            return overrun("freeze", .freezeTimedOut, .s8, limit, since: since, context, &out)
        case .launching, .active, .background:
            break
        }
        if let since = link.awaitedSince {
            guard now >= since + context.profile.reconnectGrace else { return }
            link.awaitedSince = nil
            calls.restartClock(at: now)
            endTasksWithConnection(context, &out)
        }
        meetCallDeadline(context, &out)
        meetInputDeadline(context, &out)
        meetWakeDeadlines(context, &out)
        meetTaskDeadline(context, &out)
        lookIfDue(context, &out)
        settle(context, &out)
    }

    private mutating func meetCallDeadline(_ context: AppContext, _ out: inout Recorder) {
        guard let (delivery, since) = calls.watched else { return }
        let limit = delivery.call.limit(in: context.profile)
        guard context.now.awake >= since + limit else { return }
        let reason: Reason =
            if case .finishLaunching = delivery.call { .launchTimedOut } else {
                .backgroundTransitionTimedOut
            }
        // A process that never spoke to the daemon has no call that it is slow with.
        let call =
            reason == .launchTimedOut && !link.connected && link.hangUps == 0
            ? AppCall.connectName : delivery.call.name
        overrun(call, reason, .w1, limit, since: since, context, &out)
    }

    private mutating func meetWakeDeadlines(_ context: AppContext, _ out: inout Recorder) {
        for wake in wakes {
            guard let warning = wake.warning(context.profile), warning <= context.now.awake else {
                continue
            }
            expire(wake.id, context, &out)
        }
        func isOver(_ wake: Wake) -> Bool {
            wake.deadline(context.profile).map { $0 <= context.now.awake } ?? false
        }
        for wake in wakes where wake.cause.rule.endsByItself && isOver(wake) {
            finish(wake, .timeIsOver, context, &out)
        }
        wakes.removeAll { $0.cause.rule.endsByItself && isOver($0) }
        guard let late = wakes.first(where: isOver), let delivered = late.delivered,
            let call = late.cause.call(for: late.id)
        else { return }
        overrun(
            call.name, .completionHandlerMissing, late.cause.rule.completion,
            late.cause.limit(context.profile), since: delivered, context, &out)
    }

    private mutating func overrun(
        _ what: String, _ reason: Reason, _ rule: Rule, _ limit: Interval, since: AwakeInstant,
        _ context: AppContext, _ out: inout Recorder
    ) {
        let detail = Detail.overran(call: what, limit: limit, elapsed: context.now.awake - since)
        kill(Ending(reason: reason, rule: rule, detail: detail), context, &out)
    }

    /// The timer fired late by `late`: the machine stood still, so the app did too. Every limit is
    /// extended by as much; one that has passed ends that much from now.
    mutating func extendLimits(by late: Interval, _ context: AppContext) {
        let now = context.now.awake
        func extra(_ deadline: AwakeInstant?) -> Interval {
            guard let deadline, deadline < now else { return late }
            return (now - deadline) + late
        }
        switch stage {
        case .notRunning:
            heldUntil = heldUntil.map { $0 + extra($0) }
        case .suspended:
            return
        case .dying(let ending, let retryAt):
            stage = .dying(ending, retryAt: retryAt + extra(retryAt))
        case .terminating(let ending, let deadline):
            stage = .terminating(ending, deadline: deadline + extra(deadline))
        case .freezing(let since):
            stage = .freezing(since: since + extra(since + context.profile.freezeLimit))
        case .launching, .active, .background:
            if let since = link.awaitedSince {
                link.awaitedSince = since + extra(since + context.profile.reconnectGrace)
            }
            if let (delivery, since) = calls.watched {
                calls.extendClock(by: extra(since + delivery.call.limit(in: context.profile)))
            }
            if let at = unresponsiveAt {
                input?.answeredAt = (at + extra(at)).before(by: Limits.unresponsiveAfter)
            }
            for index in wakes.indices {
                guard let delivered = wakes[index].delivered else { continue }
                let extra = extra(wakes[index].deadline(context.profile))
                wakes[index].delivered = delivered + extra
                wakes[index].endsAt = wakes[index].endsAt.map { $0 + extra }
            }
            tasks.extend(by: extra(tasks.deadline(context.profile)))
            if let look = nextLook { conduct.stay?.lookAt = look + extra(look) }
        }
    }
}
