import JournalTestSupport
import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceJournal

/// The outcome of a record under another profile.
extension ReplayTests {
    @Test("The profile of the record itself decides the same")
    func sameProfile() throws {
        try busyDevice().write(to: scratch)
        let alternative = try #require(try replay(.ios8).alternative)
        #expect(alternative.parting == nil && alternative.counts.isEmpty)
        #expect(try replay(.ios8).hash == replay().hash)
    }

    @Test("With ios4 the fetch would have been refused: both reasons and sentences are told")
    func olderProfile() throws {
        try busyDevice().write(to: scratch)
        let replay = try replay(.ios4)
        #expect(replay.isSame, "what was recorded is compared all the same")
        let alternative = try #require(replay.alternative)
        let parting = try #require(alternative.parting)
        #expect(parting.event.hasPrefix(#"{"fetch":"#))
        #expect(parting.recorded?.reason == .wokenForFetch)
        #expect(parting.other?.kind == .refuse && parting.other?.reason == .modeUnknownToProfile)
        #expect(parting.otherSentence.contains("ios4") && parting.otherSentence.contains("fetch"))
        #expect(parting.recordedSentence.contains("org.example.Clock"))
        let refused = alternative.counts.first { $0.reason == .modeUnknownToProfile }
        #expect(refused?.recorded == 0 && refused?.other == 2)
        #expect(try replay.hash != self.replay().hash)
    }

    @Test("A shorter limit kills where the recorded one had time, although no timer was recorded")
    func shorterLimit() throws {
        let device = RecordedDevice()
        device.install(app)
        device.completesWakes = false
        device.ask { .open(app, arguments: [], $0) }
        device.ask { .home($0) }
        device.ask { .fetch(app, $0) }
        device.advance(by: .seconds(20))
        device.ask { .lock($0) }
        try device.write(to: scratch)
        var strict = PolicyProfile.ios8
        strict.name = "strict"
        strict.fetchLimit = .seconds(10)
        let alternative = try #require(try replay(strict).alternative)
        let parting = try #require(alternative.parting)
        #expect(parting.recorded == nil && parting.other?.reason == .completionHandlerMissing)
        #expect(parting.moment.wall < device.now.wall)
        #expect(parting.otherSentence.contains("kill"))
    }

    /// An app that is woken for a fetch three times, and takes five seconds for each.
    func slowDevice(_ profile: PolicyProfile = .ios8) -> RecordedDevice {
        let device = RecordedDevice(profile)
        device.install(app)
        device.completesWakes = false
        for wake in 1...3 as ClosedRange<UInt64> {
            device.ask { .fetch(app, $0) }
            device.advance(by: .seconds(5))
            device.complete(app, wake)
            device.advance(by: .seconds(60))
        }
        return device
    }

    func counts(_ alternative: Alternative) -> [String: [Int]] {
        Dictionary(
            alternative.counts.map {
                ("\($0.kind.rawValue) \($0.reason.rawValue)", [$0.recorded, $0.other])
            }, uniquingKeysWith: { first, _ in first })
    }

    @Test("An app that is too slow for the other limit is killed each time, and started each time")
    func killedEachTime() throws {
        try slowDevice().write(to: scratch)
        var strict = PolicyProfile.ios8
        strict.fetchLimit = .seconds(2)
        let alternative = try #require(try replay(strict).alternative)
        let counts = counts(alternative)
        #expect(counts["kill completionHandlerMissing"] == [0, 3])
        #expect(counts["wake completedNewData"] == [3, 0])
        #expect(counts["wake appEnded"] == [0, 3])
        #expect(counts["transition launched"] == [1, 3])
        #expect(counts["kill killRetried"] == nil && counts["refuse unknownWake"] == nil)
        // For each wake-up, these events differ: the fetch, as the app has to be launched anew for
        // it, and the fetch's completion.
        #expect(alternative.differentEvents < 20)
    }

    @Test("What the device refused and the other profile doesn't is done as an obedient app would")
    func acceptedOnlyThere() throws {
        let device = RecordedDevice(.ios4)
        device.install(app)
        for _ in 1...3 {
            device.ask { .fetch(app, $0) }
            device.advance(by: .seconds(60))
        }
        device.ask { .open(app, arguments: [], $0) }
        device.advance(by: .seconds(1))
        device.ask { .home($0) }
        device.advance(by: .seconds(60))
        try device.write(to: scratch)
        let counts = counts(try #require(try replay(.ios8).alternative))
        #expect(counts["refuse modeUnknownToProfile"] == [3, 0])
        #expect(counts["wake wokenForFetch"] == [0, 3])
        #expect(counts["wake completedNoData"] == [0, 3])
        #expect(!counts.keys.contains { $0.hasPrefix("kill") }, "\(counts)")
    }

    @Test(
        "An app that the device killed for its task goes on where the limit is longer, and ends it")
    func livesOn() throws {
        let device = RecordedDevice()
        device.install(app)
        device.ask { .open(app, arguments: [], $0) }
        device.beginTask(app, 1)
        device.ask { .home($0) }
        device.advance(by: .seconds(200))
        device.ask { .open(app, arguments: [], $0) }
        device.ask { .home($0) }
        device.advance(by: .seconds(1))
        device.ask { .lock($0) }
        try device.write(to: scratch)
        var generous = PolicyProfile.ios8
        generous.backgroundAllowance = .seconds(600)
        let counts = counts(try #require(try replay(generous).alternative))
        #expect(counts["kill backgroundTaskExpired"] == [1, 0])
        #expect(counts["task taskEnded"] == [0, 1] && counts["task connectionLost"] == [1, 0])
        #expect(counts["refuse unknownTask"] == nil, "\(counts)")
    }

    @Test("A new daemon finds the processes that the other profile would have left")
    func otherProcesses() throws {
        let device = slowDevice()
        let launch = try #require(device.machine.view(app)).launch
        device.restart(found: [
            ObservedProcess(app: app, launch: launch, pid: 100, frozen: true)
        ])
        device.completesWakes = true
        device.ask { .fetch(app, $0) }
        device.take(.connected(app, launch, lastReceived: 4, lastHandled: 4, openTasks: []))
        device.advance(by: .seconds(60))
        device.ask { .lock($0) }
        try device.write(to: scratch)
        #expect(try replay(.ios8).alternative?.parting == nil)
        var strict = PolicyProfile.ios8
        strict.fetchLimit = .seconds(2)
        let counts = counts(try #require(try replay(strict).alternative))
        #expect(
            counts["kill orphaned"] == nil && counts["kill completionHandlerMissing"] == [0, 3])
        #expect(counts["wake completedNewData"] == [4, 1], "\(counts)")
    }
}
