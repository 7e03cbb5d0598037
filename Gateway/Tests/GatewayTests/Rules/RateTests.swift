import GatewayRules
import Testing

@Suite struct RateTests {
    let start = Moment(seconds: 1_000)

    /// The limiter's answer at each of `moments`, in milliseconds after the start.
    private func take<Key>(
        _ limiter: inout RateLimiter<Key>, _ key: Key, at moments: [Int64]
    ) -> [Bool] {
        moments.map { limiter.take(key, at: start + Span(milliseconds: $0)) }
    }

    @Test("So many at once, then so many a second, each for itself")
    func limits() {
        var limiter = RateLimiter<String>(Rate(perSecond: 2, burst: 3))
        let first = take(&limiter, "a", at: [0, 0, 0, 0])
        #expect(first == [true, true, true, false])
        let other = take(&limiter, "b", at: [0])
        #expect(other == [true])
        let later = take(&limiter, "a", at: [499, 1_000, 1_000, 1_000])
        #expect(later == [false, true, true, false])
    }

    @Test("A clock that is set back neither gives nor takes")
    func setBack() {
        var limiter = RateLimiter<String>(Rate(perSecond: 1, burst: 2))
        let taken = take(&limiter, "a", at: [0, -500_000, -500_000])
        #expect(taken == [true, true, false])
    }

    @Test("No rate is no limit")
    func unlimited() {
        var limiter = RateLimiter<String>(.unlimited)
        let taken = take(&limiter, "a", at: Array(repeating: 0, count: 10_000))
        #expect(taken.allSatisfy { $0 })
    }

    @Test("Those that had no more are remembered while others come and go")
    func manyKeys() {
        var limiter = RateLimiter<Int>(Rate(perSecond: 1, burst: 1))
        for key in 0..<Limits.buckets { _ = take(&limiter, key, at: [0]) }
        let taken = take(&limiter, -1, at: [2_000, 2_000])
        #expect(taken == [true, false])
        let after = take(&limiter, -2, at: [2_000]) + take(&limiter, -1, at: [2_000])
        #expect(after == [true, false])
    }
}
