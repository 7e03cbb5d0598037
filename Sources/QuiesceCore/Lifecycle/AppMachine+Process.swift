// From the process's start to its end.
extension AppMachine {
    /// Starts a process. `arguments` come from the user's `open`.
    mutating func start(
        _ cause: LaunchCause, toForeground: Bool, arguments: [String] = [], _ context: AppContext,
        _ out: inout Recorder
    ) {
        launch = launch.next
        pid = nil
        calls = CallQueue()
        tasks = BackgroundTasks()
        link = Link()
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

    mutating func spawned(pid: Int32) { self.pid = pid }

    mutating func spawnFailed(
        step: String, code: Int32, _ context: AppContext, _ out: inout Recorder
    ) {
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
            stage = .dying(ending, retryAt: context.now.awake + context.profile.killRetry)
            tasks.update(executingInBackground: false, at: context.now.awake, context.profile)
            out.effects.append(.kill(id, launch))
        }
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
        countCrash(ending.reason, context)
        lastExit = Exit(
            launch: launch, reason: ending.reason, rule: ending.rule, status: status,
            time: context.now.wall, detail: ending.detail)
        stage = .notRunning
        pid = nil
        calls = CallQueue()
        tasks = BackgroundTasks()
        link = Link()
        move(to: .notRunning, ending.reason, ending.rule, detail: ending.detail, context, &out)
        // One attempt each: a wake-up whose app died over it has its verdict.
        for wake in wakes where wake.launch == launch { finish(wake, .appEnded, context, &out) }
        wakes.removeAll { $0.launch == launch }
    }

    /// Delays the next launch into the background (P9).
    private mutating func countCrash(_ reason: Reason, _ context: AppContext) {
        guard Self.crashReasons.contains(reason) else { return }
        crashes.count += 1
        let first = context.profile.crashBackoff.nanoseconds
        let most = context.profile.crashBackoffMost.nanoseconds
        let doublings = Int64(min(crashes.count - 1, 20))
        crashes.retryAt = context.now.instant + Interval(nanoseconds: min(first << doublings, most))
    }

    /// Endings that say that the app doesn't work.
    private static let crashReasons: [Reason] = [
        .crashed, .exitedWithError, .launchTimedOut, .spawnFailed,
    ]
}

extension AppMachine.Ending {
    /// An ending that nobody decided.
    init(of status: ExitStatus) {
        switch status {
        case .exited(0): self.init(reason: .exitedNormally, rule: .w5)
        case .exited(let code): self.init(reason: .exitedWithError, rule: .w5, detail: .code(code))
        case .signalled(let signal): self.init(reason: .crashed, rule: .w5, detail: .signal(signal))
        case .unknown: self.init(reason: .exitStatusUnknown, rule: .w5)
        }
    }
}
