// News of the use of the device, for the scheduler of fetches.
extension Fetches {
    /// The local time that the wall shows.
    func localTime(_ now: Moment, _ around: borrowing Surroundings) -> LocalTime {
        let offset = around.calendar?.offsets.seconds(at: now.wall) ?? 0
        return LocalTime(wall: now.wall, offset: offset)
    }

    /// Tells the scheduler who came and went, and whether anybody looks. Cheap where nothing has
    /// changed.
    mutating func followHabits(in around: inout Surroundings) {
        let isScreenOn = !around.isLockedOrLocking && !around.isAsleep
        let front = isScreenOn ? around.foreground : nil
        guard isScreenOn != self.isScreenOn || front != self.front else { return }
        let local = followClock(around.now, in: &around)
        let left = self.front
        if let left, left != front { scheduler.closed(left, at: local) }
        if isScreenOn != self.isScreenOn {
            scheduler.screen(on: isScreenOn, at: local)
            self.isScreenOn = isScreenOn
            screenSince = around.now.instant
        }
        if let front, front != left { scheduler.opened(front, at: local) }
        self.front = front
        if let left, left != front, self[left] != nil {
            record(of: left, in: &around)
            recordOwner(in: &around)
        }
        isDirty = true
    }

    /// Before the scheduler is told or asked anything: it learns nothing across a clock that was
    /// set, and budgets don't begin anew by it.
    mutating func followClock(_ now: Moment, in around: inout Surroundings) -> LocalTime {
        let local = localTime(now, around)
        let epoch = Calendar.epoch(at: now)
        let offset = around.calendar?.offsets.seconds(at: now.wall) ?? 0
        let step = self.epoch.map { epoch - $0 } ?? .zero
        let wasSet = max(step, .zero - step) >= Limits.clockCorrection
        if wasSet || offset != self.offset {
            let unset = wasSet ? now.wall.before(by: step) : now.wall
            scheduler.clockSet(
                from: LocalTime(wall: unset, offset: self.offset), to: local)
        }
        day.follow(local.day, at: now.wall, clockSetBy: wasSet ? step : .zero)
        self.epoch = epoch
        self.offset = offset
        return local
    }

    /// Another boot clock: moments on the old one mean nothing, and intervals go on by the
    /// calendar, as far as that can be believed.
    mutating func restart(deviceRestarted: Bool, _ now: Moment) {
        isDirty = true
        askedAt = nil
        guard deviceRestarted else { return }
        epoch = nil
        due = nil
        screenSince = now.instant
        for app in plans.map(\.app) {
            change(app) { $0.last = $0.lastWall.map { Self.instant(of: $0, now) } }
        }
    }

    /// When `wall` was on this boot's clock, perhaps before it began; now at the latest.
    private static func instant(of wall: WallTime, _ now: Moment) -> Instant {
        let age = min(max(now.wall - wall, .zero), Limits.longestFetchInterval)
        return now.instant.before(by: age)
    }

    // MARK: What lasts

    mutating func record(of app: AppID, in around: inout Surroundings) {
        guard let fetching = self[app] else { return }
        let fact = fetching.fact(scheduler.habits(of: app))
        guard fact != fetching.stored else { return }
        change(app) { $0.stored = fact }
        around.out.record(.put(.fetch(fact)))
    }

    /// Records the facts that are known of the owner, where any app has asked for fetches.
    mutating func recordOwner(in around: inout Surroundings) {
        let fact = FetchesFact(
            owner: scheduler.owner, budget: budget, day: day)
        guard !plans.isEmpty, fact != stored else { return }
        stored = fact
        around.out.record(.put(.fetches(fact)))
    }

    mutating func forget(of app: AppID, in around: inout Surroundings) {
        scheduler.forget(app)
        if front == app { front = nil }
        guard let fetching = self[app] else { return }
        if fetching.stored != nil {
            around.out.record(.delete(key: Fact.key(fetchOf: app)))
        }
        self[app] = nil
        isDirty = true
    }

    var facts: [Fact] {
        plans.compactMap { $0.stored.map { .fetch($0) } }
            + (stored.map { [.fetches($0)] } ?? [])
    }

    mutating func restore(_ facts: [Fact], _ now: Moment, in around: inout Surroundings) {
        var owner = OwnerHabits()
        for case .fetches(let fact) in facts {
            owner = fact.owner
            budget = fact.budget
            day = fact.day
            stored = fact
        }
        var habits: [(AppID, AppHabits)] = []
        for case .fetch(let fact) in facts where around.isInstalled(fact.app) {
            if let known = fact.habits { habits.append((fact.app, known)) }
            change(fact.app) {
                $0.minimumInterval = fact.minimumInterval
                $0.tasks = Array(fact.tasks.prefix(Limits.backgroundTasks))
                $0.lastWall = fact.lastFetch
                $0.last = fact.lastFetch.map { Self.instant(of: $0, now) }
                $0.budget = fact.budget
                $0.credit = fact.credit
                $0.stored = fact
            }
        }
        scheduler = FetchScheduler(around.profile.fetchSettings, owner: owner, apps: habits)
        isDirty = true
    }

    /// Another profile has other budgets; what was learnt stays.
    mutating func followProfile(in around: inout Surroundings) {
        guard scheduler.settings != around.profile.fetchSettings else { return }
        let habits = around.appIDs.compactMap { app in scheduler.habits(of: app).map { (app, $0) } }
        scheduler = FetchScheduler(
            around.profile.fetchSettings, owner: scheduler.owner, apps: habits)
        isDirty = true
    }
}

extension PolicyProfile {
    var fetchSettings: FetchScheduler.Settings {
        FetchScheduler.Settings(
            perAppDay: fetchesPerAppDay, window: fetchFreshness, lead: fetchLead)
    }
}

extension LocalTime {
    /// The local time on a wall `offset` seconds east of UTC.
    init(wall: WallTime, offset: Int32) {
        let quotient = wall.nanoseconds / 1_000_000_000
        let isBehind = wall.nanoseconds % 1_000_000_000 < 0
        self.init(seconds: (isBehind ? quotient - 1 : quotient) + Int64(offset))
    }
}
