// The conduct of an app while nobody sees it, and the resources that it holds while it is suspended
// (C1-C4).
//
// A hosted program knows none of these rules and is measured by none: its window may be shown while
// it is in the background, and its sockets are how others reach it while it is frozen (Y6).
extension AppMachine {
    /// Begins and ends the watch over an app that executes out of sight. Called after everything
    /// that may change where it stands.
    mutating func watchConduct(_ context: AppContext, _ out: inout Recorder) {
        givePrecedence(&out)
        switch stage {
        case .background:
            guard conduct.stay == nil, !manifest.isHosted else { return }
            conduct.stays &+= 1
            // Most stays are over before: they cost nothing.
            conduct.stay = .init(
                number: conduct.stays, lookAt: context.now.awake + Limits.firstLook)
        case .freezing:
            break  // It may yet go on, in the same stay.
        case .notRunning, .dying:
            conduct.stay = nil
        case .launching, .active, .suspended, .terminating:
            guard let stay = conduct.stay else { return }
            conduct.stay = nil
            guard stay.isThrottled else { return }
            out.effects.append(.restrain(id, launch, .cpu(nil, window: context.profile.cpuWindow)))
        }
    }

    /// The app in front comes before those that execute out of sight (C5).
    private mutating func givePrecedence(_ out: inout Recorder) {
        let isBehind: Bool
        switch stage {
        case .active: isBehind = false
        case .background: isBehind = true
        case .notRunning, .launching, .freezing, .suspended, .terminating, .dying: return
        }
        guard isBehind != conduct.isBehind else { return }
        conduct.isBehind = isBehind
        out.effects.append(.restrain(id, launch, .precedence(inFront: !isBehind)))
    }

    /// When what it uses is to be looked at; nil: nothing is to be, or is being.
    var nextLook: AwakeInstant? {
        guard let stay = conduct.stay, !stay.isAsked else { return nil }
        return stay.lookAt
    }

    mutating func lookIfDue(_ context: AppContext, _ out: inout Recorder) {
        guard case .background = stage, let due = nextLook, context.now.awake >= due,
            let stay = conduct.stay
        else { return }
        conduct.stay?.isAsked = true
        out.effects.append(.examine(id, launch, .executing(stay: stay.number)))
    }

    /// Asks again the questions that the daemon before this one asked.
    mutating func lookAgain(_ context: AppContext, _ out: inout Recorder) {
        guard !manifest.isHosted else { return free(context, &out) }
        conduct.stay?.isAsked = false
        conduct.stay?.lookAt = context.now.awake + Limits.firstLook
        if stage == .suspended {
            lookAtHoldings(&out)
        }
    }

    /// Older daemons measured hosted programs as they do apps.
    private mutating func free(_ context: AppContext, _ out: inout Recorder) {
        if conduct.stay?.isThrottled == true {
            out.effects.append(.restrain(id, launch, .cpu(nil, window: context.profile.cpuWindow)))
        }
        conduct.stay = nil
        releaseHoldings(&out)
    }

    /// It is suspended: what it holds of what others need is looked at.
    mutating func lookAtHoldings(_ out: inout Recorder) {
        guard !manifest.isHosted else { return }
        out.effects.append(.examine(id, launch, .suspended(freeze: freezes)))
    }

    /// It executes again: what held for a suspended app holds no more.
    mutating func releaseHoldings(_ out: inout Recorder) {
        conduct.heldLocks = []
        conduct.isPagedOut = false
        guard conduct.hidesPorts else { return }
        conduct.hidesPorts = false
        out.effects.append(.restrain(id, launch, .ports(hidden: false)))
    }

    mutating func examined(
        _ examination: Examination, _ findings: Findings, _ context: AppContext,
        _ out: inout Recorder
    ) {
        switch examination {
        case .suspended(let freeze):
            // Findings on an earlier suspension say nothing of this one.
            guard stage == .suspended, freeze == freezes else { return }
            judgeHoldings(findings, context, &out)
        case .executing(let number):
            guard let stay = conduct.stay, stay.number == number, stay.isAsked else { return }
            conduct.stay?.isAsked = false
            guard judgeGPU(findings.gpu, context, &out) else { return }
            judgeCPU(findings, context, &out)
        }
    }

    /// The awaited examination of the app that is of the same kind as `other`; nil: no such answer
    /// is awaited.
    func examination(like other: Examination) -> Examination? {
        switch other {
        case .suspended:
            return stage == .suspended ? .suspended(freeze: freezes) : nil
        case .executing:
            guard let stay = conduct.stay, stay.isAsked else { return nil }
            return .executing(stay: stay.number)
        }
    }

    // MARK: Suspended

    /// It is frozen, and needs none of its memory until it is thawed.
    mutating func pageOut(_ bytes: UInt64, _ out: inout Recorder) {
        conduct.isPagedOut = true
        note(.input, .pagedOut, .m1, detail: .memory(bytes: bytes), &out)
        out.effects.append(.restrain(id, launch, .pageOut))
    }

    private mutating func judgeHoldings(
        _ findings: Findings, _ context: AppContext, _ out: inout Recorder
    ) {
        if let lock = findings.locks.first {
            guard !context.profile.sharedLockEndsSuspended else {
                return endForLock(lock, context, &out)
            }
            conduct.heldLocks = findings.locks
            note(.input, .sharedLockKept, .c2, detail: .lock(lock), &out)
        }
        guard !findings.ports.isEmpty else { return }
        if findings.ports != conduct.portsTold {
            conduct.portsTold = findings.ports
            note(.refuse, .portsLeftOpen, .c4, detail: .ports(findings.ports), &out)
        }
        guard context.profile.hidesSuspendedPorts, !conduct.hidesPorts else { return }
        conduct.hidesPorts = true
        out.effects.append(.restrain(id, launch, .ports(hidden: true)))
    }

    /// Ends an app that holds what others need.
    mutating func endForLock(_ lock: HeldLock, _ context: AppContext, _ out: inout Recorder) {
        kill(Ending(reason: .heldSharedLock, rule: .c2, detail: .lock(lock)), context, &out)
    }

    // MARK: Executing out of sight

    /// - Returns: whether the app goes on.
    private mutating func judgeGPU(
        _ use: GPUUse?, _ context: AppContext, _ out: inout Recorder
    ) -> Bool {
        let before = conduct.stay?.gpu
        guard let use else {
            // Whatever is counted from now on is of this stay.
            conduct.stay?.gpu = before ?? .zero
            return true
        }
        guard let busy = use.busy else {
            if !conduct.gpuTold {
                conduct.gpuTold = true
                note(.input, .gpuOpenInBackground, .c1, detail: .gpu(use.device, used: .zero), &out)
            }
            return true
        }
        guard let before else {
            conduct.stay?.gpu = busy
            return true
        }
        guard busy > before else { return true }
        kill(
            Ending(
                reason: .gpuUsedInBackground, rule: .c1,
                detail: .gpu(use.device, used: busy - before)), context, &out)
        return false
    }

    private mutating func judgeCPU(
        _ findings: Findings, _ context: AppContext, _ out: inout Recorder
    ) {
        let (now, profile) = (context.now.awake, context.profile)
        guard var stay = conduct.stay else { return }
        defer { conduct.stay = stay.number == conduct.stay?.number ? stay : conduct.stay }
        // Work that the GPU does is seen by its counter alone.
        let gpuLook = findings.gpu?.busy == nil ? nil : now + Limits.gpuLook
        func look(in wait: Interval) {
            let next = now + max(wait, Limits.shortestLook)
            stay.lookAt = gpuLook.map { min($0, next) } ?? next
        }
        guard let cpu = findings.cpu else { return look(in: profile.cpuWindow) }
        // The user has asked for that work, sees it and may stop it (F10).
        guard !activities.contains(.continuedTask) else {
            stay.start = nil
            if stay.isThrottled {
                stay.isThrottled = false
                out.effects.append(.restrain(id, launch, .cpu(nil, window: profile.cpuWindow)))
            }
            return look(in: profile.cpuWindow)
        }
        let budget = stay.isThrottled ? profile.throttledCPU.mostOf : profile.cpuBudget
        guard let start = stay.start, cpu >= start.cpu else {
            stay.start = .init(at: now, cpu: cpu)
            return look(in: budget)
        }
        let (used, elapsed) = (cpu - start.cpu, now - start.at)
        stay.percent = used.percent(of: elapsed)
        guard used >= budget, used.isAsMuch(of: elapsed, as: budget, of: profile.cpuWindow) else {
            if elapsed >= profile.cpuWindow { stay.start = .init(at: now, cpu: cpu) }
            return look(in: elapsed >= profile.cpuWindow ? budget : budget - used)
        }
        let detail = Detail.cpu(used: used, elapsed: elapsed)
        if stay.isThrottled {
            return kill(Ending(reason: .cpuExceeded, rule: .c3, detail: detail), context, &out)
        }
        note(.refuse, .cpuThrottled, .c3, detail: detail, &out)
        stay.isThrottled = true
        stay.start = .init(at: now, cpu: cpu)
        out.effects.append(
            .restrain(id, launch, .cpu(profile.throttledCPU, window: profile.cpuWindow)))
        look(in: profile.throttledCPU.mostOf)
    }
}

extension Interval {
    /// Nine tenths of it: what comes this near to a cap is held back by it.
    fileprivate var mostOf: Interval { Interval(nanoseconds: nanoseconds / 10 * 9) }

    fileprivate func percent(of whole: Interval) -> Int {
        guard whole > .zero else { return 0 }
        return Int(min(100_000, Double(nanoseconds) / Double(whole.nanoseconds) * 100))
    }

    fileprivate func isAsMuch(
        of whole: Interval, as other: Interval, of otherWhole: Interval
    ) -> Bool {
        Double(nanoseconds) * Double(otherWhole.nanoseconds)
            >= Double(other.nanoseconds) * Double(whole.nanoseconds)
    }
}
