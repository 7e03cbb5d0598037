// What pushes wait for: wake-ups, apps in front, their ration, the device (R3, R4).
extension SystemMachine {
    /// Ends what has its verdict, releases what has waited long enough, and tells what apps are to know.
    mutating func settlePushes(_ now: Moment, _ out: inout Recorder) {
        if !pushes.pending.isEmpty {
            for push in pushes.pending { settle(push, now, &out) }
        }
        // Those of wake-ups of which no push is known.
        for finished in out.finishedWakes {
            if let payload = finished.payload { out.dropPayload(payload) }
        }
        if !pushes.untold.isEmpty { tellTokens(now, &out) }
        pushes.due = nextPush
    }

    private mutating func settle(_ push: Push, _ now: Moment, _ out: inout Recorder) {
        guard let slot = slot(push.push.app) else {
            // A damaged store knows it, but not its app.
            return end(push, .dropped(.uninstalled), now, &out)
        }
        switch push.stage {
        case .held: settleHeld(push, slot, now, &out)
        case .waking(let wake, let presents):
            guard let pending = apps[slot].wakes.first(where: { $0.id == wake }) else {
                return conclude(push, wake, presents, slot, now, &out)
            }
            if case .unlessHandled(let launch) = presents, pending.launch != launch,
                !apps[slot].isInForeground
            {
                presentMissed(push, wake, slot, now, &out)
            }
        case .told(let launch):
            if apps[slot].launch != launch || !apps[slot].isAlive {
                end(push, .dropped(.appEnded), now, &out)
            } else if !apps[slot].isBeingTold(push.push.payload) {
                end(push, .told, now, &out)
            }
        }
    }

    // MARK: Wake-ups

    /// Its wake-up has its verdict: what waited for that is presented (R3).
    private mutating func conclude(
        _ push: Push, _ wake: WakeID, _ presents: Push.Presentation, _ slot: Int, _ now: Moment,
        _ out: inout Recorder
    ) {
        // A damaged store knows it, but not its wake-up.
        var verdict = Reason.appEnded
        if let at = out.finishedWakes.firstIndex(where: { $0.wake == wake }) {
            verdict = out.finishedWakes[at].verdict
            out.finishedWakes[at].payload = nil
        }
        let outcome = PushReceipt.Outcome.woke(wake, result: verdict)
        let isMissed =
            switch presents {
            case .nothing: false
            case .afterwards: true
            case .unlessHandled: !verdict.isCompletion
            }
        // An app that is in front by now has been told.
        guard isMissed, push.push.presents, !apps[slot].isInForeground else {
            return end(push, outcome, now, &out)
        }
        var push = push
        pushes.update(push.id, outcome, at: now.wall)
        pushes.remove(push.id)
        out.effects.append(.record(.delete(key: Fact.key(push: push.id))))
        _ = present(&push, slot, now, &out)
    }

    /// The app was in front when it came, and ended through no fault of its own: it is woken for it again,
    /// but the user hasn't seen it.
    private mutating func presentMissed(
        _ push: Push, _ wake: WakeID, _ slot: Int, _ now: Moment, _ out: inout Recorder
    ) {
        var push = push
        push.stage = .waking(
            wake, presents: profile.pushAlertAwaitsWake ? .afterwards : .nothing)
        if !profile.pushAlertAwaitsWake { _ = present(&push, slot, now, &out) }
        keep(push, .woke(wake, result: nil), now, &out)
    }

    // MARK: Silent ones that wait (R4)

    private mutating func settleHeld(
        _ push: Push, _ slot: Int, _ now: Moment, _ out: inout Recorder
    ) {
        guard shuttingDown == nil else { return }
        let isInFront = apps[slot].isInForeground
        if !isInFront, let hold = hold(slot, now) {
            if push.stage != .held(hold) { self.hold(push, hold, now, &out) }
            return
        }
        if let expires = push.push.origin?.expires, expires <= now.wall {
            return drop(push, Refusal(.pushExpired, rule: .r4), now, &out)
        }
        if isInFront { return takeInFront(push, slot, now, &out) }
        if let obstacle = pushObstacles(push.push, slot, now).first {
            return drop(push, obstacle, now, &out)
        }
        spendRation(of: push.push.app, now)
        wake(push, slot, presents: .nothing, now, &out)
    }

    /// Why a silent push would wait now; nil: it wouldn't.
    func hold(_ slot: Int, _ now: Moment) -> Push.Hold? {
        if shuttingDown != nil { return .deviceAsleep }
        let next = pushes.ration(of: apps[slot].id).next(profile)
        if next > now.instant { return .rationed(until: next) }
        let retryAt = apps[slot].crashes.retryAt
        if !apps[slot].isAlive, retryAt > now.instant { return .crashed(until: retryAt) }
        return isAsleep && !isAwakeAnyway ? .deviceAsleep : nil
    }

    /// It sleeps, and is awake for a wake-up.
    private var isAwakeAnyway: Bool { apps.contains { $0.isAlive && !$0.wakes.isEmpty } }

    mutating func spendRation(of app: AppID, _ now: Moment) {
        var ration = pushes.ration(of: app)
        ration.take(at: now.instant, profile)
        pushes.setRation(ration, at: now.instant)
    }

    mutating func hold(
        _ push: Push, _ hold: Push.Hold, _ now: Moment, _ out: inout Recorder
    ) {
        var push = push
        push.stage = .held(hold)
        notePush(.push, hold.reason, hold.rule, detail: hold.detail(push.id), push.push.app, &out)
        keep(push, hold.outcome, now, &out)
    }

    /// The user's force-quit ends what waits (U2).
    mutating func dropHeldPushes(
        of app: AppID, _ refusal: Refusal, _ now: Moment, _ out: inout Recorder
    ) {
        for push in pushes.pending where push.push.app == app && push.isHeld {
            drop(push, refusal, now, &out)
        }
    }

    /// When the first one's turn comes by time alone: it doesn't wake the device.
    private var nextPush: Instant? {
        guard !pushes.pending.isEmpty, !isAsleep, shuttingDown == nil else { return nil }
        return pushes.pending.compactMap(\.hold?.until).min()
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
