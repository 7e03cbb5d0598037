// When apps are fetched for (F2-F4): at moments that the scheduler names, together, within budgets.
extension Fetches {
    /// Follows what has happened, and begins what has become due.
    ///
    /// - Parameter isHeld: the daemon has restarted too often to start anything by itself.
    mutating func settle(isHeld: Bool, in around: inout Surroundings) {
        tellRefused(in: &around)
        followHabits(in: &around)
        let judged = judge(in: &around)
        guard !plans.isEmpty else {
            // The last one that wanted any may just have been uninstalled.
            due = nil
            return
        }
        if conditions != around.device.revision {
            conditions = around.device.revision
            isDirty = true
        }
        let sharesMoment = around.isTimedMoment || lastWake != around.lastWake
        let mayAsk = due.map { $0.earliest <= around.now.instant } ?? false
        if isDirty || mayAsk || isAnyDue(judged, isHeld: isHeld, in: &around) {
            plan(sharesMoment: sharesMoment, isHeld: isHeld, in: &around)
        }
        lastWake = around.lastWake
    }

    /// Asks the scheduler what to fetch now, and when to ask again.
    private mutating func plan(
        sharesMoment: Bool, isHeld: Bool, in around: inout Surroundings
    ) {
        isDirty = false
        isFull = false
        due = nil
        askedAt = around.now.instant
        // Also where nothing is begun: a clock that is set meanwhile begins no day of budgets.
        let local = followClock(around.now, in: &around)
        guard around.shuttingDown == nil, !isHeld else { return }
        planProcessing(in: &around)
        let among = unhindered(plans.map(\.app), around)
        guard !among.isEmpty else { return }
        let plan = scheduler.due(at: local, among: among, allowed: allowances(among, around))
        var begun: Set<AppID> = []
        for fetch in plan.fetches {
            guard mayFetchAnother(around) else {
                isFull = true
                break
            }
            beginFetch(fetch, .fetchPlanned, .f3, local, in: &around)
            begun.insert(fetch.app)
        }
        // The device is awake for something else, and nobody looks: what was to follow soon shares
        // that.
        if sharesMoment || !begun.isEmpty, !isScreenOn {
            let others = among.filter { !begun.contains($0) }
            let slack = Limits.fetchSlack.nanoseconds / 1_000_000_000
            let soon = scheduler.soon(
                after: local, within: slack, among: others, allowed: allowances(others, around))
            for fetch in soon where mayFetchAnother(around) {
                begun.insert(fetch.app)
                beginFetch(fetch, .fetchMerged, .f4, local, in: &around)
            }
        }
        if begun.count < among.count { askAgain(at: plan.next, local, around) }
    }

    /// Whether one of `apps`, about which alone something has changed, is to be fetched for now. If
    /// none is, all that may change is when to ask again: the others needn't be looked at.
    private mutating func isAnyDue(
        _ apps: [AppID], isHeld: Bool, in around: inout Surroundings
    ) -> Bool {
        guard !apps.isEmpty, around.shuttingDown == nil, !isHeld else { return false }
        let local = followClock(around.now, in: &around)
        let among = unhindered(apps, around)
        guard !among.isEmpty else { return false }
        let plan = scheduler.due(at: local, among: among, allowed: allowances(among, around))
        guard plan.fetches.isEmpty else { return true }
        askAgain(at: plan.next, local, around)
        return false
    }

    /// Those of `apps` that want fetches and have no obstacle. For the others it is noted when time
    /// removes theirs.
    private mutating func unhindered(
        _ apps: [AppID], _ around: borrowing Surroundings
    ) -> [AppID] {
        var found: [AppID] = []
        for app in apps where self[app]?.wantsFetch == true {
            guard let obstacle = obstacles(app, around.now, around).first else {
                found.append(app)
                continue
            }
            if let earliest = obstacle.earliest {
                ask(from: earliest, by: earliest + Limits.fetchSlack)
            }
        }
        return found
    }

    /// `next`: nil: nothing is foreseen.
    private mutating func askAgain(
        at next: LocalTime?, _ local: LocalTime, _ around: borrowing Surroundings
    ) {
        guard let next else { return }
        let wait = Interval.seconds(max(1, next - local))
        ask(
            from: around.now.instant + min(wait, Limits.fetchAskedAgain),
            by: around.now.instant + wait)
    }

    /// The fetches that each of `apps` may count on until midnight.
    private func allowances(_ apps: [AppID], _ around: borrowing Surroundings) -> [Int] {
        apps.map { self[$0].map { allowance($0, around) } ?? 1 }
    }

    /// Those that the app's credit leaves it, and an even share of what is left to all. An app that
    /// counted on more would make too little of each, and have none in the evening.
    func allowance(_ fetching: AppFetches, _ around: borrowing Surroundings) -> Int {
        let credited = fetching.credit.allows(around.profile.fetchesPerAppDay)
        let mine = credited - fetching.budget.used(on: day.number)
        let all = around.profile.fetchesPerDay - budget.used(on: day.number)
        return max(1, min(mine, all / max(1, plans.count)))
    }

    /// One more beside those that were just begun.
    private func mayFetchAnother(_ around: borrowing Surroundings) -> Bool {
        running < Limits.fetchesAtOnce
            && budget.used(on: day.number) < around.profile.fetchesPerDay
    }

    mutating func ask(from earliest: Instant, by latest: Instant) {
        guard let before = due else {
            due = InstantWindow(earliest: earliest, latest: latest)
            return
        }
        due = InstantWindow(
            earliest: min(before.earliest, earliest), latest: min(before.latest, latest))
    }

    private mutating func beginFetch(
        _ fetch: PlannedFetch, _ reason: Reason, _ rule: Rule, _ local: LocalTime,
        in around: inout Surroundings
    ) {
        guard around.isInstalled(fetch.app), let fetching = self[fetch.app] else { return }
        let refresh = fetching.dueRefresh(at: around.now.wall)
        let cause = refresh.map { WakeCause.task(.appRefresh, identifier: $0.identifier) } ?? .fetch
        around.note(.wake, reason, rule, detail: .fetch(.planned(fetch.reason)), of: fetch.app)
        let wake = around.begin(cause, fetch.app)
        scheduler.fetched(fetch.app, at: local)
        let day = day.number
        budget.count(on: day)
        change(fetch.app) {
            if let refresh { $0.remove(refresh.identifier) }
            $0.budget.count(on: day)
            $0.last = around.now.instant
            $0.lastWall = around.now.wall
            $0.running = wake
        }
        record(of: fetch.app, in: &around)
        recordOwner(in: &around)
    }

    /// The outcome of planned fetches decides how many there are to be (F6).
    ///
    /// - Returns: the apps for which an obstacle to a fetch may be gone.
    private mutating func judge(in around: inout Surroundings) -> [AppID] {
        guard !around.out.finishedWakes.isEmpty else { return [] }
        var judged: [AppID] = []
        for finished in around.out.finishedWakes {
            guard let fetching = self[finished.app] else { continue }
            judged.append(finished.app)
            if fetching.processing == finished.wake {
                change(finished.app) { $0.processing = nil }
                isDirty = true
            }
            // One that it had too many kept its task from beginning.
            if fetching.tasks.contains(where: { $0.kind == .processing }) { isDirty = true }
            guard fetching.running == finished.wake else { continue }
            if isFull { isDirty = true }
            let isEmpty = fetching.fetchedNothing == finished.wake
            if isEmpty, finished.verdict == .completedNewData {
                around.note(.wake, .fetchedNothing, .f6, of: finished.app)
            }
            let verdict = FetchCredit.Verdict(
                finished.verdict, took: finished.took, of: around.profile.fetchLimit,
                hasNetwork: around.device.conditions.network != DeviceConditions.Network.none,
                isEmpty: isEmpty)
            let before = fetching.credit
            change(finished.app) {
                $0.running = nil
                $0.fetchedNothing = nil
                $0.credit.add(verdict)
            }
            if let credit = self[finished.app]?.credit, credit != before {
                around.note(
                    .wake, .fetchBudgetChanged, .f6,
                    detail: .fetch(
                        .budget(
                            used: fetching.budget.used(on: day.number),
                            of: credit.allows(around.profile.fetchesPerAppDay))), of: finished.app)
            }
            record(of: finished.app, in: &around)
        }
        return judged
    }
}
