/// A bucket of an app's silent pushes, which fills up again as time goes by (R4): it holds as many
/// as there may be in an hour.
// derive: json
struct PushQuota: Sendable, Hashable {
    var app: AppID
    /// When it is full again.
    var fullAt = Instant(nanoseconds: .min)

    /// The first moment from which on there is one in it.
    func next(_ profile: PolicyProfile) -> Instant {
        guard fullAt.nanoseconds > .min else { return fullAt }
        let interval = profile.silentPushInterval
        let burst = Int64(profile.silentPushesPerHour) - 1
        return fullAt.before(by: Interval(nanoseconds: interval.nanoseconds * burst))
    }

    mutating func take(at now: Instant, _ profile: PolicyProfile) {
        fullAt = max(fullAt, now) + profile.silentPushInterval
    }
}

extension PolicyProfile {
    /// In which the bucket gets one more.
    var silentPushInterval: Interval {
        Interval(nanoseconds: 3_600_000_000_000 / Int64(max(1, silentPushesPerHour)))
    }
}
