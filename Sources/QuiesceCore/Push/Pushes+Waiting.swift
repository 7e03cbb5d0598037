// Pushes that wait for their wake-ups, and for apps in front (R3).
extension Pushes {
    /// Ends what has its verdict, releases what has waited long enough, and tells what apps are to
    /// know.
    mutating func settle(_ notifications: inout Notifications, in around: inout Surroundings) {
        for push in pending { settle(push, &notifications, in: &around) }
        if !around.out.finishedWakes.isEmpty { around.out.dropUnknownPayloads() }
        if !untold.isEmpty { tellTokens(in: &around) }
        due = nextTurn(around)
    }

    /// Each event asks this of each of them, and seldom is there anything to do: nothing is copied
    /// for it.
    private mutating func settle(
        _ held: Shared<Push>, _ notifications: inout Notifications, in around: inout Surroundings
    ) {
        let app = held.value.push.app
        guard around.isInstalled(app) else {
            // A damaged store knows it, but not its app.
            return end(held.value, .dropped(.uninstalled), in: &around)
        }
        switch held.value.stage {
        case .held: settleHeld(held.value, &notifications, in: &around)
        case .waking(let wake, let presents):
            guard let launch = around.launch(awaiting: wake, of: app) else {
                return conclude(held.value, wake, presents, &notifications, in: &around)
            }
            if case .unlessHandled(let first) = presents, launch != first, !around.isInFront(app) {
                presentMissed(held.value, wake, &notifications, in: &around)
            }
        case .told(let launch):
            if !around.isAlive(app, launch) {
                end(held.value, .dropped(.appEnded), in: &around)
            } else {
                let payload = held.value.push.payload
                let calls = around.outstandingCalls(of: app)
                if !calls.contains(where: { $0.call.tells(payload) }) {
                    end(held.value, .told, in: &around)
                }
            }
        }
    }

    // MARK: Wake-ups

    /// Its wake-up has its verdict: what waited for that is presented (R3).
    private mutating func conclude(
        _ push: Push, _ wake: WakeID, _ presents: Push.Presentation,
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
        guard isMissed, push.push.presents, !around.isInFront(push.push.app) else {
            return end(push, outcome, in: &around)
        }
        var push = push
        update(push.id, outcome, at: around.now.wall)
        remove(push.id)
        around.out.record(.delete(key: Fact.key(push: push.id)))
        _ = present(&push, &notifications, in: &around)
    }

    /// The app was in front when it came, and ended through no fault of its own: it is woken for it
    /// again, but the user hasn't seen it.
    private mutating func presentMissed(
        _ push: Push, _ wake: WakeID, _ notifications: inout Notifications,
        in around: inout Surroundings
    ) {
        var push = push
        push.stage = .waking(
            wake, presents: around.profile.pushAlertAwaitsWake ? .afterwards : .nothing)
        if !around.profile.pushAlertAwaitsWake {
            _ = present(&push, &notifications, in: &around)
        }
        keep(push, .woke(wake, result: nil), in: &around)
    }

    /// When the first one's turn comes by time alone: it doesn't wake the device.
    private func nextTurn(_ around: borrowing Surroundings) -> Instant? {
        guard !pending.isEmpty, !around.isAsleep, around.shuttingDown == nil else {
            return nil
        }
        var next: Instant?
        for push in pending {
            if let until = push.value.hold?.until { next = min(until, next ?? until) }
        }
        return next
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

extension NewPush {
    /// There is something to present.
    var presents: Bool { !isSilent && content != nil }

    /// The address of the token that the push came by.
    var address: PushAddress { PushAddress(app, type) }

    /// The cause of the wake-up for it.
    var cause: WakeCause { .push(payload, type: type) }

    /// The payloads that the shell keeps for the push.
    var payloads: [PayloadHandle] { [payload] + (content.map { [$0] } ?? []) }
}

extension AppCall {
    /// It hands over the push with that payload, which presents nothing.
    fileprivate func tells(_ push: PayloadHandle) -> Bool {
        guard case .push(.received(nil, let told, _)) = self else { return false }
        return told == push
    }
}

extension Reason {
    /// The app called its completion handler.
    fileprivate var isCompletion: Bool {
        [.completedNewData, .completedNoData, .completedFailed].contains(self)
    }
}
