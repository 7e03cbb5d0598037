import QuiesceCore
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceShell

@Suite("The way of samples to apps") struct MotionRouterTests {
    private static let app = AppID("org.example.Level")!

    private func feed(_ launch: UInt64) -> MotionFeed {
        MotionFeed(
            app: Self.app, launch: Launch(number: launch),
            wishes: [MotionWish(.accelerometer, each: .milliseconds(100))])
    }

    private func sample(_ milliseconds: Int64) -> MotionSample {
        MotionSample(
            MotionReading(.accelerometer, x: 0, y: 0, z: -1),
            at: .zero + .milliseconds(milliseconds))
    }

    @Test(
        "A new daemon's reads at once what the journal says is wanted",
        .behaviour("H2", "reliability P8"))
    func startsAnew() {
        var router = MotionRouter()
        var reads: [(sensor: MotionSensor, each: Interval?)] = []
        router.port = MotionPort(read: { reads.append(($0, $1)) })
        for _ in 1...2 { router.follow([feed(1)]) }
        #expect(reads.map(\.sensor) == [.accelerometer])
        #expect(reads.map(\.each) == [.milliseconds(100)])
        #expect(router.take(sample(1_000)).count == 1)
    }

    @Test("A suspended app keeps its pace, one that has ended leaves nothing", .behaviour("H2"))
    func paces() {
        var router = MotionRouter()
        router.follow([feed(1)])
        #expect(router.take(sample(1_000)).count == 1)
        router.follow([])
        router.follow([feed(1)])
        #expect(router.take(sample(1_010)).isEmpty)
        // Its successor isn't forgotten with it.
        router.follow([feed(2)])
        router.forget(Self.app, Launch(number: 1))
        #expect(router.paced == [Self.app])
        router.follow([])
        router.forget(Self.app, Launch(number: 2))
        #expect(router.paced.isEmpty)
    }
}
