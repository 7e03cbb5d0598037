// Coming to the front, leaving it, suspending and waking.
extension AppMachine {
    /// The user opened it (S3, S6).
    mutating func open(arguments: [String], _ context: AppContext, _ out: inout Recorder) {
        forceQuit = false
        switch stage {
        case .notRunning:
            start(takeLaunchCause(), toForeground: true, arguments: arguments, context, &out)
            deliverOpening(context, &out)
        case .launching(toForeground: true), .active:
            deliverOpening(context, &out)
        case .launching(toForeground: false):
            // It was, or will be, told that it is in the background.
            tasks.renew()
            deliverLink(context, &out)
            deliver(.willEnterForeground, context, &out)
            deliverOpening(context, &out)
            stage = .launching(toForeground: true)
            move(to: .inactive, .opened, .s6, context, &out)
        case .background:
            enterForeground(context, &out)
        case .freezing, .suspended:
            thaw(inFront: true, context, &out)
            stage = .background
            enterForeground(context, &out)
        case .terminating, .dying:
            follow(with: .open(arguments: arguments))
        }
    }

    private mutating func enterForeground(_ context: AppContext, _ out: inout Recorder) {
        tasks.renew()
        tell(inFront: true, context, &out)
        if state != .inactive { move(to: .inactive, .opened, .s6, context, &out) }
        deliverLink(context, &out)
        deliver(.willEnterForeground, context, &out)
        deliverOpening(context, &out)
        becomeActive(.opened, .s6, context, &out)
    }

    /// The user left it (S5), or it opted out of staying (O1-O3).
    mutating func leave(_ context: AppContext, _ out: inout Recorder) {
        switch stage {
        case .active:
            cancelInput(leaving: true, context, &out)
            resign(.left, .s5, context, &out)
            if let ending = endsWhenLeft(context.profile) {
                terminate(ending, context, &out)
            } else {
                enterBackground(context, &out)
            }
        case .launching(toForeground: true):
            if let ending = endsWhenLeft(context.profile) {
                kill(ending, context, &out)
            } else {
                stage = .launching(toForeground: false)
                deliver(
                    .didEnterBackground(
                        deadline: tasks.end(from: context.now.awake, context.profile)),
                    context, &out)
                move(to: .background, .left, .s5, context, &out)
            }
        case .notRunning, .launching(toForeground: false), .background, .freezing, .suspended,
            .terminating, .dying:
            break
        }
    }

    private mutating func enterBackground(_ context: AppContext, _ out: inout Recorder) {
        stage = .background
        tasks.update(executingInBackground: true, at: context.now.awake, context.profile)
        deliver(
            .didEnterBackground(deadline: tasks.end(from: context.now.awake, context.profile)),
            context, &out)
        move(to: .background, .left, .s5, context, &out)
    }

    /// Why the app ends when it is left; nil: it stays.
    func endsWhenLeft(_ profile: PolicyProfile) -> Ending? {
        if manifest.exitsOnSuspend { return Ending(reason: .optedOut, rule: .o1) }
        if let built = manifest.builtForMajorVersion, built < 4 {
            return Ending(reason: .builtForOldSystem, rule: .o3)
        }
        if !profile.multitaskingSupported {
            return Ending(reason: .multitaskingUnavailable, rule: .o2)
        }
        return nil
    }

    /// The app finished launching (S3, S4).
    mutating func finishedLaunching(_ context: AppContext, _ out: inout Recorder) {
        guard case .launching(let toForeground) = stage else { return }
        if toForeground {
            becomeActive(.didFinishLaunching, .s3, context, &out)
        } else {
            stage = .background
            tasks.update(executingInBackground: true, at: context.now.awake, context.profile)
        }
        deliverWakes(context, &out)
    }

    /// Whether anything lets it execute out of sight (S5).
    func isEntitled(_ context: AppContext) -> Bool {
        if calls.isInTransition || link.awaitedSince != nil || !wakes.isEmpty { return true }
        if !activities.isEmpty { return true }
        return !tasks.open.isEmpty && !sleepsWithTheDevice(context)
    }

    private func sleepsWithTheDevice(_ context: AppContext) -> Bool {
        context.deviceAsleep && context.profile.deviceSleepSuspendsTasks
    }

    /// Suspends an app in the background that nothing entitles to run, and takes back a suspension
    /// under way when something now does. Called after everything that may change either.
    mutating func settle(_ context: AppContext, _ out: inout Recorder) {
        switch stage {
        case .background:
            tasks.update(executingInBackground: true, at: context.now.awake, context.profile)
            guard !isEntitled(context) else { return }
            freeze(context, &out)
        case .freezing where isEntitled(context):
            resume(context, &out)
        case .suspended where isEntitled(context):
            if let woken = activities.first?.woken {
                wakeUp(woken.reason, woken.rule, context, &out)
            } else {
                wakeUp(.taskGoesOn, .t5, context, &out)
            }
            tellBackgroundTime(context, &out)
        case .notRunning, .launching, .active, .freezing, .suspended, .terminating, .dying:
            break
        }
    }

    /// The kernel confirmed the freeze; only now is the app suspended (S8).
    mutating func frozen(_ freeze: UInt64, _ context: AppContext, _ out: inout Recorder) {
        guard case .freezing = stage, freeze == freezes else { return }
        stage = .suspended
        link.hangUps = 0
        let asleep = !tasks.open.isEmpty
        move(to: .suspended, asleep ? .deviceSlept : .idle, asleep ? .t5 : .s5, context, &out)
        lookAtHoldings(&out)
    }

    /// From suspended into the background, for a cause that is recorded first.
    mutating func wakeUp(
        _ reason: Reason, _ rule: Rule, _ context: AppContext, _ out: inout Recorder
    ) {
        move(to: .background, reason, rule, context, &out)
        resume(context, &out)
    }

    /// Takes back a suspension, under way or complete.
    mutating func resume(_ context: AppContext, _ out: inout Recorder) {
        thaw(context, &out)
        stage = .background
        tasks.update(executingInBackground: true, at: context.now.awake, context.profile)
        if tasks.isOver { tellBackgroundTime(context, &out) }
    }

    /// An app that isn't connected, because the daemon is a new one, is heard before it is judged.
    mutating func thaw(
        inFront: Bool = false, _ context: AppContext, _ out: inout Recorder
    ) {
        if !link.connected { link.awaitedSince = context.now.awake }
        releaseHoldings(&out)
        out.effects.append(.thaw(id, launch))
        tell(inFront: inFront, context, &out)
    }

    mutating func freeze(_ context: AppContext, _ out: inout Recorder) {
        freezes &+= 1
        stage = .freezing(since: context.now.awake)
        tasks.update(executingInBackground: false, at: context.now.awake, context.profile)
        out.effects.append(.freeze(id, launch, freeze: freezes))
    }

    /// Somebody else froze or thawed it; the kernel's state is put right.
    mutating func foundFrozen(_ context: AppContext, _ out: inout Recorder) {
        switch stage {
        case .launching, .active, .background, .terminating: thaw(context, &out)
        case .notRunning, .freezing, .suspended, .dying: break
        }
    }

    mutating func foundThawed(_ context: AppContext, _ out: inout Recorder) {
        guard stage == .suspended else { return }
        move(to: .background, .foundThawed, .s8, context, &out)
        freeze(context, &out)
    }
}
