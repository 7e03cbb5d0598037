// Pushes in plain words, for the log and `why`.

extension Reason {
    public static let pushRepeated = Reason("pushRepeated") { detail, _ in
        .event(
            "a push came a second time (\(detail.words(or: "a push"))), because the gateway had not heard that it arrived"
        )
    }
    public static let pushTold = Reason("pushTold") { detail, _ in
        .event("\(detail.words(or: "a push")) was handed to it, as it is in front")
    }
    public static let pushHeld = Reason("pushHeld") { detail, _ in
        .event("a push waits (\(detail.words(or: "a push")))")
    }
    public static let pushAwaitsBackoff = Reason("pushAwaitsBackoff") { detail, _ in
        .event(
            "a push (\(detail.words(or: "a push"))) waits until the app, which failed, may be launched again"
        )
    }
    public static let pushMerged = Reason("pushMerged") { detail, _ in
        .event("a newer push took an older one's place (\(detail.words(or: "a push")))")
    }
    public static let pushRegistered = Reason("pushRegistered", .event("it registered for pushes"))
    public static let pushUnregistered = Reason(
        "pushUnregistered",
        .event("it unregistered from pushes"))
    public static let pushTokenIssued = Reason(
        "pushTokenIssued",
        .event("the push gateway gave it a token"))
    public static let gatewayJoined = Reason("gatewayJoined") { detail, _ in
        .event("the device joined a push gateway, as \(detail.words(or: "a push"))")
    }
    public static let gatewayLeft = Reason(
        "gatewayLeft",
        .event("the device left its push gateway"))
    public static let pushExpired = Reason(
        "pushExpired",
        .refusal(
            "a push expired while it waited (R4)",
            change: "send it with a later apns-expiration, or less often"))
    public static let pushRationed = Reason("pushRationed") { detail, now in
        .refusal(
            "it has used up its silent pushes for now, and gets the next \(detail.pushMoment(now)) (R4)",
            change: "send fewer, or raise silentPushesPerHour in the profile")
    }
    public static let pushesNotRegistered = Reason(
        "pushesNotRegistered",
        .refusal(
            "it isn't registered for pushes (R1)",
            change: "call registerForRemoteNotifications in the app"))
    public static let pushTokenRefused = Reason("pushTokenRefused") { detail, _ in
        .refusal(
            "the push gateway gives it no token: \(detail.words(or: "a push")) (R1)",
            change: "see `quiesce gateway`")
    }

    public static let voipPushesAsked = Reason(
        "voipPushesAsked", .event("it asked for voip pushes"))
    public static let voipPushesEnded = Reason(
        "voipPushesEnded", .event("it wants no voip pushes any more"))
    public static let voipPushesNotAsked = Reason(
        "voipPushesNotAsked",
        .refusal(
            "it has not asked for voip pushes (R1)",
            change: "set desiredPushTypes of a PKPushRegistry to [.voIP] in the app"))
    public static let wokenForVoIPPush = Reason("wokenForVoIPPush") { detail, _ in
        .event(detail.wake.map { "it has \($0)" } ?? "it is woken for a voip push")
    }

    static let ofPushes: [Reason] = [
        .pushRepeated, .pushTold, .pushHeld, .pushAwaitsBackoff, .pushMerged, .pushRegistered,
        .pushUnregistered, .pushTokenIssued, .gatewayJoined, .gatewayLeft, .pushExpired,
        .pushRationed, .pushesNotRegistered, .pushTokenRefused, .voipPushesAsked,
        .voipPushesEnded, .voipPushesNotAsked, .wokenForVoIPPush,
    ]
}

extension Detail? {
    fileprivate func pushMoment(_ now: Moment?) -> String {
        guard case .notBefore(let instant) = self, let now else { return "later" }
        return "in " + max(.zero, instant - now.instant).spoken
    }
}
