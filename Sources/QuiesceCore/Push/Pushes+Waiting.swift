// What pushes wait for: wake-ups, apps in front, their ration, the device (R3, R4).
extension Pushes {
    /// Ends what has its verdict, releases what has waited long enough, and tells what apps are to know.
    mutating func settle(_ notifications: inout Notifications, in around: inout Surroundings) {
        if !pending.isEmpty {
            for push in pending { settle(push, &notifications, in: &around) }
        }
        // Those of wake-ups of which no push is known.
        for finished in around.out.finishedWakes {
            if let payload = finished.payload { around.out.dropPayload(payload) }
        }
        if !untold.isEmpty { tellTokens(in: &around) }
        due = nextTurn(around)
    }

    private mutating func settle(
        _ push: Push, _ notifications: inout Notifications, in around: inout Surroundings
    ) {
        guard let slot = around.slot(push.push.app) else {
            // A damaged store knows it, but not its app.
            return end(push, .dropped(.uninstalled), in: &around)
        }
        switch push.stage {
        case .held: settleHeld(push, slot, &notifications, in: &around)
        case .waking(let wake, let presents):
            guard let pending = around.apps[slot].wakes.first(where: { $0.id == wake }) else {
                return conclude(push, wake, presents, slot, &notifications, in: &around)
            }
            if case .unlessHandled(let launch) = presents, pending.launch != launch,
                !around.apps[slot].isInForeground
            {
                presentMissed(push, wake, slot, &notifications, in: &around)
            }
        case .told(let launch):
            if around.apps[slot].launch != launch || !around.apps[slot].isAlive {
                end(push, .dropped(.appEnded), in: &around)
            } else if !around.apps[slot].isBeingTold(push.push.payload) {
                end(push, .told, in: &around)
            }
        }
    }

    // MARK: Wake-ups

    /// Its wake-up has its verdict: what waited for that is presented (R3).
    private mutating func conclude(
        _ push: Push, _ wake: WakeID, _ presents: Push.Presentation, _ slot: Int,
        _ notifications: inout Notifications, in around: inout Surroundings
    ) {
        // A damaged store knows it, but not its wake-up.
        var verdict = Reason.appEnded
        if let at = around.out.finishedWakes.firstIndex(where: { $0.wake == wake }) {
            verdict = around.out.finishedWakes[at].verdict
            around.out.finishedWakes[at].payload = nil
        }
        let outcome = PushReceipt.Outcome.woke(wake, result: verdict)
        let isMissed =
            switch presents {
            case .nothing: false
            case .afterwards: true
            case .unlessHandled: !verdict.isCompletion
            }
        // An app that is in front by now has been told.
        guard isMissed, push.push.presents, !around.apps[slot].isInForeground else {
            return end(push, outcome, in: &around)
        }
        var push = push
        update(push.id, outcome, at: around.now.wall)
        remove(push.id)
        around.out.effects.append(.record(.delete(key: Fact.key(push: push.id))))
        _ = present(&push, slot, &notifications, in: &around)
    }

    /// The app was in front when it came, and ended through no fault of its own: it is woken for it again,
    /// but the user hasn't seen it.
    private mutating func presentMissed(
        _ push: Push, _ wake: WakeID, _ slot: Int, _ notifications: inout Notifications,
        in around: inout Surroundings
    ) {
        var push = push
        push.stage = .waking(
            wake, presents: around.profile.pushAlertAwaitsWake ? .afterwards : .nothing)
        if !around.profile.pushAlertAwaitsWake {
            _ = present(&push, slot, &notifications, in: &around)
        }
        keep(push, .woke(wake, result: nil), in: &around)
    }

    // MARK: Silent ones that wait (R4)

    private mutating func settleHeld(
        _ push: Push, _ slot: Int, _ notifications: inout Notifications,
        in around: inout Surroundings
    ) {
        guard around.shuttingDown == nil else { return }
        let isInFront = around.apps[slot].isInForeground
        if !isInFront, let hold = hold(slot, at: around.now, around) {
            if push.stage != .held(hold) { setAside(push, hold, in: &around) }
            return
        }
        if let expires = push.push.origin?.expires, expires <= around.now.wall {
            return drop(push, Refusal(.pushExpired, rule: .r4), in: &around)
        }
        if isInFront { return takeInFront(push, slot, &notifications, in: &around) }
        if let obstacle = obstacles(to: push.push, slot, at: around.now, around).first {
            return drop(push, obstacle, in: &around)
        }
        spendRation(of: push.push.app, around)
        wake(push, slot, presents: .nothing, &notifications, in: &around)
    }

    /// Why a silent push would wait now; nil: it wouldn't.
    func hold(
        _ slot: Int, at now: Moment, _ around: borrowing Surroundings
    ) -> Push.Hold? {
        if around.shuttingDown != nil { return .deviceAsleep }
        let next = ration(of: around.apps[slot].id).next(around.profile)
        if next > now.instant { return .rationed(until: next) }
        let retryAt = around.apps[slot].crashes.retryAt
        if !around.apps[slot].isAlive, retryAt > now.instant { return .crashed(until: retryAt) }
        return around.isAsleep && !isAwakeAnyway(around) ? .deviceAsleep : nil
    }

    /// It sleeps, and is awake for a wake-up.
    private func isAwakeAnyway(_ around: borrowing Surroundings) -> Bool {
        around.apps.contains { $0.isAlive && !$0.wakes.isEmpty }
    }

    mutating func spendRation(of app: AppID, _ around: borrowing Surroundings) {
        var ration = ration(of: app)
        ration.take(at: around.now.instant, around.profile)
        setRation(ration, at: around.now.instant)
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
        for push in pending where push.push.app == app && push.isHeld {
            drop(push, refusal, in: &around)
        }
    }

    /// When the first one's turn comes by time alone: it doesn't wake the device.
    private func nextTurn(_ around: borrowing Surroundings) -> Instant? {
        guard !pending.isEmpty, !around.isAsleep, around.shuttingDown == nil else {
            return nil
        }
        return pending.compactMap(\.hold?.until).min()
    }
}

extension Push {
    /// nil: it isn't held.
    var hold: Hold? {
        if case .held(let hold) = stage { hold } else { nil }
    }

    var isHeld: Bool { hold != nil }

    var payloads: [PayloadHandle] { push.payloads }
}

extension Push.Hold {
    var until: Instant? {
        switch self {
        case .rationed(let until), .crashed(let until): until
        case .deviceAsleep: nil
        }
    }

    var outcome: PushReceipt.Outcome {
        switch self {
        case .rationed(let until): .held(until: until)
        case .deviceAsleep: .held(until: nil)
        case .crashed(let until): .heldByCrash(until: until)
        }
    }

    fileprivate var reason: Reason {
        switch self {
        case .rationed, .deviceAsleep: .pushHeld
        case .crashed: .pushAwaitsBackoff
        }
    }

    fileprivate var rule: Rule {
        switch self {
        case .rationed, .deviceAsleep: .r4
        case .crashed: .w5
        }
    }

    fileprivate func detail(_ push: PushID) -> Detail {
        switch self {
        case .rationed(let until): .pushHeld(push, until: until)
        case .deviceAsleep: .pushHeld(push, until: nil)
        case .crashed: .push(push)
        }
    }
}

extension NewPush {
    /// There is something to present.
    var presents: Bool { !isSilent && content != nil }

    /// What the shell keeps for it.
    var payloads: [PayloadHandle] { [payload] + (content.map { [$0] } ?? []) }
}

extension AppMachine {
    /// It has as many pushes as may wait for it, with or without a completion handler to call.
    var isBehindWithPushes: Bool {
        if wakes.count >= Limits.wakesPerApp { return true }
        guard calls.outstanding.count >= Limits.wakesPerApp else { return false }
        let told = calls.outstanding.count {
            if case .push(.received) = $0.call { true } else { false }
        }
        return told >= Limits.wakesPerApp
    }

    /// It hasn't returned from the callback that handed it over.
    fileprivate func isBeingTold(_ payload: PayloadHandle) -> Bool {
        calls.outstanding.contains {
            guard case .push(.received(nil, let told, _)) = $0.call else { return false }
            return told == payload
        }
    }
}

extension Reason {
    /// The app called its completion handler.
    fileprivate var isCompletion: Bool {
        [.completedNewData, .completedNoData, .completedFailed].contains(self)
    }
}
