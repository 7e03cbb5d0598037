// Pushes in plain words, for the log and `why`.

extension Detail {
    /// In a few words, of the details about pushes.
    var pushWords: String {
        switch self {
        case .push(let id): "push \(id)"
        case .pushHeld(let id, let until):
            "push \(id), until " + (until == nil ? "the device is awake" : "it may have another")
        case .pushMerged(let id, let newer): "push \(id) by push \(newer)"
        case _: ""
        }
    }
}

extension Reason {
    /// The meaning of a reason about pushes.
    func pushMeaning(_ detail: Detail?, at now: Moment?) -> Meaning {
        let what = detail?.words ?? "a push"
        switch self {
        case .pushRepeated:
            return .event(
                "a push came a second time (\(what)), because the gateway had not heard that it arrived"
            )
        case .pushTold: return .event("\(what) was handed to it, as it is in front")
        case .pushHeld: return .event("a silent push waits (\(what))")
        case .pushAwaitsBackoff:
            return .event(
                "a silent push (\(what)) waits until the app, which failed, may be launched again")
        case .pushMerged: return .event("a newer push took an older one's place (\(what))")
        case .pushRegistered: return .event("it registered for pushes")
        case .pushUnregistered: return .event("it unregistered from pushes")
        case .pushTokenIssued: return .event("the push gateway gave it a token")
        case .gatewayJoined: return .event("the device joined a push gateway, as \(what)")
        case .gatewayLeft: return .event("the device left its push gateway")
        case .pushExpired:
            return .refusal(
                "a silent push expired while it waited (R4)",
                change: "send it with a later apns-expiration, or less often")
        case .pushRationed:
            return .refusal(
                "it has used up its silent pushes for now, and gets the next \(detail.pushMoment(now)) (R4)",
                change: "send fewer, or raise silentPushesPerHour in the profile")
        case .pushesNotRegistered:
            return .refusal(
                "it isn't registered for pushes (R1)",
                change: "call registerForRemoteNotifications in the app")
        case .pushTokenRefused:
            return .refusal(
                "the push gateway gives it no token: \(what) (R1)",
                change: "see `quiesce gateway`")
        case _: return .event(rawValue)
        }
    }
}

extension Detail? {
    fileprivate func pushMoment(_ now: Moment?) -> String {
        guard case .notBefore(let instant) = self, let now else { return "later" }
        return "in " + max(.zero, instant - now.instant).spoken
    }
}
