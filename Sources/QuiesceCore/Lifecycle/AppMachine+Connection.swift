// The changes that the app's connection brings.
extension AppMachine {
    /// Callbacks that are handed to it now run.
    var hears: Bool {
        switch stage {
        case .launching, .active, .background: true
        case .notRunning, .freezing, .suspended, .terminating, .dying: false
        }
    }

    /// - Parameter news: what it is told right after its welcome, before its callbacks run.
    /// - Returns: whether it is welcome.
    mutating func connected(
        lastReceived: UInt64, lastHandled: UInt64, openTasks: [TaskID], hearing news: Effect?,
        _ context: AppContext, _ out: inout Recorder
    ) -> Bool {
        guard lastReceived <= link.recordedSeq ?? calls.lastSeq else {
            if link.recordedSeq == nil {
                kill(Ending(reason: .protocolViolated, rule: .w2), context, &out)
                return false
            }
            // An earlier daemon told it more than it could write down, on a full disk. It took that
            // for the calls that come now, so it can't be gone on with. Nor has it heard what it
            // was woken for since: the next launch does.
            for index in wakes.indices { wakes[index].giveBack() }
            kill(Ending(reason: .orphaned, rule: .w4), context, &out)
            return false
        }
        link.recordedSeq = nil
        // It connected just before it was frozen, and waits for the answer.
        switch stage {
        case .freezing: resume(context, &out)
        case .suspended: wakeUp(.connected, .s8, context, &out)
        case .notRunning, .launching, .active, .background, .terminating, .dying: break
        }
        out.effects.append(
            .welcome(
                id, launch, lastRequest: link.lastRequest, device: told.conditions,
                permissions: grants.told))
        if let news { out.effects.append(news) }
        if link.awaitedSince != nil { giveTimeToCatchUp(context) }
        // The effects of the handling are sent below, with the rest, in order.
        link.connected = false
        handled(upTo: lastHandled, context, &out)
        link.connected = true
        for delivery in calls.outstanding {
            out.effects.append(
                .send(
                    id, launch, delivery,
                    redelivered: delivery.isRepeat || delivery.seq <= lastReceived))
        }
        link.awaitedSince = nil
        reconcileTasks(openTasks, context, &out)
        settle(context, &out)
        // It may have missed a message about it.
        if state == .background { tellBackgroundTime(context, &out) }
        return true
    }

    /// The app lived on while nobody listened; what it said then follows its hello.
    private mutating func giveTimeToCatchUp(_ context: AppContext) {
        let now = context.now.awake
        calls.restartClock(at: now)
        for index in wakes.indices {
            guard let delivered = wakes[index].delivered,
                let deadline = wakes[index].deadline(context.profile)
            else { continue }
            let missing = (now + context.profile.reconnectGrace) - deadline
            if missing > .zero {
                wakes[index].delivered = delivered + missing
                wakes[index].endsAt = wakes[index].endsAt.map { $0 + missing }
            }
        }
        if let end = tasks.deadline(context.profile) {
            let least =
                tasks.warned ? context.profile.reconnectGrace : context.profile.expirationWarning
            let missing = (now + least) - end
            if missing > .zero { tasks.extend(by: missing) }
        }
    }

    /// The app closed its connection, or was cut off: its tasks end with it. It may connect again.
    mutating func disconnected(_ context: AppContext, _ out: inout Recorder) {
        link.connected = false
        if !isInForeground {
            link.hangUps += 1
            guard link.hangUps <= Limits.hangUpsPerStay else {
                return kill(Ending(reason: .connectionAbused, rule: .w4), context, &out)
            }
        }
        endTasksWithConnection(context, &out)
        settle(context, &out)
    }

    /// The callbacks of every call up to `seq` have returned.
    mutating func handled(upTo seq: UInt64, _ context: AppContext, _ out: inout Recorder) {
        let done = calls.handled(upTo: seq, at: context.now.awake)
        if case .terminating(let ending, _) = stage, done.contains(where: { $0.call.isLimited }) {
            // willTerminate runs only from now on.
            stage = .terminating(
                ending, deadline: context.now.awake + context.profile.terminationLimit)
        }
        for delivery in done {
            if case .finishLaunching = delivery.call { finishedLaunching(context, &out) }
            // A launch that got this far is no crash loop.
            if case .didBecomeActive = delivery.call { crashes = Crashes() }
            if case .didEnterBackground = delivery.call { takeSnapshot(.p2, &out) }
        }
        if done.contains(where: \.call.isInput) { answeredInput(context, &out) }
        tellUntoldActivity(context, &out)
        warnOfTasks(context, &out)
        settle(context, &out)
    }

    /// A request is carried out once, however often it comes.
    mutating func isNew(request: UInt64) -> Bool {
        guard request > link.lastRequest else { return false }
        link.lastRequest = request
        return true
    }

    /// Somebody thawed it while no daemon ran. It has executed since, so it is heard before it is
    /// frozen again.
    private mutating func hearThawed(_ context: AppContext, _ out: inout Recorder) {
        move(to: .background, .foundThawed, .s8, context, &out)
        stage = .background
        link.awaitedSince = context.now.awake
        tasks.update(executingInBackground: true, at: context.now.awake, context.profile)
    }

    /// A new daemon found this app's process, frozen or not, or didn't find it (nil).
    mutating func restarted(
        found: ObservedProcess?, deviceRestarted: Bool, launching: Bool, _ context: AppContext,
        _ out: inout Recorder
    ) {
        if deviceRestarted { endWakesOfTheMoment(context, &out) }
        guard isAlive else { return }
        guard let found else {
            if deviceRestarted {
                stage = .dying(
                    Ending(reason: .deviceRestarted, rule: .w4), retryAt: context.now.awake)
            }
            if case .launching = stage, pid == nil, !deviceRestarted {
                // The last daemon ended before it knew whether it had started it.
                guard launching else {
                    for index in wakes.indices { wakes[index].giveBack() }
                    return exited(.unknown, context, &out)
                }
                calls.restartClock(at: context.now.awake)
                out.effects.append(.spawn(id, launch, arguments: arguments))
                return note(.transition, .launched, .s3, from: state, to: state, &out)
            }
            return exited(.unknown, context, &out)
        }
        spawned(pid: found.pid)
        link.connected = false
        link.recordedSeq = link.recordedSeq ?? calls.lastSeq
        switch stage {
        case .notRunning:
            return
        case .dying(let ending, _):
            stage = .dying(ending, retryAt: context.now.awake + context.profile.killRetry)
            out.effects.append(.kill(id, launch))
        case .suspended:
            if !found.frozen { hearThawed(context, &out) }
        case .terminating(let ending, _):
            stage = .terminating(
                ending, deadline: context.now.awake + context.profile.terminationLimit)
            if found.frozen { thaw(context, &out) }
        case .launching, .active, .background, .freezing:
            // The words of an app before a freeze that was under way were lost with the daemon: the
            // app is heard first.
            if case .freezing = stage { stage = .background }
            link.awaitedSince = context.now.awake
            if found.frozen { thaw(context, &out) }
        }
        lookAgain(context, &out)
        note(.transition, .adopted, nil, from: state, to: state, &out)
    }
}
