/// Lets through no more samples than were asked for: the sensor runs as fast as the most demanding
/// wants it.
public struct MotionPace: Sendable, Hashable {
    public var interval: Interval
    /// When the next one is due; nil: at once.
    private var due: AwakeInstant?

    public init(_ interval: Interval) { self.interval = interval }

    /// How early a sample may come and still be the one that is due: reading a sensor takes now
    /// longer, now shorter.
    private var slack: Interval {
        min(Interval(nanoseconds: interval.nanoseconds / 8), .milliseconds(2))
    }

    /// - Returns: whether the sample that was taken at this moment is one of those that were asked
    ///   for.
    public mutating func admits(_ at: AwakeInstant) -> Bool {
        guard let due else {
            self.due = at + interval
            return true
        }
        guard at + slack >= due else { return false }
        // By the schedule and not by the last sample, so that what came late doesn't slow down
        // those after it.
        self.due = at < due + interval ? due + interval : at + interval
        return true
    }
}
