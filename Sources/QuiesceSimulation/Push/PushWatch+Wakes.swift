import QuiesceCore

// Wake-ups for pushes, from their beginning to their verdict.
extension PushWatch {
    func begins(_ wake: WakeFact, _ event: Event, _ device: SimulatedDevice) {
        guard case .push(let payload, let type) = wake.cause, let id = ofPayload[payload],
            let push = known[id]
        else { return }
        func fail(_ problem: String) {
            device.fail(.pushesAsAllowed, "push \(id) wakes it, and \(problem)", wake.app)
        }
        if push.app != wake.app {
            device.fail(.nothingCrosses, "push \(id) is for \(push.app)", wake.app)
        }
        if push.wake != nil || !push.isOpen {
            device.fail(.pushesArriveOnce, "push \(id) wakes it a second time", wake.app)
        }
        if type != push.type {
            device.fail(.callsComeAtOnce, "push \(id) wakes it as one of another type", wake.app)
        }
        push.wake = wake.id
        push.isHeld = false
        ofWake[wake.id] = id
        let isInFront = device.machine.foreground == wake.app
        if let bar = bar(of: wake.app, push.type, isInFront: isInFront, device) { fail(bar) }
        if push.type == .remote, !push.presents, !isInFront {
            let problem = buckets[wake.app, default: PushBucket()].take(
                at: device.now.instant, device.profile)
            if let problem { device.fail(.pushQuotaKept, problem, wake.app) }
        }
    }

    /// Why the app may not be woken.
    func bar(
        of app: AppID, _ type: PushType, isInFront: Bool, _ device: SimulatedDevice
    ) -> String? {
        let machine = device.machine
        guard machine.view(app) != nil, let place = device.indices[app] else {
            return "it isn't installed"
        }
        if type == .voip, !callers.contains(app) { return "it has never asked for voip pushes" }
        let mode: BackgroundMode = type == .voip ? .voip : .remoteNotification
        if !device.apps[place].backgroundModes.contains(mode) {
            return "it doesn't declare the mode"
        }
        if !device.profile.backgroundModes.contains(mode) { return "the profile has no such mode" }
        if isInFront { return nil }
        let mayRefresh = machine.conditions.backgroundRefresh && machine.mayRefresh(app)
        if type == .remote, !mayRefresh {
            return "the user has switched its background refresh off"
        }
        if device.profile.forceQuitBarsLaunch, machine.isForceQuit(app) {
            return "the user has force-quit it"
        }
        return nil
    }

    func ends(_ id: PushID, _ verdict: Reason, _ device: SimulatedDevice) {
        guard let push = known[id] else { return }
        push.wakeVerdict = verdict
        if verdict.isCompletion, !push.showsAfterwards { push.isDealtWith = true }
        if push.isOpen {
            device.fail(.pushesArriveOnce, "push \(id) outlives its wake-up", push.app)
        }
        closed(id, device)
        guard push.showsAfterwards else { return }
        push.showsAfterwards = false
        if push.notification == nil, verdict != .uninstalled,
            device.machine.foreground != push.app
        {
            device.fail(.pushOrder, "push \(id) isn't shown after its wake-up", push.app)
        }
    }

    /// It has its verdict.
    func closed(_ id: PushID, _ device: SimulatedDevice) {
        guard let push = known[id],
            let receipt = device.machine.pushReceipt(of: id)
        else { return }
        func fail(_ problem: String) {
            device.fail(.pushesArriveOnce, "push \(id) \(problem)", push.app)
        }
        switch receipt.outcome {
        case .woke(let wake, let result):
            if wake != push.wake || result == nil || result != push.wakeVerdict {
                fail("has another verdict than its wake-up")
            }
        case .held, .heldByCrash: fail("has no verdict")
        case .dropped(.crashLoop) where !push.presents:
            fail("is dropped, and its app may be launched again before long")
        case .shown, .told, .merged, .dropped: break
        }
    }
}

extension SystemMachine {
    /// The user lets the app refresh in the background.
    fileprivate func mayRefresh(_ app: AppID) -> Bool {
        guard let permissions = storedPermissions(of: app) else { return true }
        return [.authorized, .notDetermined].contains(permissions[.backgroundRefresh])
    }
}
