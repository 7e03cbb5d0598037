import QuiesceCore

/// When an app was woken for silent pushes, counted beside the core's bucket: in no stretch of time
/// more than the bucket holds and what it gets meanwhile (R4).
struct PushBucket {
    private var wakes: [Instant] = []

    /// - Returns: what is wrong with another one now.
    mutating func take(at now: Instant, _ profile: PolicyProfile) -> String? {
        let hour = Interval.seconds(3_600)
        let perHour = Int64(profile.silentPushesPerHour)
        wakes.removeAll { now - $0 > hour + hour }
        wakes.append(now)
        for (earlier, wake) in wakes.enumerated() {
            let count = Int64(wakes.count - earlier)
            let gained = (now - wake).nanoseconds / (hour.nanoseconds / perHour)
            if count > perHour + gained {
                return "\(count) silent pushes wake it in \((now - wake).spoken)"
            }
        }
        return nil
    }
}
