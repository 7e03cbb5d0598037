import QuiesceCore

// The outcomes of pushes: their records, the notifications that show them, and the news that apps
// are given.
extension PushWatch {
    func note(_ change: FactChange, _ device: SimulatedDevice) {
        switch change {
        case .put(.push(let push)):
            known[push.id]?.isHeld = push.isHeldNow
            checkHeld(push, device)
        case .put(.pushRegistration(let fact)):
            if fact.isRetired {
                registered.remove(fact.address)
            } else {
                registered.insert(fact.address)
            }
        case .delete(let key) where key.hasPrefix("pushes/"):
            if let address = PushAddress(topic: String(key.dropFirst(7))) {
                registered.remove(address)
            }
        case .delete(let key):
            guard key.hasPrefix("push/"), let number = UInt64(key.dropFirst(5)) else { return }
            let id = PushID(number)
            guard let push = known[id] else { return }
            if !push.isOpen {
                device.fail(.pushesArriveOnce, "push \(id) has a second verdict", push.app)
            }
            push.isOpen = false
            push.isHeld = false
        case .put(.notification(let notification)):
            guard let push = notification.push else { return }
            ofNotification[notification.id] = push.id
            if known[push.id]?.type == .voip {
                device.fail(.pushOrder, "voip push \(push.id) shows something", notification.app)
            }
            known[push.id]?.notification = notification.id
        case .put: break
        }
    }

    func note(_ effect: Effect, _ event: Event, _ device: SimulatedDevice) {
        switch effect {
        case .notification(.show(let id, _, _, _, _, _, _)): shows(id, event, device)
        case .send(let app, let launch, let delivery, let redelivered):
            gives(delivery, app, launch, redelivered: redelivered, device)
        case .uninstall(let app): forget(app)
        case _: break
        }
    }

    /// A newer one takes the place of one that waits, and the quota lets one through every so often
    /// (R4).
    func checkHeld(_ push: Push, _ device: SimulatedDevice) {
        guard case .held(let hold) = push.stage, push.id == known[push.id]?.id else { return }
        func fail(_ problem: String) {
            device.fail(.pushQuotaKept, "silent push \(push.id) \(problem)", push.push.app)
        }
        let others = known.values.contains {
            $0.app == push.push.app && $0.type == push.push.type && $0.isHeld && $0.id != push.id
        }
        if others, push.push.type == .remote { fail("waits beside another") }
        switch hold {
        case .overQuota(let until):
            let longest = Interval.seconds(3_600 / Int64(device.profile.silentPushesPerHour) + 1)
            if until - device.now.instant > longest { fail("waits longer than for the next") }
        case .crashed(let until):
            if until - device.now.instant > device.profile.crashBackoffMost {
                fail("waits longer than any app that fails")
            }
            if device.indices[push.push.app].flatMap({ device.processes[$0] }) != nil {
                fail("waits for the launch of its app, which runs")
            }
        case .deviceAsleep: break
        }
    }

    func shows(_ notification: NotificationID, _ event: Event, _ device: SimulatedDevice) {
        guard let id = ofNotification[notification], let push = known[id] else { return }
        func fail(_ invariant: Invariant, _ problem: String) {
            device.fail(invariant, "push \(id) \(problem)", push.app)
        }
        if push.isShown {
            // The daemon before may have died before the user saw it.
            if case .restarted = event, push.isShowing { return }
            fail(.pushesArriveOnce, "is shown twice")
        }
        if push.isDealtWith { fail(.pushesArriveOnce, "is shown, and its app has dealt with it") }
        if push.showsAfterwards, push.isOpen {
            fail(.pushOrder, "is shown before its app has handled it")
        }
        push.isShown = true
        push.isShowing = true
    }

    func gives(
        _ delivery: Delivery, _ app: AppID, _ launch: Launch, redelivered: Bool,
        _ device: SimulatedDevice
    ) {
        let payload: PayloadHandle
        switch delivery.call {
        case .push(.registered(let token)):
            // A virtual device has a gateway of its own.
            return isTold(token, .remote(app), device)
        case .push(.voipRegistered(let token)):
            return isTold(token, .voip(app), device)
        case .remoteNotification(_, let handle), .push(.voipReceived(_, let handle)):
            payload = handle
        case .push(.received(_, let handle, opened: false)): payload = handle
        case _: return
        }
        guard let id = ofPayload[payload], let push = known[id] else { return }
        if push.app != app { device.fail(.nothingCrosses, "push \(id) is for \(push.app)", app) }
        let callback = KnownPush.Callback(launch: launch, seq: delivery.seq)
        // Again over another connection.
        if push.given.contains(callback) { return }
        if !push.given.isEmpty, !redelivered {
            device.fail(.pushesArriveOnce, "it is given push \(id) twice, as if it were new", app)
        }
        if push.wakeVerdict != nil || push.isDealtWith {
            device.fail(.pushesArriveOnce, "it is given push \(id) after its verdict", app)
        }
        push.given.insert(callback)
        given[app, default: []].append(push)
    }

    private func isTold(_ token: String, _ address: PushAddress, _ device: SimulatedDevice) {
        // A virtual device has a gateway of its own.
        guard device.pushes.gateway.isKnown, device.pushes.gateway.owners[token] != address else {
            return
        }
        device.fail(.nothingCrosses, "it is told the token of another", address.app)
    }

    /// Notes that an app has handled pushes that it was told of in front.
    func handled(_ app: AppID, _ launch: Launch, _ seq: UInt64) {
        given[app]?.removeAll { push in
            // A push that its app was woken for has its verdict by that wake-up.
            if push.wake != nil { return true }
            guard push.given.contains(where: { $0.launch == launch && $0.seq <= seq }) else {
                return false
            }
            push.isDealtWith = true
            return true
        }
    }
}

extension Push {
    fileprivate var isHeldNow: Bool { if case .held = stage { true } else { false } }
}
