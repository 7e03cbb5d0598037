/// How often something may happen: so many at once, and then so many a second.
public struct Rate: Sendable, Hashable {
    /// None, if 0 or less: then nothing is too often.
    public var perSecond: Double
    public var burst: Double

    public init(perSecond: Double, burst: Double) {
        self.perSecond = perSecond
        self.burst = burst
    }

    public static let unlimited = Rate(perSecond: 0, burst: 0)
}

/// Counts what each of many may do by a rate: a token bucket for each.
public struct RateLimiter<Key: Hashable & Sendable>: Sendable {
    private struct Bucket {
        var left: Double
        var seen: Moment
    }

    public let rate: Rate
    private var buckets: [Key: Bucket] = [:]

    public init(_ rate: Rate) { self.rate = rate }

    /// Whether one more may happen at `now`; it is counted if so.
    public mutating func take(_ key: Key, at now: Moment) -> Bool {
        guard rate.perSecond > 0 else { return true }
        var bucket = buckets[key] ?? Bucket(left: rate.burst, seen: now)
        bucket.left = filled(bucket, at: now)
        bucket.seen = now
        let taken = bucket.left >= 1
        if taken { bucket.left -= 1 }
        if buckets.count >= Limits.buckets, buckets[key] == nil { forget(at: now) }
        buckets[key] = bucket
        return taken
    }

    /// A clock that was set back takes nothing away.
    private func filled(_ bucket: Bucket, at now: Moment) -> Double {
        let passed = Double(max(0, (now - bucket.seen).milliseconds)) / 1_000
        return min(rate.burst, bucket.left + passed * rate.perSecond)
    }

    /// Forgets those that are full, which are as if never seen; all, if that makes no room.
    private mutating func forget(at now: Moment) {
        buckets = buckets.filter { filled($0.value, at: now) < rate.burst }
        if buckets.count >= Limits.buckets { buckets = [:] }
    }
}
