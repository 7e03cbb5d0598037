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
}
