// When apps are fetched for (F2-F4): at moments that the scheduler names, together, within budgets.
extension SystemMachine {
    /// Follows what has happened, and begins what has become due.
    mutating func settleFetches(_ now: Moment, _ out: inout Recorder) {
        tellRefusedFetches(now, &out)
        followHabits(now, &out)
        judgeFetches(now, &out)
        guard !fetches.apps.isEmpty else {
            // The last one that wanted any may just have been uninstalled.
            fetches.due = nil
            return
        }
        if fetches.conditions != device.revision {
            fetches.conditions = device.revision
            fetches.isDirty = true
        }
        let sharesMoment = isTimedMoment || fetches.lastWake != lastWake
        let mayAsk = fetches.due.map { $0.earliest <= now.instant } ?? false
        if fetches.isDirty || mayAsk { planFetches(now, sharesMoment: sharesMoment, &out) }
        fetches.lastWake = lastWake
    }

    /// Asks the scheduler what to fetch now, and when to ask again.
    private mutating func planFetches(
        _ now: Moment, sharesMoment: Bool, _ out: inout Recorder
    ) {
        fetches.isDirty = false
        fetches.due = nil
        fetches.askedAt = now.instant
        // Also where nothing is begun: a clock that is set meanwhile begins no day of budgets.
        let local = followFetchClock(now)
        guard shuttingDown == nil, !transfers.isHeld else { return }
        planProcessing(now, &out)
        var among: [AppID] = []
        for fetching in fetches.apps where fetching.wantsFetch {
            guard let slot = slot(fetching.app) else { continue }
            guard let obstacle = fetchObstacles(slot, now).first else {
                among.append(fetching.app)
                continue
            }
            if let earliest = obstacle.earliest {
                askFetches(from: earliest, by: earliest + Limits.fetchSlack)
            }
        }
        guard !among.isEmpty else { return }
        let plan = fetches.scheduler.due(at: local, among: among)
        var begun: Set<AppID> = []
        for fetch in plan.fetches where mayFetchAnother {
            beginFetch(fetch, .fetchPlanned, .f3, local, now, &out)
            begun.insert(fetch.app)
        }
        // The device is awake for something else, and nobody looks: what was to follow soon shares that.
        if sharesMoment || !begun.isEmpty, !fetches.isScreenOn {
            let others = among.filter { !begun.contains($0) }
            for fetch in soon(others, local) where mayFetchAnother {
                guard begun.insert(fetch.app).inserted else { continue }
                beginFetch(fetch, .fetchMerged, .f4, local, now, &out)
            }
        }
        guard begun.count < among.count, let next = plan.next else { return }
        let wait = Interval.seconds(max(1, next - local))
        askFetches(from: now.instant + min(wait, Limits.fetchAskedAgain), by: now.instant + wait)
    }

    /// One more beside those that were just begun.
    private var mayFetchAnother: Bool {
        fetches.running < Limits.fetchesAtOnce
            && fetches.budget.used(on: fetches.day.number) < profile.fetchesPerDay
    }

    mutating func askFetches(from earliest: Instant, by latest: Instant) {
        guard let due = fetches.due else {
            fetches.due = InstantWindow(earliest: earliest, latest: latest)
            return
        }
        fetches.due = InstantWindow(
            earliest: min(due.earliest, earliest), latest: min(due.latest, latest))
    }

    /// What is foreseen within the slack.
    private func soon(_ among: [AppID], _ local: LocalTime) -> [PlannedFetch] {
        let slack = Limits.fetchSlack.nanoseconds / 1_000_000_000
        return fetches.scheduler.forecast(from: local, hours: 1, among: among)
            .filter { $0.at - local <= slack }
    }

    private mutating func beginFetch(
        _ fetch: PlannedFetch, _ reason: Reason, _ rule: Rule, _ local: LocalTime, _ now: Moment,
        _ out: inout Recorder
    ) {
        guard let slot = slot(fetch.app), let fetching = fetches[fetch.app] else { return }
        let refresh = fetching.dueRefresh(at: now.wall)
        let cause = refresh.map { WakeCause.task(.appRefresh, identifier: $0.identifier) } ?? .fetch
        noteFetch(.wake, reason, rule, detail: .plannedFetch(fetch.reason), fetch.app, &out)
        let wake = begin(cause, slot, now, &out)
        fetches.scheduler.fetched(fetch.app, at: local)
        let day = fetches.day.number
        fetches.budget.count(on: day)
        fetches.change(fetch.app) {
            if let refresh { $0.remove(refresh.identifier) }
            $0.budget.count(on: day)
            $0.last = now.instant
            $0.lastWall = now.wall
            $0.running = wake
        }
        recordFetches(of: fetch.app, &out)
        recordFetches(&out)
    }

    /// Accepts a wake-up that nobody waits for an answer to.
    mutating func begin(
        _ cause: WakeCause, _ slot: Int, _ now: Moment, _ out: inout Recorder
    ) -> WakeID {
        lastWake &+= 1
        let wake = Wake(id: WakeID(lastWake), cause: cause)
        out.effects.append(.record(.put(.device(deviceFact))))
        update(slot, now, &out) { $0.take(wake, $1, &$2) }
        return wake.id
    }

    /// What became of planned fetches decides how many there are to be (F6).
    private mutating func judgeFetches(_ now: Moment, _ out: inout Recorder) {
        guard !out.finishedWakes.isEmpty else { return }
        for finished in out.finishedWakes {
            guard let fetching = fetches[finished.app] else { continue }
            fetches.isDirty = true
            if fetching.processing == finished.wake {
                fetches.change(finished.app) { $0.processing = nil }
            }
            guard fetching.running == finished.wake else { continue }
            let isEmpty = fetching.fetchedNothing == finished.wake
            if isEmpty, finished.verdict == .completedNewData {
                noteFetch(.wake, .fetchedNothing, .f6, finished.app, &out)
            }
            let verdict = FetchCredit.Verdict(
                finished.verdict, took: finished.took, of: profile.fetchLimit,
                hasNetwork: device.conditions.network != DeviceConditions.Network.none,
                isEmpty: isEmpty)
            let before = fetching.credit
            fetches.change(finished.app) {
                $0.running = nil
                $0.fetchedNothing = nil
                $0.credit.add(verdict)
            }
            if let credit = fetches[finished.app]?.credit, credit != before {
                noteFetch(
                    .wake, .fetchBudgetChanged, .f6,
                    detail: .fetchBudget(
                        used: fetching.budget.used(on: fetches.day.number),
                        of: credit.allows(profile.fetchesPerAppDay)), finished.app, &out)
            }
            recordFetches(of: finished.app, &out)
        }
    }
}
