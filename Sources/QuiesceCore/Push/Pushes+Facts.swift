// The facts of pushes that survive.
extension Pushes {
    /// Everything of them that must survive.
    var facts: [Fact] {
        var facts: [Fact] = []
        if isKnown { facts.append(.pushes(fact)) }
        facts += pending.map { .push($0.value) }
        return facts + registrations.map { .pushRegistration($0) }
    }

    mutating func record(in around: inout Surroundings) {
        around.out.record(isKnown ? .put(.pushes(fact)) : .delete(key: Fact.pushesKey))
    }

    mutating func restore(
        _ facts: [Fact], _ notifications: borrowing Notifications,
        in around: inout Surroundings
    ) {
        for case .pushes(let fact) in facts {
            last = fact.last
            account = fact.account
            sequence = fact.sequence
        }
        for case .push(let push) in facts {
            last = max(last, push.id.value)
            set(push)
        }
        for push in pending { add(PushReceipt(of: push.value)) }
        for case .pushRegistration(let fact) in facts
        where around.isInstalled(fact.app) || fact.isRetired {
            setRegistration(fact)
        }
        for held in pending {
            let push = held.value.push
            let shown = notifications.count(of: push.app) { $0.push?.id == held.value.id }
            if shown > 0 { around.share(push.payload) }
        }
    }

    /// A new daemon, whose gateway hasn't been heard of.
    mutating func restart(deviceRestarted: Bool) {
        isConnected = false
        // The clock of which quotas speak began anew.
        if deviceRestarted { forgetQuotas() }
    }

    /// The app is uninstalled.
    mutating func remove(
        of app: AppID, in around: inout Surroundings
    ) {
        for push in pending.map(\.value) where push.push.app == app {
            var outcome = PushReceipt.Outcome.dropped(.uninstalled)
            if case .waking(let wake, _) = push.stage {
                outcome = .woke(wake, result: .uninstalled)
                for at in around.out.finishedWakes.indices
                where around.out.finishedWakes[at].wake == wake {
                    around.out.finishedWakes[at].payload = nil
                }
            }
            end(push, outcome, in: &around)
        }
        forgetQuotas(of: app)
        for type in PushType.allCases { retire(PushAddress(app, type), in: &around) }
    }

    /// Records a decision about an app's pushes.
    mutating func note(
        _ kind: Decision.Kind, _ reason: Reason, _ rule: Rule, detail: Detail? = nil, _ app: AppID,
        in around: inout Surroundings
    ) {
        around.remember(around.out.decide(kind, reason, rule, detail: detail, app: app), of: app)
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
            id: push.id, app: push.push.app, type: push.push.type, apnsID: push.push.origin?.id,
            received: push.received,
            isSilent: push.push.isSilent, contentAvailable: push.push.contentAvailable,
            outcome: outcome, at: push.received)
    }
}

extension Recorder {
    mutating func promise(_ promise: PushPromise) { promises.append(.push(promise)) }
}
