// Pushes of the type voip: somebody calls, and the app hears of it at once, whether it is in front,
// suspended or not running. Nothing of one is shown, and none counts among silent ones (R4).
extension Pushes {
    /// Why an app can't ask for them; nil: it can.
    func refusalOfCalls(to app: AppID, _ around: borrowing Surroundings) -> Refusal? {
        let detail = Detail.mode(.voip, profile: around.profile.name)
        guard around.profile.backgroundModes.contains(.voip) else {
            return Refusal(.modeUnknownToProfile, rule: .o4, detail: detail)
        }
        guard around.manifest(of: app)?.backgroundModes.contains(.voip) == true else {
            return Refusal(.modeNotDeclared, rule: .o4, detail: detail)
        }
        return nil
    }

    /// Why a tool's isn't taken: nobody would ever hear of it.
    func refusalOfCall(_ push: NewPush, _ around: borrowing Surroundings) -> Refusal? {
        guard isRegistered(push.address) else { return Refusal(.voipPushesNotAsked, rule: .r1) }
        return obstacles(to: push, at: around.now, around).first
    }

    /// The obstacles that keep an app from being woken for a VoIP push, beside those that keep the
    /// app from being woken at all.
    func obstacles(to cause: WakeCause, of app: AppID) -> [Refusal] {
        guard case .push(_, .voip) = cause, !isRegistered(.voip(app)) else { return [] }
        return [Refusal(.voipPushesNotAsked, rule: .r1)]
    }

    mutating func takeCall(
        _ push: Push, _ notifications: inout Notifications, in around: inout Surroundings
    ) {
        guard isRegistered(push.push.address) else {
            return drop(push, Refusal(.voipPushesNotAsked, rule: .r1), in: &around)
        }
        mergeCollapsed(into: push, in: &around)
        let obstacles = obstacles(to: push.push, at: around.now, around)
        // A back-off is over by itself, and the gateway was told that the device has it.
        if let obstacle = obstacles.first(where: { $0.reason != .crashLoop }),
            around.shuttingDown == nil
        {
            return drop(push, obstacle, in: &around)
        }
        guard let hold = holdOfCall(to: push.push.app, around) else {
            return wake(push, presents: .nothing, &notifications, in: &around)
        }
        let waiting = pending.count {
            $0.value.push.address == push.push.address && $0.value.isHeld
        }
        guard waiting < Limits.wakesPerApp else {
            return drop(push, Refusal(.tooManyWakes), in: &around)
        }
        setAside(push, hold, in: &around)
    }

    /// Its app may be launched again, or the device has.
    mutating func settleHeldCall(
        _ push: Push, _ notifications: inout Notifications, in around: inout Surroundings
    ) {
        if let hold = holdOfCall(to: push.push.app, around) {
            if push.stage != .held(hold) { setAside(push, hold, in: &around) }
            return
        }
        if let expires = push.push.origin?.expires, expires <= around.now.wall {
            return drop(push, Refusal(.pushExpired, rule: .r1), in: &around)
        }
        if let obstacle = obstacles(to: push.push, at: around.now, around).first {
            return drop(push, obstacle, in: &around)
        }
        wake(push, presents: .nothing, &notifications, in: &around)
    }

    /// Why one waits; nil: it doesn't. Neither a device that sleeps nor a quota lets it wait: a
    /// call is for now.
    private func holdOfCall(to app: AppID, _ around: borrowing Surroundings) -> Push.Hold? {
        if around.shuttingDown != nil { return .deviceAsleep }
        guard !around.isAlive(app), let retryAt = around.retryAt(app),
            retryAt > around.now.instant
        else { return nil }
        return .crashed(until: retryAt)
    }
}
