import TestSupport
import Testing

@testable import QuiesceCore

@Suite struct ClocksTests {
    @Test("Absurd lengths of time are kept within 64 bits", .behaviour("reliability D10"))
    func clamped() {
        #expect(Interval.seconds(.max) == Interval(nanoseconds: .max))
        #expect(Interval.seconds(.min) == Interval(nanoseconds: .min))
        #expect(Interval.milliseconds(.max) == Interval(nanoseconds: .max))
        #expect(Interval.seconds(-2).nanoseconds == -2_000_000_000)
    }

    @Test(
        "Lengths of time are spoken with their unit",
        arguments: [
            (Interval.zero, "0 ms"), (.milliseconds(250), "250 ms"), (.seconds(5), "5 s"),
            (.milliseconds(2_500), "2.5 s"), (.milliseconds(-1_500), "-1.5 s"),
            (.seconds(180), "180 s"), (Interval(nanoseconds: .min), "-9223372036.8 s"),
        ])
    func spoken(interval: Interval, words: String) {
        #expect(interval.spoken == words)
    }

    @Test("Readings move by lengths of time")
    func arithmetic() {
        let reading = Instant(nanoseconds: 5_000_000_000)
        #expect(reading + .seconds(1) - reading == .seconds(1))
        #expect(reading.before(by: .seconds(5)) == .zero)
        let moment = Moment.zero.advanced(by: .seconds(3))
        #expect(moment.instant - .zero == .seconds(3))
        #expect(moment.awake - .zero == .seconds(3))
        #expect(moment.wall - .zero == .seconds(3))
    }
}
