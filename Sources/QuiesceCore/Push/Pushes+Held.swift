// Whether a silent push may wake its app now, or is held: for the quota, after a crash, while the
// device sleeps (R4).
extension Pushes {
    mutating func settleHeld(
        _ push: Push, _ notifications: inout Notifications, in around: inout Surroundings
    ) {
        guard around.shuttingDown == nil else { return }
        if push.push.type == .voip { return settleHeldCall(push, &notifications, in: &around) }
        let isInFront = around.isInFront(push.push.app)
        if !isInFront, let hold = hold(push.push.app, at: around.now, around) {
            if push.stage != .held(hold) { setAside(push, hold, in: &around) }
            return
        }
        if let expires = push.push.origin?.expires, expires <= around.now.wall {
            return drop(push, Refusal(.pushExpired, rule: .r4), in: &around)
        }
        if isInFront { return takeInFront(push, &notifications, in: &around) }
        if let obstacle = obstacles(to: push.push, at: around.now, around).first {
            return drop(push, obstacle, in: &around)
        }
        spendQuota(of: push.push.app, around)
        wake(push, presents: .nothing, &notifications, in: &around)
    }

    /// Why a silent push would wait now; nil: it wouldn't.
    func hold(
        _ app: AppID, at now: Moment, _ around: borrowing Surroundings
    ) -> Push.Hold? {
        if around.shuttingDown != nil { return .deviceAsleep }
        let next = quota(of: app).next(around.profile)
        if next > now.instant { return .overQuota(until: next) }
        if !around.isAlive(app), let retryAt = around.retryAt(app), retryAt > now.instant {
            return .crashed(until: retryAt)
        }
        return around.isAsleep && !around.isAwakeForWake ? .deviceAsleep : nil
    }

    mutating func spendQuota(of app: AppID, _ around: borrowing Surroundings) {
        var quota = quota(of: app)
        quota.take(at: around.now.instant, around.profile)
        setQuota(quota, at: around.now.instant)
    }

    mutating func setAside(
        _ push: Push, _ hold: Push.Hold, in around: inout Surroundings
    ) {
        var push = push
        push.stage = .held(hold)
        note(
            .push, hold.reason, hold.rule, detail: hold.detail(push.id), push.push.app, in: &around)
        keep(push, hold.outcome, in: &around)
    }

    /// The user's force-quit ends what waits (U2).
    mutating func dropHeld(
        of app: AppID, _ refusal: Refusal,
        in around: inout Surroundings
    ) {
        for push in pending where push.value.push.app == app && push.value.isHeld {
            drop(push.value, refusal, in: &around)
        }
    }
}

extension Push.Hold {
    var until: Instant? {
        switch self {
        case .overQuota(let until), .crashed(let until): until
        case .deviceAsleep: nil
        }
    }

    var outcome: PushReceipt.Outcome {
        switch self {
        case .overQuota(let until): .held(until: until)
        case .deviceAsleep: .held(until: nil)
        case .crashed(let until): .heldByCrash(until: until)
        }
    }

    fileprivate var reason: Reason {
        switch self {
        case .overQuota, .deviceAsleep: .pushHeld
        case .crashed: .pushAwaitsBackoff
        }
    }

    fileprivate var rule: Rule {
        switch self {
        case .overQuota, .deviceAsleep: .r4
        case .crashed: .w5
        }
    }

    fileprivate func detail(_ push: PushID) -> Detail {
        switch self {
        case .overQuota(let until): .push(.held(push, until: until))
        case .deviceAsleep: .push(.held(push, until: nil))
        case .crashed: .push(.about(push))
        }
    }
}
