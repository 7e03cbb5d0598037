import QuiesceCore
import QuiesceShell

// Promises that last: whatever the gateway was told, and whatever the disk has lost.
extension PushWatch {
    /// The gateway is told that the device has it.
    func acknowledges(_ sequence: UInt64, _ device: SimulatedDevice) {
        guard case .pushes(let fact) = device.store.durable.facts["pushes"],
            fact.sequence >= sequence, fact.account == account
        else {
            // The sequence is of an account that is gone.
            if sequence > self.sequence { return }
            return device.fail(
                .acknowledgedIsDurable, "push \(sequence) is acknowledged and not stored")
        }
        let promised = known.filter { id, push in
            id.value <= fact.last && push.isOpen && !push.isPromised
        }
        for (id, push) in promised.sorted(by: { $0.key < $1.key }) {
            push.isPromised = true
            if device.store.durable.facts["push/\(id)"] == nil
                || device.store.durable.payloads[push.payload] == nil
            {
                device.fail(
                    .acknowledgedIsDurable, "push \(id) is acknowledged and not stored", push.app)
            }
        }
    }

    /// Judges that acknowledged pushes are there after whatever the disk has lost.
    func goOn(from machine: SystemMachine, _ facts: [Fact], _ device: SimulatedDevice) {
        var pending: [PushID: KnownPush] = [:]
        var shown: [NotificationID: PushID] = [:]
        var seen: Set<PushID> = []
        let before = account
        (sequence, account, registered, buckets) = (0, nil, [], [:])
        for fact in facts {
            switch fact {
            case .pushes(let fact): (sequence, account) = (fact.sequence, fact.account)
            case .push(let push):
                // The journal may know one that the disk didn't take, and that the gateway still
                // has.
                let isPromised =
                    known[push.id]?.isPromised == true
                    || device.store.durable.facts[fact.key] != nil
                pending[push.id] = KnownPush(restored: push, isPromised: isPromised)
            case .pushRegistration(let fact):
                guard !fact.isRetired else { continue }
                registered.insert(fact.address)
                // An uninstall that the disk has lost never was.
                if fact.address.type == .voip { callers.insert(fact.app) }
            case .notification(let notification):
                guard let push = notification.push else { continue }
                shown[notification.id] = push.id
                if notification.shown != nil { seen.insert(push.id) }
            case _: break
            }
        }
        taken = account == before ? taken.filter { $0.value <= sequence } : [:]
        // The journal alone may tell of the last events before a death.
        for case let id? in machine.pushReceipts.map(\.apnsID) where taken[id] == nil {
            taken[id] = sequence
        }
        let shownPushes = Set(shown.values)
        let lost = known.filter { id, push in
            push.isOpen && push.isPromised && pending[id] == nil && !shownPushes.contains(id)
                && machine.view(push.app) != nil
        }
        for (id, push) in lost.sorted(by: { $0.key < $1.key }) {
            device.fail(.acknowledgedIsDurable, "push \(id) was lost", push.app)
        }
        for id in seen {
            pending[id]?.isShown = true
            // The daemon may not have heard that it is.
            pending[id]?.isShowing = true
        }
        known = pending
        given = [:]
        ofNotification = [:]
        ofPayload = Dictionary(
            pending.map { ($0.value.payload, $0.key) }, uniquingKeysWith: { first, _ in first })
        ofWake = Dictionary(
            pending.compactMap { push in push.value.wake.map { ($0, push.key) } },
            uniquingKeysWith: { first, _ in first })
    }

    // MARK: At the end

    /// Everything has come to its end, and the gateway keeps nothing.
    func checkSettled(_ device: SimulatedDevice) {
        for (id, push) in known.sorted(by: { $0.key < $1.key }) where push.isOpen {
            // Told in front, without a completion handler: nothing ends an app that never returns
            // from that, or that can't be told, as it has hung up or is stuck in another callback,
            // and doesn't connect again.
            let index = device.index(push.app)
            if push.wake == nil, let index, let process = device.processes[index] {
                let app = process.app as? ScriptedApp
                if app?.isStuck == true, !push.given.isEmpty || process.channel == nil { continue }
                if app?.hasHungUp == true, process.channel == nil { continue }
            }
            device.fail(.settles, "push \(id) has no verdict", push.app)
        }
        if let stored = device.pushes.gateway.queue.first {
            device.fail(
                .settles, "push \(stored.sequence) of the gateway has never been acknowledged",
                stored.app)
        }
        let isJoined = device.pushes.gateway.account != nil
        for case .pushRegistration(let fact) in device.machine.facts {
            let token = device.pushes.gateway.tokens[fact.address]
            if isJoined, fact.isRetired || fact.token == nil || fact.token != token {
                device.fail(.settles, "its token isn't the gateway's", fact.app)
            }
        }
    }
}
