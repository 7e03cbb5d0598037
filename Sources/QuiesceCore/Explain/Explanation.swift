/// The answer to "why": the present state in one plain sentence, what is not settled, and the
/// decisions that led there.
public struct Explanation: Sendable, Hashable {
    public var app: AppID
    public var state: AppState
    /// When it came into that state; nil if it isn't installed.
    public var since: WallTime?
    /// The present launch, or the last.
    public var launch: Launch
    public var sentence: String
    public var reason: Reason
    public var rule: Rule?
    /// The obstacles to the wake-up that was asked about; empty: there are none.
    public var obstacles: [Obstacle] = []
    /// Further obstacles to the device's waking it by itself now; a tool may do so all the same
    /// (F9), but for a silent push, which waits for it (R4).
    public var planObstacles: [Obstacle] = []
    public var pending: [Pending]
    /// Oldest first.
    public var chain: [Decision]
    /// Its latest refusals, oldest first.
    public var refusals: [Decision]
    /// How its launches ended, as far as that is remembered, oldest first.
    public var endings: [LaunchEnding]
}

/// Something that stands in the way of a wake-up.
public struct Obstacle: Sendable, Hashable {
    public var refusal: Refusal
    /// When time alone takes it away.
    public var earliest: When?

    public var reason: Reason { refusal.reason }
}

extension SystemMachine {
    /// Why `app` is where it is.
    ///
    /// - Parameter now: nil leaves out what only the time decides, a back-off after crashes.
    /// - Returns: nil if it isn't installed and nothing is remembered of it.
    public func why(_ app: AppID, at now: Moment? = nil) -> Explanation? {
        let earlier = around.history.about(app)
        return around.withApp(app) { explanation(of: $0, earlier, at: now) } ?? gone(app, earlier)
    }

    private func explanation(
        of machine: borrowing AppMachine, _ earlier: History, at now: Moment?
    ) -> Explanation {
        let app = machine.id
        let context = around.context(now ?? .zero)
        var pending = machine.pending(context)
        if let now, let backOff = machine.backOff(at: now) { pending.append(backOff) }
        pending += waiting(of: app, at: now)
        let chain =
            (machine.history.chain + transfers.history.about(app).chain
            + notifications.history.about(app).chain)
            .sorted { $0.seq < $1.seq }
        return Explanation(
            app: app, state: machine.state, since: machine.since, launch: machine.launch,
            sentence: machine.sentence(around.profile, name: machine.manifest.name),
            reason: machine.reason,
            rule: machine.history.recent.last { $0.kind == .transition }?.rule, pending: pending,
            chain: chain,
            refusals: earlier.refusals + Array(machine.history.refusals), endings: whyKilled(app))
    }

    /// The memory of an app that isn't installed.
    private func gone(_ app: AppID, _ earlier: History) -> Explanation? {
        let chain = earlier.chain
        guard !chain.isEmpty else { return nil }
        return Explanation(
            app: app, state: .notRunning, since: nil,
            launch: chain.compactMap(\.launch).max() ?? Launch(number: 0),
            sentence: "\(app) is not installed.", reason: .unknownApp, rule: nil, pending: [],
            chain: chain, refusals: Array(earlier.refusals), endings: whyKilled(app))
    }

    /// Why `app` would not be woken for `cause` at `now`; nil if it isn't installed.
    public func whyNot(_ app: AppID, _ cause: WakeCause, at now: Moment) -> Explanation? {
        guard let name = around.name(of: app), let stage = around.stage(of: app),
            var answer = why(app, at: now)
        else { return nil }
        let delay = stage.delay(awaitsFirstUnlock: around.awaitsFirstUnlock)
        answer.obstacles = obstacles(app, cause, now)
        answer.planObstacles = planObstacles(app, cause, answer.obstacles, now)
        if cause.kind == .push {
            answer.planObstacles = [pushes.holdObstacle(app, now, around)].compactMap(\.self)
        }
        if let first = answer.obstacles.first {
            answer.reason = first.reason
            answer.rule = first.refusal.rule
            answer.sentence =
                "\(name) would not be woken for \(cause.rule.spoken): "
                + first.refusal.explained(at: now) + "."
        } else if let first = answer.planObstacles.first {
            answer.reason = first.reason
            answer.rule = first.refusal.rule
            answer.sentence =
                planned(name, cause, first.refusal, now) + delay
                + (cause.kind == .push ? condition(cause) : "")
        } else {
            answer.sentence =
                "Nothing keeps \(name) from being woken for \(cause.rule.spoken) now."
                + delay + condition(cause)
        }
        return answer
    }

    /// It may be woken, and isn't now.
    private func planned(
        _ name: String, _ cause: WakeCause, _ refusal: Refusal, _ now: Moment
    ) -> String {
        let why = refusal.explained(at: now) + "."
        if cause.kind == .push { return "A silent push for \(name) would wait: " + why }
        // Nor does `quiesce send task` find what was never asked for.
        let unless = refusal.reason == .noTaskRequest ? "" : " unless `quiesce send` asks for it"
        return "\(name) is not woken for \(cause.rule.spoken) now\(unless): " + why
    }

    private func obstacles(_ app: AppID, _ cause: WakeCause, _ now: Moment) -> [Obstacle] {
        let all =
            (around.shuttingDown == nil ? [] : [Refusal(.shuttingDown)])
            + around.obstacles(to: cause, of: app, at: now)
            + sessionObstacles(app, cause) + obstaclesOfRooms(to: cause, of: app)
            + pushes.obstacles(to: cause, of: app)
        return all.map { Obstacle(refusal: $0, earliest: earliest(without: $0, of: app)) }
    }

    /// When time alone takes away what refuses a wake-up.
    private func earliest(without refusal: Refusal, of app: AppID) -> When? {
        if case .until(let until, _) = refusal.detail { return .instant(until) }
        // The first that isn't completed in time ends the app, and its wake-ups with it.
        if refusal.reason == .tooManyWakes {
            return around.wakes(of: app).compactMap { $0.deadline(around.profile) }.min().map {
                .awake($0)
            }
        }
        return nil
    }

    /// The plan's obstacles to the wake-up, beyond the known ones.
    private func planObstacles(
        _ app: AppID, _ cause: WakeCause, _ known: [Obstacle], _ now: Moment
    ) -> [Obstacle] {
        let found: [FetchObstacle] =
            switch cause.rule.plan {
            case nil: []
            case .idleTime: fetches.processingHolds(app, now, around).map { FetchObstacle($0) }
            case .fetches:
                fetches.obstacles(app, now, around)
                    + [fetches.hold(app, now, around)].compactMap(\.self)
            }
        return found.filter { obstacle in
            !known.contains { $0.reason == obstacle.refusal.reason }
        }.map { Obstacle(refusal: $0.refusal, earliest: $0.earliest.map(When.instant)) }
    }

    /// A condition on the wake-up itself.
    private func condition(_ cause: WakeCause) -> String {
        if cause.kind == .push, around.profile.pushWakesNeedContentAvailable {
            return " The push needs \"content-available\": 1 in its aps (R2)."
        }
        if case .location(let news) = cause { return location.condition(news) }
        return cause.rule.condition
    }

    /// It has no session with tasks, or none that asks for a launch.
    private func sessionObstacles(_ app: AppID, _ cause: WakeCause) -> [Refusal] {
        guard case .transfer = cause else { return [] }
        let keys = transfers.sessions(of: app)
        let sessions = keys.compactMap { transfers[$0] }
        if !sessions.isEmpty, !sessions.contains(where: \.fact.settings.sendsLaunchEvents) {
            return [Refusal(.launchEventsOff, rule: .x6)]
        }
        guard keys.allSatisfy({ transfers.index.tasks[$0] == nil }) else { return [] }
        return [Refusal(.noTransfers, rule: .x6)]
    }
}

extension AppMachine.Stage {
    /// The wait of a wake-up that comes now.
    fileprivate func delay(awaitsFirstUnlock: Bool) -> String {
        switch self {
        case .notRunning where awaitsFirstUnlock:
            " It would wait for the first unlock since the device started (U3)."
        case .launching: " It would wait until the launch has finished."
        case .terminating, .dying: " It would wait until the present process has ended."
        case .notRunning, .active, .background, .freezing, .suspended: ""
        }
    }
}

extension AppMachine {
    func sentence(_ profile: PolicyProfile, name: String) -> String {
        switch state {
        case .notRunning:
            guard let lastExit else { return "\(name) has not been opened since it was installed." }
            let end = lastExit.reason.ending(lastExit.detail)
            let barred =
                forceQuit && profile.forceQuitBarsLaunch
                ? " Nothing wakes it until it is opened or the device restarts (U2)." : ""
            return "\(name) is not running: \(end) (\(lastExit.rule.rawValue)).\(barred)"
        case .inactive, .active, .background, .suspended:
            break
        }
        switch stage {
        case .terminating(let ending, _):
            return
                "\(name) is ending: \(ending.reason.ending(ending.detail)) (\(ending.rule.rawValue))."
        case .dying(let ending, _):
            return
                "\(name) is being killed: \(ending.reason.ending(ending.detail)) (\(ending.rule.rawValue))."
        case .notRunning, .launching, .active, .background, .freezing, .suspended:
            break
        }
        switch state {
        case .inactive where stage == .active:
            guard let prompt = grants.prompts.first else {
                return "\(name) is in front, and inactive until the interruption ends (S7)."
            }
            return
                "\(name) is in front, and inactive while it asks the user whether it may use \(prompt.permission.rawValue) (S7): answer with `quiesce answer \(prompt.id) allow` or `deny`."
        case .notRunning, .inactive:
            return "\(name) is coming to the front, because the user opened it (S3)."
        case .active:
            return "\(name) is in front, because the user opened it (S3)."
        case .background:
            return "\(name) runs in the background, because \(entitlement(profile))."
        case .suspended:
            return reason == .deviceSlept
                ? "\(name) is suspended while the device sleeps; its open tasks go on when it wakes (T5)."
                : "\(name) is suspended: nothing entitles it to run (S5)."
        }
    }

    /// The reason for which it executes in the background.
    private func entitlement(_ profile: PolicyProfile) -> String {
        switch stage {
        case .launching: return "it is being launched (S4)"
        case .freezing: return "it is just being suspended (S5)"
        case .notRunning, .active, .background, .suspended, .terminating, .dying: break
        }
        if let wake = wakes.first {
            if wake.cause.rule.endsByItself {
                return
                    "it was woken for \(wake.cause.rule.spoken) (\(wake.cause.rule.rule.rawValue))"
            }
            return
                "it was woken for \(wake.cause.rule.spoken) and has not called its completion handler yet (\(wake.cause.rule.rule.rawValue))"
        }
        if !tasks.open.isEmpty {
            let count = counted(tasks.open.count, "finite-length task")
            let names = listed(tasks.open.map(\.spoken))
            return
                "\(count) \(tasks.open.count == 1 ? "is" : "are") open, for \(profile.backgroundAllowance.spoken) at most: \(names) (T2)"
        }
        if let activity = activities.first { return activity.words }
        if link.awaitedSince != nil { return "a new daemon took it over and waits to hear from it" }
        return "it has not returned from didEnterBackground yet (S5)"
    }
}
