// What the scheduler of fetches is told of how the device is used.
extension SystemMachine {
    /// What the wall shows.
    func localTime(_ now: Moment) -> LocalTime {
        let offset = calendar?.offsets.seconds(at: now.wall) ?? 0
        return LocalTime(wall: now.wall, offset: offset)
    }

    /// Tells the scheduler who came and went, and whether anybody looks. Cheap where nothing has changed.
    mutating func followHabits(_ now: Moment, _ out: inout Recorder) {
        let isScreenOn = !isLockedOrLocking && !isAsleep
        let front = isScreenOn ? foreground : nil
        guard isScreenOn != fetches.isScreenOn || front != fetches.front else { return }
        let local = followFetchClock(now)
        let left = fetches.front
        if let left, left != front { fetches.scheduler.closed(left, at: local) }
        if isScreenOn != fetches.isScreenOn {
            fetches.scheduler.screen(on: isScreenOn, at: local)
            fetches.isScreenOn = isScreenOn
            fetches.screenSince = now.instant
        }
        if let front, front != left { fetches.scheduler.opened(front, at: local) }
        fetches.front = front
        if let left, left != front, fetches[left] != nil {
            recordFetches(of: left, &out)
            recordFetches(&out)
        }
        fetches.isDirty = true
    }

    /// Before the scheduler is told or asked anything: it learns nothing across a clock that was set, and
    /// budgets don't begin anew by it.
    mutating func followFetchClock(_ now: Moment) -> LocalTime {
        let local = localTime(now)
        let epoch = Calendar.epoch(at: now)
        let offset = calendar?.offsets.seconds(at: now.wall) ?? 0
        let step = fetches.epoch.map { epoch - $0 } ?? .zero
        let wasSet = max(step, .zero - step) >= Limits.clockCorrection
        if wasSet || offset != fetches.offset {
            let unset = wasSet ? now.wall.before(by: step) : now.wall
            fetches.scheduler.clockSet(
                from: LocalTime(wall: unset, offset: fetches.offset), to: local)
        }
        fetches.day.follow(local.day, at: now.wall, clockSetBy: wasSet ? step : .zero)
        fetches.epoch = epoch
        fetches.offset = offset
        return local
    }

    /// Another boot clock: moments on the old one mean nothing, and intervals go on by the calendar, as far
    /// as that can be believed.
    mutating func restartFetches(deviceRestarted: Bool, _ now: Moment) {
        fetches.isDirty = true
        fetches.askedAt = nil
        guard deviceRestarted else { return }
        fetches.epoch = nil
        fetches.due = nil
        fetches.screenSince = now.instant
        for app in fetches.apps.map(\.app) {
            fetches.change(app) { $0.last = $0.lastWall.map { Self.instant(of: $0, now) } }
        }
    }

    /// When `wall` was on this boot's clock, perhaps before it began; now at the latest.
    private static func instant(of wall: WallTime, _ now: Moment) -> Instant {
        let age = min(max(now.wall - wall, .zero), Limits.longestFetchInterval)
        return now.instant.before(by: age)
    }

    // MARK: What lasts

    mutating func recordFetches(of app: AppID, _ out: inout Recorder) {
        guard let fetching = fetches[app] else { return }
        let fact = fetching.fact(fetches.scheduler.habits(of: app))
        guard fact != fetching.stored else { return }
        fetches.change(app) { $0.stored = fact }
        out.effects.append(.record(.put(.fetch(fact))))
    }

    /// What is known of the owner, where any app has asked for fetches.
    mutating func recordFetches(_ out: inout Recorder) {
        let fact = FetchesFact(
            owner: fetches.scheduler.owner, budget: fetches.budget, day: fetches.day)
        guard !fetches.apps.isEmpty, fact != fetches.stored else { return }
        fetches.stored = fact
        out.effects.append(.record(.put(.fetches(fact))))
    }

    mutating func forgetFetches(of app: AppID, _ out: inout Recorder) {
        fetches.scheduler.forget(app)
        if fetches.front == app { fetches.front = nil }
        guard let fetching = fetches[app] else { return }
        if fetching.stored != nil {
            out.effects.append(.record(.delete(key: Fact.key(fetchOf: app))))
        }
        fetches[app] = nil
        fetches.isDirty = true
    }

    var fetchFacts: [Fact] {
        fetches.apps.compactMap { $0.stored.map { .fetch($0) } }
            + (fetches.stored.map { [.fetches($0)] } ?? [])
    }

    mutating func restoreFetches(_ facts: [Fact], _ now: Moment) {
        var owner = OwnerHabits()
        for case .fetches(let fact) in facts {
            owner = fact.owner
            fetches.budget = fact.budget
            fetches.day = fact.day
            fetches.stored = fact
        }
        var habits: [(AppID, AppHabits)] = []
        for case .fetch(let fact) in facts where slots[fact.app] != nil {
            if let known = fact.habits { habits.append((fact.app, known)) }
            fetches.change(fact.app) {
                $0.minimumInterval = fact.minimumInterval
                $0.tasks = Array(fact.tasks.prefix(Limits.backgroundTasks))
                $0.lastWall = fact.lastFetch
                $0.last = fact.lastFetch.map { Self.instant(of: $0, now) }
                $0.budget = fact.budget
                $0.credit = fact.credit
                $0.stored = fact
            }
        }
        fetches.scheduler = FetchScheduler(profile.fetchSettings, owner: owner, apps: habits)
        fetches.isDirty = true
    }

    /// Another profile has other budgets; what was learnt stays.
    mutating func followFetchProfile() {
        guard fetches.scheduler.settings != profile.fetchSettings else { return }
        let habits = apps.compactMap { app in
            fetches.scheduler.habits(of: app.id).map { (app.id, $0) }
        }
        fetches.scheduler = FetchScheduler(
            profile.fetchSettings, owner: fetches.scheduler.owner, apps: habits)
        fetches.isDirty = true
    }
}

extension PolicyProfile {
    var fetchSettings: FetchScheduler.Settings {
        FetchScheduler.Settings(
            perAppDay: fetchesPerAppDay, window: fetchFreshness, lead: fetchLead)
    }
}

extension LocalTime {
    /// What a wall `offset` seconds east of UTC shows.
    init(wall: WallTime, offset: Int32) {
        let quotient = wall.nanoseconds / 1_000_000_000
        let isBehind = wall.nanoseconds % 1_000_000_000 < 0
        self.init(seconds: (isBehind ? quotient - 1 : quotient) + Int64(offset))
    }
}
