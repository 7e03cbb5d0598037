// Background tasks, as BGTaskScheduler knows them: refreshes are planned as fetches, processing waits until
// the device is idle.
extension SystemMachine {
    /// The app asks for a background task. The SDK has checked what it can; whoever passes it by is
    /// refused here, and told.
    mutating func submit(
        _ request: BackgroundTaskRequest, _ app: AppID, _ launch: Launch, _ now: Moment,
        _ out: inout Recorder
    ) {
        guard let slot = slot(app) else { return }
        let detail = Detail.taskRequest(request.kind, identifier: request.identifier)
        if let refusal = refusal(of: request, apps[slot]) {
            noteFetch(
                .refuse, refusal.reason, refusal.rule ?? .o4, detail: refusal.detail ?? detail, app,
                &out)
            return tell(app, launch, .init(identifier: request.identifier, reason: refusal.reason))
        }
        noteFetch(.input, .taskSubmitted, .f2, detail: detail, app, &out)
        fetches.change(app) {
            $0.remove(request.identifier)
            $0.tasks.append(request)
        }
        forgetRefusal(of: request.identifier, app)
        recordFetches(of: app, &out)
        fetches.isDirty = true
    }

    private func refusal(of request: BackgroundTaskRequest, _ app: AppMachine) -> Refusal? {
        let rule = WakeCause.task(request.kind, identifier: request.identifier).rule
        guard app.manifest.taskIdentifiers.contains(request.identifier) else {
            return Refusal(.taskNotPermitted, rule: .o4)
        }
        guard let mode = rule.modes.first, rule.isDeclared(by: app.manifest) else {
            return Refusal(
                .modeNotDeclared, rule: .o4,
                detail: rule.modes.first.map { .mode($0, profile: profile.name) })
        }
        guard profile.backgroundModes.contains(mode) else {
            return Refusal(
                .modeUnknownToProfile, rule: .o4, detail: .mode(mode, profile: profile.name))
        }
        let others = fetches[app.id]?.tasks.count {
            $0.kind == request.kind && $0.identifier != request.identifier
        }
        guard (others ?? 0) < request.kind.most else {
            return Refusal(.tooManyTaskRequests, rule: .f2)
        }
        return nil
    }

    /// nil: all.
    mutating func cancelTasks(_ app: AppID, _ identifier: String?, _ out: inout Recorder) {
        guard let waiting = fetches[app]?.tasks else { return }
        let cancelled = waiting.filter { identifier == nil || $0.identifier == identifier }
        guard !cancelled.isEmpty else { return }
        for task in cancelled {
            noteFetch(
                .input, .taskCancelled, .f2,
                detail: .taskRequest(task.kind, identifier: task.identifier), app, &out)
            fetches.change(app) { $0.remove(task.identifier) }
        }
        recordFetches(of: app, &out)
        fetches.isDirty = true
    }

    /// A tool has an app's task launched at once, whatever it waits for (F9).
    mutating func simulate(
        _ app: AppID, _ identifier: String, _ ticket: Ticket, _ now: Moment, _ out: inout Recorder
    ) {
        guard let slot = slot(app) else { return refuse(Refusal(.unknownApp), app, ticket, &out) }
        if shuttingDown != nil { return refuse(Refusal(.shuttingDown), app, ticket, &out) }
        input(.backgroundTask, &out)
        guard let task = fetches[app]?.tasks.first(where: { $0.identifier == identifier }) else {
            return refuse(Refusal(.noTaskRequest, rule: .f9), app, ticket, &out)
        }
        let cause = WakeCause.task(task.kind, identifier: identifier)
        let obstacles = apps[slot].obstacles(to: cause, contentAvailable: true, context(now))
        if let first = obstacles.first { return refuse(first, app, ticket, &out) }
        if foreground == app { leaveForeground(now, &out) }
        fetches.change(app) { $0.remove(identifier) }
        recordFetches(of: app, &out)
        _ = begin(cause, slot, now, &out)
        answer(ticket, durable: true, &out)
    }

    // MARK: Processing

    /// Ends what may not go on, and begins what now may: one at a time, in the order of apps' ids.
    mutating func planProcessing(_ now: Moment, _ out: inout Recorder) {
        for fetching in fetches.apps {
            guard let wake = fetching.processing, let slot = slot(fetching.app) else { continue }
            if isIdle(now), !misses(fetching.processingNeeds) { continue }
            update(slot, now, &out) { $0.expire(wake, $1, &$2) }
        }
        let waiting = fetches.apps.filter { $0.tasks.contains { $0.kind == .processing } }
        guard !waiting.isEmpty, !fetches.isScreenOn else { return }
        guard isIdle(now) else {
            let idle = fetches.screenSince + Limits.idleBeforeProcessing
            return askFetches(from: idle, by: idle + Limits.fetchSlack)
        }
        for fetching in waiting where !fetches.apps.contains(where: { $0.processing != nil }) {
            guard let slot = slot(fetching.app), processingObstacles(slot, now).isEmpty else {
                continue
            }
            let ready = fetching.tasks.first {
                $0.kind == .processing && !misses($0) && hasBegun($0, now)
            }
            guard let task = ready else { continue }
            let wake = begin(
                .task(.processing, identifier: task.identifier), slot, now, &out)
            fetches.change(fetching.app) {
                $0.remove(task.identifier)
                $0.processing = wake
                $0.processingNeeds = task
            }
            recordFetches(of: fetching.app, &out)
        }
        for task in waiting.flatMap(\.tasks) where task.kind == .processing && !hasBegun(task, now)
        {
            guard let begin = task.earliestBegin else { continue }
            let at = now.instant + min(begin - now.wall, Limits.farthestBegin)
            askFetches(from: at, by: at + Limits.fetchSlack)
        }
    }

    /// Nobody has looked for a while.
    private func isIdle(_ now: Moment) -> Bool {
        !fetches.isScreenOn && now.instant - fetches.screenSince >= Limits.idleBeforeProcessing
    }

    private func hasBegun(_ task: BackgroundTaskRequest, _ now: Moment) -> Bool {
        task.earliestBegin.map { $0 <= now.wall } ?? true
    }

    /// Whether the device lacks what it needs.
    private func misses(_ task: BackgroundTaskRequest?) -> Bool {
        guard let task else { return false }
        let conditions = device.conditions
        if task.requiresNetwork, conditions.network == DeviceConditions.Network.none { return true }
        return task.requiresPower && conditions.batteryState == .unplugged
    }

    /// What stands between an app and its processing tasks, whatever they need.
    func processingObstacles(_ slot: Int, _ now: Moment) -> [Refusal] {
        var found = apps[slot].obstacles(
            to: .task(.processing, identifier: ""), contentAvailable: true, context(now))
        if protection.awaitsFirstUnlock { found.append(Refusal(.awaitsFirstUnlock, rule: .u3)) }
        if apps[slot].isInForeground { found.append(Refusal(.inFront, rule: .f3)) }
        return found
    }

    /// The same, with what its requests wait for, for `why --not`.
    func processingHolds(_ app: AppID, _ now: Moment) -> [Refusal] {
        let tasks = (fetches[app]?.tasks ?? []).filter { $0.kind == .processing }
        guard let task = tasks.first else { return [Refusal(.noTaskRequest, rule: .f2)] }
        var found: [Refusal] = []
        if tasks.allSatisfy({ !hasBegun($0, now) }), let begin = task.earliestBegin {
            let at = now.instant + min(begin - now.wall, Limits.farthestBegin)
            found.append(Refusal(.fetchTooSoon, rule: .f2, detail: .notBefore(at)))
        }
        if tasks.allSatisfy({ misses($0) }) { found.append(Refusal(.conditionsMissing, rule: .f2)) }
        if !isIdle(now) { found.append(Refusal(.notIdle, rule: .f2)) }
        return found
    }
}

extension BackgroundTaskKind {
    /// Requests of one app that wait (BGTaskScheduler: 1 and 10).
    public var most: Int {
        switch self {
        case .appRefresh: Limits.refreshRequests
        case .processing: Limits.processingRequests
        }
    }
}

extension AppFetches {
    /// Whether it is to be fetched for at all.
    var wantsFetch: Bool {
        minimumInterval != nil || tasks.contains { $0.kind == .appRefresh }
    }

    /// The refresh that may begin now.
    func dueRefresh(at now: WallTime) -> BackgroundTaskRequest? {
        tasks.first { $0.kind == .appRefresh && ($0.earliestBegin.map { $0 <= now } ?? true) }
    }

    mutating func remove(_ identifier: String) { tasks.removeAll { $0.identifier == identifier } }
}
