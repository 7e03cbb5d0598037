// Obstacles to a wake-up of an app: a force-quit, modes, the user's switches, crashes.
extension AppMachine {
    /// The obstacles to a wake-up of this app now, the deciding one first. Both the decision
    /// and `why --not` ask here.
    func obstacles(to cause: WakeCause, contentAvailable: Bool, _ context: AppContext) -> [Refusal]
    {
        var found: [Refusal] = []
        let rule = cause.rule
        let staysBehind = rule.leavesFront || !isInForeground
        let outlivesForceQuit =
            rule.isByUser || rule.isOfLocation && context.profile.locationOutlivesForceQuit
        if forceQuit, context.profile.forceQuitBarsLaunch, !outlivesForceQuit {
            found.append(Refusal(.forceQuitByUser, rule: .u2))
        }
        if let missing = missingMode(rule, context.profile) { found.append(missing) }
        if staysBehind, !rule.isNoRefresh, !mayRefresh(context) {
            found.append(Refusal(.backgroundRefreshOff, rule: .f8))
        }
        // An app that never stays in the background isn't sent there for a wake-up; a push is for
        // an app in front, too.
        if staysBehind, let ending = endsWhenLeft(context.profile) {
            found.append(Refusal(ending.reason, rule: ending.rule))
        }
        // Any other push is for the user, not for a Newsstand app (K1).
        if cause.kind == .push, !contentAvailable,
            context.profile.pushWakesNeedContentAvailable
                || !manifest.backgroundModes.contains(.remoteNotification)
        {
            found.append(Refusal(.notContentAvailable, rule: .r2))
        }
        if let (needed, denied) = rule.permission, grants.permissions[needed] != .authorized {
            found.append(Refusal(denied, rule: .u4))
        }
        if let reason = rule.needsProcess, !isAlive {
            found.append(Refusal(reason, rule: .w6))
        }
        if !isAlive, context.now.instant < crashes.retryAt {
            found.append(
                Refusal(
                    .crashLoop, rule: .w5, detail: .until(crashes.retryAt, crashes: crashes.count)))
        }
        if wakes.count >= Limits.wakesPerApp { found.append(Refusal(.tooManyWakes)) }
        return found
    }

    /// nil: the app declares one of the modes that the wake-up needs, and the profile knows (O4).
    private func missingMode(_ rule: WakeRule, _ profile: PolicyProfile) -> Refusal? {
        let known = profile.backgroundModes
        guard let usual = rule.modes.first,
            !rule.modes.contains(where: {
                known.contains($0) && manifest.backgroundModes.contains($0)
            })
        else { return nil }
        let isKnown = rule.modes.contains(where: known.contains)
        return Refusal(
            isKnown ? .modeNotDeclared : .modeUnknownToProfile, rule: .o4,
            detail: .mode(usual, profile: profile.name))
    }
}
