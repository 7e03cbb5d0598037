import Foundation
import QuiesceKit
import Testing

/// CoreMedia's times.
@Suite("CMTime") struct TimeValueTests {
    @Test("A time is ticks, and equal to the same time in other ticks")
    func ticks() {
        let half = CMTime(seconds: 0.5, preferredTimescale: 600)
        #expect(half.value == 300 && half.timescale == 600 && half.seconds == 0.5)
        #expect(
            half == CMTime(value: 1, timescale: 2) && half < CMTimeMake(value: 51, timescale: 100))
        #expect(half.hashValue == CMTime(value: 1, timescale: 2).hashValue)
        #expect(
            (half + half).value == 600
                && half - CMTime(value: 1, timescale: 4) == CMTime(value: 1, timescale: 4))
        #expect(CMTimeGetSeconds(CMTimeMakeWithSeconds(1.5, preferredTimescale: 2)) == 1.5)
        #expect(half.isNumeric && half.isValid && CMTime.zero.seconds == 0)
    }

    @Test("Without ticks it is invalid, and too many are an infinity; both stay so")
    func notNumbers() {
        let invalid = [
            CMTime(value: 1, timescale: 0), CMTime(seconds: .nan, preferredTimescale: 1),
            CMTime(seconds: 1, preferredTimescale: 0), CMTime.invalid + .zero,
        ]
        for time in invalid { #expect(!time.isValid && !time.isNumeric && time.seconds.isNaN) }
        let late = CMTime(seconds: 1e30, preferredTimescale: 600)
        #expect(late.isPositiveInfinity && late == .positiveInfinity && late + .zero == late)
        #expect(CMTime(seconds: -1e30, preferredTimescale: 600).isNegativeInfinity)
        #expect(CMTime.indefinite.isIndefinite && CMTime.indefinite.isValid)
        let largest = CMTime(value: .max, timescale: 1)
        #expect((largest + largest).isPositiveInfinity)
        #expect(
            [CMTime.invalid, .positiveInfinity, .zero, .indefinite, .negativeInfinity].sorted()
                == [.negativeInfinity, .zero, .positiveInfinity, .indefinite, .invalid])
    }
}
