/// An obstacle to a planned fetch, and when time alone removes it.
struct FetchObstacle: Sendable, Hashable {
    var refusal: Refusal
    var earliest: Instant?

    init(_ refusal: Refusal, earliest: Instant? = nil) {
        self.refusal = refusal
        self.earliest = earliest
    }

    init(_ reason: Reason, _ rule: Rule, detail: Detail? = nil, earliest: Instant? = nil) {
        self.init(Refusal(reason, rule: rule, detail: detail), earliest: earliest)
    }
}

// The obstacles that keep apps from being fetched for as planned. A fetch on demand (F9) meets only
// the first of them.
extension Fetches {
    /// The deciding one first. Both the plan and `why --not` ask here.
    func obstacles(_ app: AppID, _ now: Moment, _ around: borrowing Surroundings) -> [FetchObstacle]
    {
        let fetching = self[app] ?? AppFetches(app)
        var found: [FetchObstacle] = []
        for refusal in around.obstacles(to: .fetch, of: app, at: now) {
            let isBackOff = refusal.reason == .crashLoop
            found.append(FetchObstacle(refusal, earliest: isBackOff ? around.retryAt(app) : nil))
        }
        if around.protection.awaitsFirstUnlock {
            found.append(FetchObstacle(.awaitsFirstUnlock, .u3))
        }
        if around.wakes(of: app).contains(where: { $0.cause.rule.plan == .fetches }) {
            found.append(FetchObstacle(.fetchGoesOn, .f2))
        }
        if around.isInFront(app) { found.append(FetchObstacle(.inFront, .f3)) }
        if let wait = waitsForInterval(fetching, now) { found.append(wait) }
        found += conditionObstacles(around)
        found += budgetObstacles(fetching, now, around)
        return found
    }

    /// No interval that has passed, and no refresh that is due (F1).
    private func waitsForInterval(_ fetching: AppFetches, _ now: Moment) -> FetchObstacle? {
        if fetching.dueRefresh(at: now.wall) != nil { return nil }
        var earliest: Instant?
        if let interval = fetching.minimumInterval {
            guard let last = fetching.last, now.instant - last < interval else { return nil }
            earliest = last + interval
        }
        for task in fetching.tasks where task.kind == .appRefresh {
            guard let begin = task.earliest else { continue }
            let at = now.instant + min(begin - now.wall, Limits.farthestBegin)
            earliest = min(at, earliest ?? at)
        }
        guard let earliest else { return FetchObstacle(.fetchNever, .f1) }
        return FetchObstacle(.fetchTooSoon, .f1, detail: .notBefore(earliest), earliest: earliest)
    }

    private func conditionObstacles(_ around: borrowing Surroundings) -> [FetchObstacle] {
        var found: [FetchObstacle] = []
        let conditions = around.device.conditions
        if conditions.network == DeviceConditions.Network.none {
            found.append(FetchObstacle(.noNetwork, .f3))
        }
        if conditions.batteryState == .unplugged, let percent = conditions.batteryPercent,
            percent < around.profile.fetchBatteryPercent
        {
            found.append(FetchObstacle(.lowPower, .f3))
        }
        if conditions.lowPowerMode { found.append(FetchObstacle(.lowPowerMode, .f3)) }
        return found
    }

    private func budgetObstacles(
        _ fetching: AppFetches, _ now: Moment, _ around: borrowing Surroundings
    ) -> [FetchObstacle] {
        var found: [FetchObstacle] = []
        let day = day.number
        let midnight = instant(after: localTime(now, around).secondsToMidnight, now)
        let mine = fetching.budget.used(on: day)
        let allowed = fetching.credit.allows(around.profile.fetchesPerAppDay)
        if mine >= allowed {
            found.append(
                FetchObstacle(
                    .fetchBudgetSpent, .f6, detail: .fetch(.budget(used: mine, of: allowed)),
                    earliest: midnight))
        }
        let all = budget.used(on: day)
        if all >= around.profile.fetchesPerDay {
            found.append(
                FetchObstacle(
                    .deviceFetchBudgetSpent, .f4,
                    detail: .fetch(.budget(used: all, of: around.profile.fetchesPerDay)),
                    earliest: midnight))
        }
        return found
    }

    /// When the wall's clock will have moved on by so many seconds, counted from the last full one.
    private func instant(after seconds: Int64, _ now: Moment) -> Instant {
        let fraction = Interval(nanoseconds: now.wall.nanoseconds % 1_000_000_000)
        return now.instant + max(.zero, .seconds(seconds) - fraction)
    }

    /// Why nothing is fetched now although nothing bars it: by what is known of the owner's habits.
    func hold(_ app: AppID, _ now: Moment, _ around: borrowing Surroundings) -> FetchObstacle? {
        let local = localTime(now, around)
        let allowed = self[app].map { allowance($0, around) }
        let standing = scheduler.standing(of: app, at: local, allowed: allowed)
        guard let hold = standing.hold else { return nil }
        let earliest = standing.nextLikely.map { instant(after: $0 - local, now) }
        let detail = earliest.map { Detail.notBefore($0) }
        switch hold {
        case .budgetSpent:
            let midnight = instant(after: local.secondsToMidnight, now)
            return FetchObstacle(
                .fetchBudgetSpent, .f6,
                detail: .fetch(
                    .budget(
                        used: self[app]?.budget.used(on: day.number) ?? 0,
                        of: around.profile.fetchesPerAppDay)), earliest: midnight)
        case .stillFresh:
            return FetchObstacle(.fetchStillFresh, .f3, detail: detail, earliest: earliest)
        case .unlikelyNow:
            return FetchObstacle(.fetchUnlikelyNow, .f3, detail: detail, earliest: earliest)
        case .neverOpened:
            return FetchObstacle(.neverOpened, .f3)
        case .inFront:
            return FetchObstacle(.inFront, .f3)
        case .justUsed:
            return FetchObstacle(.fetchJustUsed, .f3, detail: detail, earliest: earliest)
        }
    }
}

extension LocalTime {
    var secondsToMidnight: Int64 { Self.secondsPerDay - Int64(secondOfDay) }
}
