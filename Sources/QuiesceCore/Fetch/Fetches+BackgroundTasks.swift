// Background tasks, as BGTaskScheduler knows them: refreshes are planned as fetches, processing
// waits until the device is idle.
extension Fetches {
    /// The app asks for a background task. The SDK has checked what it can; whoever passes it by is
    /// refused here, and told.
    mutating func submit(
        _ request: BackgroundTaskRequest, _ app: AppID, _ launch: Launch,
        in around: inout Surroundings
    ) {
        guard let manifest = around.manifest(of: app) else { return }
        let detail = Detail.fetch(.request(request.kind, identifier: request.identifier))
        if let refusal = refusal(of: request, app, manifest, around) {
            around.note(
                .refuse, refusal.reason, refusal.rule ?? .o4, detail: refusal.detail ?? detail,
                of: app)
            return tell(app, launch, .init(identifier: request.identifier, reason: refusal.reason))
        }
        around.note(.input, .taskSubmitted, .f2, detail: detail, of: app)
        change(app) {
            $0.remove(request.identifier)
            $0.tasks.append(request)
        }
        forgetRefusal(of: request.identifier, app)
        record(of: app, in: &around)
        isDirty = true
    }

    private func refusal(
        of request: BackgroundTaskRequest, _ app: AppID, _ manifest: AppManifest,
        _ around: borrowing Surroundings
    ) -> Refusal? {
        let rule = WakeCause.task(request.kind, identifier: request.identifier).rule
        guard manifest.taskIdentifiers.contains(request.identifier) else {
            return Refusal(.taskNotPermitted, rule: .o4)
        }
        guard let mode = rule.modes.first, rule.isDeclared(by: manifest) else {
            return Refusal(
                .modeNotDeclared, rule: .o4,
                detail: rule.modes.first.map { .mode($0, profile: around.profile.name) })
        }
        guard around.profile.backgroundModes.contains(mode) else {
            return Refusal(
                .modeUnknownToProfile, rule: .o4, detail: .mode(mode, profile: around.profile.name))
        }
        let others = self[app]?.tasks.count {
            $0.kind == request.kind && $0.identifier != request.identifier
        }
        guard (others ?? 0) < request.kind.most else {
            return Refusal(.tooManyTaskRequests, rule: .f2)
        }
        return nil
    }

    /// nil: all.
    mutating func cancelTasks(_ app: AppID, _ identifier: String?, in around: inout Surroundings) {
        guard let waiting = self[app]?.tasks else { return }
        let cancelled = waiting.filter { identifier == nil || $0.identifier == identifier }
        guard !cancelled.isEmpty else { return }
        for task in cancelled {
            around.note(
                .input, .taskCancelled, .f2,
                detail: .fetch(.request(task.kind, identifier: task.identifier)), of: app)
            change(app) { $0.remove(task.identifier) }
        }
        record(of: app, in: &around)
        isDirty = true
    }

    /// A tool has an app's task launched at once, whatever it waits for (F9).
    mutating func simulate(
        _ app: AppID, _ identifier: String, _ ticket: Ticket, in around: inout Surroundings
    ) {
        guard around.isInstalled(app) else {
            return around.refuse(Refusal(.unknownApp), app, ticket)
        }
        if around.shuttingDown != nil { return around.refuse(Refusal(.shuttingDown), app, ticket) }
        around.input(.backgroundTask)
        guard let task = self[app]?.tasks.first(where: { $0.identifier == identifier }) else {
            return around.refuse(Refusal(.noTaskRequest, rule: .f9), app, ticket)
        }
        let cause = WakeCause.task(task.kind, identifier: identifier)
        if let first = around.obstacles(to: cause, of: app, at: around.now).first {
            return around.refuse(first, app, ticket)
        }
        if around.foreground == app { around.leaveForeground() }
        change(app) { $0.remove(identifier) }
        record(of: app, in: &around)
        around.begin(cause, app)
        around.answer(ticket, durable: true)
    }

    // MARK: Processing

    /// Ends what may not go on, and begins what now may: one at a time, in the order of apps' ids.
    mutating func planProcessing(in around: inout Surroundings) {
        for fetching in plans {
            guard let wake = fetching.processing else { continue }
            if isIdle(around.now), !misses(fetching.processingNeeds, around),
                !around.device.conditions.lowPowerMode
            {
                continue
            }
            around.update(fetching.app) { $0.expire(wake, $1, &$2) }
        }
        let waiting = plans.filter { $0.tasks.contains { $0.kind == .processing } }
        guard !waiting.isEmpty, !isScreenOn else { return }
        guard isIdle(around.now) else {
            let idle = screenSince + Limits.idleBeforeProcessing
            return ask(from: idle, by: idle + Limits.fetchSlack)
        }
        for fetching in waiting where !plans.contains(where: { $0.processing != nil }) {
            guard processingObstacles(fetching.app, around.now, around).isEmpty else { continue }
            let ready = fetching.tasks.first {
                $0.kind == .processing && !misses($0, around) && hasBegun($0, around.now)
            }
            guard let task = ready else { continue }
            let wake = around.begin(
                .task(.processing, identifier: task.identifier), fetching.app)
            change(fetching.app) {
                $0.remove(task.identifier)
                $0.processing = wake
                $0.processingNeeds = task
            }
            record(of: fetching.app, in: &around)
        }
        for task in waiting.flatMap(\.tasks)
        where task.kind == .processing && !hasBegun(task, around.now) {
            guard let begin = task.earliest else { continue }
            let at = around.now.instant + min(begin - around.now.wall, Limits.farthestBegin)
            ask(from: at, by: at + Limits.fetchSlack)
        }
    }

    /// Nobody has looked for a while.
    private func isIdle(_ now: Moment) -> Bool {
        !isScreenOn && now.instant - screenSince >= Limits.idleBeforeProcessing
    }

    private func hasBegun(_ task: BackgroundTaskRequest, _ now: Moment) -> Bool {
        task.earliest.map { $0 <= now.wall } ?? true
    }

    /// Whether the device lacks what it needs.
    private func misses(_ task: BackgroundTaskRequest?, _ around: borrowing Surroundings) -> Bool {
        guard let task else { return false }
        let conditions = around.device.conditions
        if task.requiresNetwork == true, conditions.network == DeviceConditions.Network.none {
            return true
        }
        return task.requiresPower == true && conditions.batteryState == .unplugged
    }

    /// The obstacles to an app's processing tasks, whatever they need.
    func processingObstacles(_ app: AppID, _ now: Moment, _ around: borrowing Surroundings)
        -> [Refusal]
    {
        var found = around.obstacles(to: .task(.processing, identifier: ""), of: app, at: now)
        if around.protection.awaitsFirstUnlock {
            found.append(Refusal(.awaitsFirstUnlock, rule: .u3))
        }
        if around.isInFront(app) { found.append(Refusal(.inFront, rule: .f3)) }
        found += powerObstacles(around)
        return found
    }

    /// The same, with what its requests wait for, for `why --not`.
    func processingHolds(_ app: AppID, _ now: Moment, _ around: borrowing Surroundings) -> [Refusal]
    {
        let tasks = (self[app]?.tasks ?? []).filter { $0.kind == .processing }
        guard let task = tasks.first else { return [Refusal(.noTaskRequest, rule: .f2)] }
        var found: [Refusal] = []
        if tasks.allSatisfy({ !hasBegun($0, now) }), let begin = task.earliest {
            let at = now.instant + min(begin - now.wall, Limits.farthestBegin)
            found.append(Refusal(.fetchTooSoon, rule: .f2, detail: .notBefore(at)))
        }
        if tasks.allSatisfy({ misses($0, around) }) {
            found.append(Refusal(.conditionsMissing, rule: .f2))
        }
        found += powerObstacles(around)
        if !isIdle(now) { found.append(Refusal(.notIdle, rule: .f2)) }
        return found
    }

    private func powerObstacles(_ around: borrowing Surroundings) -> [Refusal] {
        around.device.conditions.lowPowerMode ? [Refusal(.lowPowerMode, rule: .f2)] : []
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
        tasks.first { $0.kind == .appRefresh && ($0.earliest.map { $0 <= now } ?? true) }
    }

    mutating func remove(_ identifier: String) { tasks.removeAll { $0.identifier == identifier } }
}
