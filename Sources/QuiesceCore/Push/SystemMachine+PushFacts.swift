// What survives of pushes.
extension SystemMachine {
    /// Everything of them that must survive.
    var pushFacts: [Fact] {
        var facts: [Fact] = []
        if pushes.isKnown { facts.append(.pushes(pushes.fact)) }
        facts += pushes.pending.map { .push($0) }
        return facts + pushes.registrations.map { .pushRegistration($0) }
    }

    mutating func recordPushes(_ out: inout Recorder) {
        out.effects.append(
            .record(
                pushes.isKnown ? .put(.pushes(pushes.fact)) : .delete(key: Fact.pushesKey)))
    }

    mutating func restorePushes(_ facts: [Fact]) {
        for case .pushes(let fact) in facts {
            pushes.last = fact.last
            pushes.account = fact.account
            pushes.sequence = fact.sequence
        }
        for case .push(let push) in facts {
            pushes.last = max(pushes.last, push.id.value)
            pushes.set(push)
        }
        for push in pushes.pending { pushes.add(PushReceipt(of: push)) }
        for case .pushRegistration(let fact) in facts where slots[fact.app] != nil || fact.isRetired
        {
            pushes.setRegistration(fact)
        }
    }

    /// A new daemon, whose gateway hasn't been heard of.
    mutating func restartPushes(deviceRestarted: Bool) {
        pushes.isConnected = false
        // The clock of which rations speak began anew.
        if deviceRestarted { pushes.forgetRations() }
    }

    /// The app is uninstalled.
    mutating func removePushes(of app: AppID, _ now: Moment, _ out: inout Recorder) {
        for push in pushes.pending where push.push.app == app {
            var outcome = PushReceipt.Outcome.dropped(.uninstalled)
            if case .waking(let wake, _) = push.stage {
                outcome = .woke(wake, result: .uninstalled)
                for at in out.finishedWakes.indices where out.finishedWakes[at].wake == wake {
                    out.finishedWakes[at].payload = nil
                }
            }
            end(push, outcome, now, &out)
        }
        pushes.forgetRations(of: app)
        retire(app, &out)
    }

    /// Records a decision about an app's pushes.
    mutating func notePush(
        _ kind: Decision.Kind, _ reason: Reason, _ rule: Rule, detail: Detail? = nil, _ app: AppID,
        _ out: inout Recorder
    ) {
        remember(out.decide(kind, reason, rule, detail: detail, app: app), of: app)
    }
}

extension PushReceipt {
    init(of push: Push) {
        let outcome: Outcome =
            switch push.stage {
            case .held(let hold): hold.outcome
            case .waking(let wake, _): .woke(wake, result: nil)
            case .told: .told
            }
        self.init(
            id: push.id, app: push.push.app, apnsID: push.push.origin?.id, received: push.received,
            isSilent: push.push.isSilent, contentAvailable: push.push.contentAvailable,
            outcome: outcome, at: push.received)
    }
}

extension Recorder {
    mutating func push(_ effect: PushEffect) { effects.append(.push(effect)) }
}
