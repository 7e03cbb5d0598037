import QuiesceCore

// The pushes that the device takes on, and their results at once.
extension PushWatch {
    /// - Returns: its number; nil: it isn't taken, as it came before or is refused.
    func arrives(
        _ push: NewPush, _ reaction: Reaction, _ device: SimulatedDevice
    ) -> PushID? {
        var fact: PushesFact?
        for case .record(.put(.pushes(let new))) in reaction.changes { fact = new }
        if let origin = push.origin {
            func fail(_ problem: String) {
                device.fail(.pushesArriveOnce, "push \(origin.sequence) \(problem)", push.app)
            }
            let acknowledges = reaction.promises.contains(
                .push(.acknowledge(sequence: origin.sequence)))
            if !acknowledges { fail("is never acknowledged") }
            if origin.sequence <= sequence {
                if fact != nil { fail("is taken a second time") }
                // One that a newer one had replaced, and that a lost end brings back, is owed to
                // nobody.
                if taken[origin.id] == nil, !device.pushes.gateway.replaced.contains(origin.id) {
                    fail("is new, and is taken for one that came before")
                }
                return nil
            }
            let skipped = device.pushes.gateway.queue.first {
                $0.sequence > sequence && $0.sequence < origin.sequence
            }
            if let skipped { fail("is taken before \(skipped.sequence), which is lost by that") }
            if fact?.sequence != origin.sequence { fail("isn't written down") }
            sequence = origin.sequence
            took(origin)
        }
        guard let fact else { return nil }
        let id = PushID(fact.last)
        let new = KnownPush(id, push)
        new.isOpen = reaction.puts(id)
        known[id] = new
        ofPayload[push.payload] = id
        forgetOld(before: id)
        if let collapse = push.origin?.collapse {
            for other in known.values
            where other.id != id && other.app == push.app && other.type == push.type
                && other.collapse == collapse
            {
                other.showsAfterwards = false
            }
        }
        return id
    }

    /// Judges the push's results at its arrival.
    func judgeArrival(_ id: PushID, _ reaction: Reaction, _ device: SimulatedDevice) {
        guard let push = known[id] else { return }
        func fail(_ problem: String) {
            device.fail(.pushOrder, "push \(id) \(problem)", push.app)
        }
        let isPresented = push.notification != nil
        if !push.isOpen { closed(id, device) }
        if push.sequence != nil, !registered.contains(PushAddress(push.app, push.type)) {
            if isPresented || push.isOpen { fail("comes of it, and its app isn't registered") }
            return
        }
        if push.type == .voip { return judgeCall(push, device) }
        guard let app = device.device.inspect({ $0.audit(of: push.app) }) else { return }
        if app.isInFront {
            let isBusy = max(app.wakes, app.outstandingCalls) >= Limits.wakesPerApp
            if push.isShown, !isBusy { fail("is shown, and its app is in front") }
            return
        }
        guard push.presents else { return }
        guard push.wake != nil else {
            if !isPresented { fail("isn't shown, and nothing is to come before that") }
            return
        }
        let waits =
            device.profile.pushAlertAwaitsWake
            && (app.isAlive || !device.parts.protection.keyBag.daemonAwaitsFirstUnlock)
        if waits == isPresented {
            fail(waits ? "is shown before its app has handled it" : "waits for its app")
        }
        push.showsAfterwards = waits
    }

    /// A voip push waits for nothing but an app that has failed.
    private func judgeCall(_ push: KnownPush, _ device: SimulatedDevice) {
        guard push.wake == nil, registered.contains(.voip(push.app)) else { return }
        let cause = WakeCause.push(PayloadHandle(0), type: .voip)
        guard device.machine.whyNot(push.app, cause, at: device.now)?.obstacles.isEmpty == true
        else { return }
        device.fail(.callsComeAtOnce, "push \(push.id) doesn't wake it at once", push.app)
    }
}

extension Reaction {
    fileprivate func puts(_ id: PushID) -> Bool {
        changes.contains {
            if case .record(.put(.push(let push))) = $0 { push.id == id } else { false }
        }
    }
}
