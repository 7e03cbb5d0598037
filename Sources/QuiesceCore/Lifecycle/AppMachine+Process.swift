// From the process's start to its end.
extension AppMachine {
    /// Starts a process. `arguments` come from the user's `open`.
    mutating func start(
        _ cause: LaunchCause, toForeground: Bool, arguments: [String] = [], _ context: AppContext,
        _ out: inout Recorder
    ) {
        launch = launch.next
        pid = nil
        self.arguments = arguments
        heldUntil = nil
        calls = CallQueue()
        input = nil
        isActivityUntold = nil
        tasks = BackgroundTasks()
        activities = []
        link = Link()
        conduct = Conduct()
        told = context.device
        settings = AppSettings()
        grants.launched()
        stage = .launching(toForeground: toForeground)
        move(
            to: toForeground ? .inactive : .background, toForeground ? .opened : .launched,
            toForeground ? .s3 : .s4, context, &out)
        out.effects.append(.spawn(id, launch, arguments: arguments))
        deliver(
            .finishLaunching(
                toForeground: toForeground, cause: cause, previousExit: lastExit?.reason),
            context, &out)
        for index in wakes.indices { wakes[index].launch = launch }
    }

    mutating func spawned(pid: Int32) {
        self.pid = pid
        arguments = []
    }

    mutating func spawnFailed(
        step: String, code: Int32, _ context: AppContext, _ out: inout Recorder
    ) {
        guard pid == nil else { return }  // It runs.
        ended(
            .exited(code: 127),
            Ending(reason: .spawnFailed, rule: .w5, detail: .failedStep(step, errno: code)),
            context, &out)
    }

    /// Calls willTerminate if the app executes (W3), else kills it.
    mutating func terminate(_ ending: Ending, _ context: AppContext, _ out: inout Recorder) {
        switch stage {
        case .notRunning, .dying:
            break
        case .terminating(_, let deadline):
            stage = .terminating(ending, deadline: deadline)
        case .active, .background:
            note(.kill, ending.reason, ending.rule, detail: ending.detail, &out)
            cancelInput(leaving: true, context, &out)
            if stage == .active {
                resign(ending.reason, ending.rule, detail: ending.detail, context, &out)
            }
            deliver(.willTerminate, context, &out)
            stage = .terminating(
                ending, deadline: context.now.awake + context.profile.terminationLimit)
            tasks.update(executingInBackground: false, at: context.now.awake, context.profile)
        case .launching, .freezing, .suspended:
            kill(ending, context, &out)
        }
    }

    mutating func kill(_ ending: Ending, _ context: AppContext, _ out: inout Recorder) {
        switch stage {
        case .notRunning, .dying:
            return
        case .launching, .active, .background, .freezing, .suspended, .terminating:
            note(.kill, ending.reason, ending.rule, detail: ending.detail, &out)
            // It isn't in front any more, and hears nothing of it.
            if state == .active {
                move(
                    to: .inactive, ending.reason, ending.rule, detail: ending.detail, context, &out)
            }
            stage = .dying(ending, retryAt: context.now.awake + context.profile.killRetry)
            tasks.update(executingInBackground: false, at: context.now.awake, context.profile)
            out.effects.append(.kill(id, launch))
        }
    }

    /// A process of it was found that nobody knew of, and is being killed: no other is started
    /// before it is gone.
    mutating func awaitEnd(
        ofOrphan process: ObservedProcess, _ context: AppContext, _ out: inout Recorder
    ) {
        launch = process.launch
        pid = process.pid
        stage = .dying(
            Ending(reason: .orphaned, rule: .w4),
            retryAt: context.now.awake + context.profile.killRetry)
        move(to: .background, .orphaned, .w4, context, &out)
    }

    /// An app so far behind isn't listening, and its queue must not grow without end.
    mutating func endIfFlooded(_ context: AppContext, _ out: inout Recorder) {
        guard calls.outstanding.count > Limits.outstandingCallsPerApp else { return }
        endAsFlooded(context, &out)
    }

    mutating func endAsFlooded(_ context: AppContext, _ out: inout Recorder) {
        kill(Ending(reason: .notResponding, rule: .w4), context, &out)
    }

    mutating func exited(_ status: ExitStatus, _ context: AppContext, _ out: inout Recorder) {
        switch stage {
        case .notRunning:
            return
        case .dying(let ending, _), .terminating(let ending, _):
            ended(status, ending, context, &out)
        case .launching, .active, .background, .freezing, .suspended:
            ended(status, Ending(of: status), context, &out)
        }
    }

    private mutating func ended(
        _ status: ExitStatus, _ ending: Ending, _ context: AppContext, _ out: inout Recorder
    ) {
        // The remains of a launch whose end is known, as after `awaitEnd(ofOrphan:)`, change
        // nothing of how that launch ended.
        if lastExit?.launch != launch {
            if isCrash(ending.reason) { countCrash(context) }
            lastExit = Exit(
                launch: launch, reason: ending.reason, rule: ending.rule, status: status,
                time: context.now.wall, detail: ending.detail)
        }
        stage = .notRunning
        pid = nil
        calls = CallQueue()
        input = nil
        tasks = BackgroundTasks()
        activities = []
        link = Link()
        grants.launched()
        move(to: .notRunning, ending.reason, ending.rule, detail: ending.detail, context, &out)
        // The next launch is for them, if this one did nothing wrong.
        for index in wakes.indices
        where wakes[index].launch == launch && wakes[index].cause.rule.needsProcess == nil {
            if ending.isForTheDevice { wakes[index].giveBack() }
            if ending.reason == .memoryPressure { wakes[index].giveBackAfterPurge() }
        }
        // One attempt each: a wake-up whose app died over it has its verdict.
        for wake in wakes where wake.launch == launch || wake.cause.rule.needsProcess != nil {
            finish(wake, .appEnded, context, &out)
        }
        wakes.removeAll { $0.launch == launch || $0.cause.rule.needsProcess != nil }
    }
}

extension AppMachine.Ending {
    /// The app did nothing wrong: what it was woken for and didn't finish comes again.
    var isForTheDevice: Bool { [.shutDown, .deviceRestarted, .updated].contains(reason) }
}

extension AppMachine.Ending {
    /// An ending that nobody decided.
    init(of status: ExitStatus) {
        switch status {
        case .exited(0): self.init(reason: .exitedNormally, rule: .w5)
        case .exited(let code): self.init(reason: .exitedWithError, rule: .w5, detail: .code(code))
        case .signalled(let signal): self.init(reason: .crashed, rule: .w5, detail: .signal(signal))
        case .outOfMemory: self.init(reason: .killedByKernelForMemory, rule: .m1)
        case .unknown: self.init(reason: .exitStatusUnknown, rule: .w5)
        }
    }
}
