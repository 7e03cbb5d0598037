// Wake-ups: accepted, delivered, completed.
extension AppMachine {
    /// Takes an accepted wake-up. What it is for is recorded before the app is thawed for it.
    mutating func take(_ wake: Wake, _ context: AppContext, _ out: inout Recorder) {
        let rule = wake.cause.rule
        note(
            .wake, rule.woken, rule.rule,
            detail: .wake(
                wake.id, cause: wake.cause.name, limit: wake.cause.limit(context.profile)), &out)
        out.record(.put(.wake(WakeFact(id: wake.id, app: id, cause: wake.cause))))
        wakes.append(wake)
        switch stage {
        case .notRunning where context.awaitsFirstUnlock:
            note(.wake, .awaitsFirstUnlock, .u3, &out)
        case .notRunning:
            start(wake.cause.launchCause, toForeground: false, context, &out)
        case .launching:
            wakes[wakes.count - 1].launch = launch
        case .active, .background:
            deliverWakes(context, &out)
        case .freezing:
            settle(context, &out)
            deliverWakes(context, &out)
        case .suspended:
            wakeUp(rule.woken, rule.rule, context, &out)
            deliverWakes(context, &out)
        case .terminating, .dying:
            break  // The next launch is for it.
        }
    }

    /// Calls the handlers of wake-ups that wait for them.
    mutating func deliverWakes(_ context: AppContext, _ out: inout Recorder) {
        for index in wakes.indices where wakes[index].delivered == nil {
            wakes[index].launch = launch
            wakes[index].delivered = context.now.awake
            if let call = wakes[index].cause.call(for: wakes[index].id) {
                deliver(call, isRepeat: wakes[index].isRepeat, context, &out)
            }
            if wakes[index].endsAtOnce { expire(wakes[index].id, context, &out) }
        }
    }

    /// The completion handler was called (F5). Unknown and finished ones are harmless.
    mutating func complete(
        _ wake: WakeID, _ result: WakeResult, _ context: AppContext, _ out: inout Recorder
    ) {
        guard let at = wakes.firstIndex(where: { $0.id == wake && $0.delivered != nil }) else {
            return note(.refuse, .unknownWake, .f5, &out)
        }
        let done = wakes.remove(at: at)
        if let call = done.cause.call(for: done.id) { calls.drop(call) }
        crashes = Crashes()
        switch result {
        case .newData: finish(done, .completedNewData, context, &out)
        case .noData: finish(done, .completedNoData, context, &out)
        case .failed: finish(done, .completedFailed, context, &out)
        }
        if done.cause.rule.refreshesSnapshot, state == .background { takeSnapshot(.f7, &out) }
        settle(context, &out)
    }

    /// Records the one verdict of a wake-up.
    mutating func finish(
        _ wake: Wake, _ verdict: Reason, _ context: AppContext, _ out: inout Recorder
    ) {
        let took = wake.delivered.map { context.now.awake - $0 } ?? .zero
        note(
            .wake, verdict, wake.cause.rule.completion,
            detail: .wakeResult(wake.id, cause: wake.cause.name, took: took), &out)
        out.finishedWakes.append(
            FinishedWake(
                app: id, wake: wake.id, verdict: verdict, took: took, payload: wake.cause.payload))
        out.record(.delete(key: Fact.key(wake: wake.id)))
    }

    /// The device restarted: nobody waits for them any more.
    mutating func endWakesOfTheMoment(_ context: AppContext, _ out: inout Recorder) {
        for wake in wakes where wake.cause.rule.isOfTheMoment {
            finish(wake, .deviceRestarted, context, &out)
        }
        wakes.removeAll { $0.cause.rule.isOfTheMoment }
    }

    /// It doesn't execute, and could.
    var canBeWoken: Bool {
        switch stage {
        case .notRunning: followUps.isEmpty
        case .suspended: true
        case .launching, .active, .background, .freezing, .terminating, .dying: false
        }
    }

    /// The obstacles to a wake-up of this app now, the deciding one first. Both the decision
    /// and `why --not` ask here.
    func obstacles(to cause: WakeCause, contentAvailable: Bool, _ context: AppContext) -> [Refusal]
    {
        var found: [Refusal] = []
        let rule = cause.rule
        let staysBehind = rule.leavesFront || !isInForeground
        let outlivesForceQuit =
            rule.isByUser || rule.isOfLocation && context.profile.locationOutlivesForceQuit
        if forceQuit, context.profile.forceQuitBarsLaunch, !outlivesForceQuit {
            found.append(Refusal(.forceQuitByUser, rule: .u2))
        }
        if let usual = rule.modes.first {
            let detail = Detail.mode(usual, profile: context.profile.name)
            let known = rule.modes.filter(context.profile.backgroundModes.contains)
            if known.isEmpty {
                found.append(Refusal(.modeUnknownToProfile, rule: .o4, detail: detail))
            } else if !known.contains(where: manifest.backgroundModes.contains) {
                found.append(Refusal(.modeNotDeclared, rule: .o4, detail: detail))
            }
        }
        if staysBehind, !rule.isNoRefresh, !mayRefresh(context) {
            found.append(Refusal(.backgroundRefreshOff, rule: .f8))
        }
        // An app that never stays in the background isn't sent there for a wake-up; a push is for
        // an app in front, too.
        if staysBehind, let ending = endsWhenLeft(context.profile) {
            found.append(Refusal(ending.reason, rule: ending.rule))
        }
        // Any other push is for the user, not for a Newsstand app (K1).
        if cause.kind == .push, !contentAvailable,
            context.profile.pushWakesNeedContentAvailable
                || !manifest.backgroundModes.contains(.remoteNotification)
        {
            found.append(Refusal(.notContentAvailable, rule: .r2))
        }
        if let (needed, denied) = rule.permission, grants.permissions[needed] != .authorized {
            found.append(Refusal(denied, rule: .u4))
        }
        if let reason = rule.needsProcess, !isAlive {
            found.append(Refusal(reason, rule: .w6))
        }
        if !isAlive, context.now.instant < crashes.retryAt {
            found.append(
                Refusal(
                    .crashLoop, rule: .w5, detail: .until(crashes.retryAt, crashes: crashes.count)))
        }
        if wakes.count >= Limits.wakesPerApp { found.append(Refusal(.tooManyWakes)) }
        return found
    }
}
