import QuiesceCore
import QuiesceShell

/// Remembers pushes, to judge that none is lost, that each comes to one end, that its app is woken
/// for it and it is shown once, and in the order of the profile; and that silent ones keep their
/// quota (R1 … R5).
final class PushWatch {
    var known: [PushID: KnownPush] = [:]
    var ofPayload: [PayloadHandle: PushID] = [:]
    var ofWake: [WakeID: PushID] = [:]
    var ofNotification: [NotificationID: PushID] = [:]
    /// The greatest sequence that the core took from this account.
    var sequence: UInt64 = 0
    var account: String?
    /// Pushes that the core took from this account, by the gateway's ids, each with its sequence.
    var taken: [String: UInt64] = [:]
    var buckets: [AppID: PushBucket] = [:]
    /// Those that apps were given and perhaps not woken for.
    var given: [AppID: [KnownPush]] = [:]
    /// Apps that have ever asked for voip pushes, by what they said.
    var callers: Set<AppID> = []
    /// They want pushes from the gateway.
    var registered: Set<PushAddress> = []

    // MARK: Events

    func note(_ event: Event, _ reaction: Reaction, _ device: SimulatedDevice) {
        var arrived: PushID?
        switch event {
        case .push(let push, _): arrived = arrives(push, reaction, device)
        case .pushService(.asked(let app, _, _, .registerVoIP)): callers.insert(app)
        case .pushService(.account(let account)):
            if account != self.account { (sequence, taken) = (0, [:]) }
            self.account = account
        case .notification(.shown(let id)):
            if let push = ofNotification[id] { known[push]?.isShowing = false }
        case .handled(let app, let launch, let seq): handled(app, launch, seq)
        case .restarted(_, deviceRestarted: true, _): buckets = [:]
        case _: break
        }
        for wake in reaction.accepted { begins(wake, event, device) }
        for case .record(let change) in reaction.changes { note(change, device) }
        for effect in reaction.effects { note(effect, event, device) }
        for decision in reaction.decisions {
            guard case .wakeResult(let wake, _, _) = decision.detail, let id = ofWake[wake] else {
                continue
            }
            ends(id, decision.reason, device)
        }
        if let arrived { judgeArrival(arrived, reaction, device) }
    }

    // MARK: Forgetting

    func forget(_ app: AppID) {
        for push in known.values where push.app == app { forget(push) }
        buckets[app] = nil
        given[app] = nil
        callers.remove(app)
    }

    /// Nothing comes of them any more that anybody could take for something new.
    func forgetOld(before id: PushID) {
        guard known.count > 300 else { return }
        for push in known.values where !push.isOpen && push.id.value + 200 < id.value {
            forget(push)
        }
    }

    /// A gateway that loses its end brings back what was acknowledged in two minutes, and nothing
    /// older.
    func took(_ origin: PushOrigin) {
        taken[origin.id] = origin.sequence
        guard taken.count > 10_000 else { return }
        taken = taken.filter { $0.value + 5_000 > origin.sequence }
    }

    func forget(_ push: KnownPush) {
        known[push.id] = nil
        ofPayload[push.payload] = nil
        if let wake = push.wake { ofWake[wake] = nil }
        if let notification = push.notification { ofNotification[notification] = nil }
    }
}
