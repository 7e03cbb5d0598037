import TestSupport
import Testing

@testable import QuiesceCore

@Suite("Audio sessions of several apps") struct AudioSessionTests {
    private func device() -> TestDevice { .withPlayerBehind() }

    @Test("One that doesn't mix interrupts another, which is suspended", .behaviour("A3"))
    func interrupts() {
        let device = device()
        #expect(device.state(appA) == .background)
        device.play(appB)
        #expect(device.audioNews(appA) == [.interrupted(.other)])
        // It has its time to hear of that, and is muted.
        device.advance(by: .seconds(1))
        #expect(device.state(appA) == .background)
        #expect(device.machine.audioDemand.muted == [appA])
        device.advance(by: .seconds(5))
        #expect(device.state(appA) == .suspended)
    }

    @Test(
        "One that mixes interrupts nobody, and isn't interrupted", .behaviour("A3"),
        arguments: [(AudioCategory.ambient, false), (.playback, true)])
    func mixes(category: AudioCategory, mixes: Bool) {
        let device = device()
        device.play(appB, category, mixes: mixes)
        #expect(device.audioNews(appA).isEmpty)
        #expect(device.state(appA) == .background)
        #expect(device.audioSurroundings(appB)?.othersPlay == true)
    }

    @Test("One that mixes goes on beside one that doesn't", .behaviour("A3"))
    func isMixed() {
        let device = TestDevice(
            .ios8, installing: .test(appA, modes: [.audio]), .test(appB, modes: [.audio]))
        device.open(appA)
        device.play(appA, mixes: true)
        device.home()
        device.open(appB)
        device.play(appB)
        device.advance(by: .seconds(60))
        #expect(device.audioNews(appA).isEmpty)
        #expect(device.state(appA) == .background)
        #expect(device.machine.audioDemand.muted.isEmpty)
    }

    @Test(
        "When it is over, who was interrupted hears whether to go on, and is woken for it",
        .behaviour("A3"), arguments: [true, false])
    func resumes(notifies: Bool) {
        let device = device()
        device.play(appB)
        device.advance(by: .seconds(6))
        device.ask(appB, audio: .working(plays: false, records: false))
        device.ask(appB, audio: .deactivate(notifies: notifies))
        let resumed: [AudioUpdate] = notifies ? [.resumed(shouldResume: true)] : []
        #expect(device.audioNews(appA) == [.interrupted(.other)] + resumed)
        #expect(device.state(appA) == (notifies ? .background : .suspended))
        // It has 5 s to begin.
        device.advance(by: .seconds(6))
        #expect(device.state(appA) == .suspended)
    }

    @Test("One that goes on in time stays", .behaviour("A3"))
    func goesOn() {
        let device = device()
        device.play(appB)
        device.ask(appB, audio: .deactivate(notifies: true))
        device.play(appA)
        device.advance(by: .seconds(60))
        #expect(device.state(appA) == .background)
    }

    @Test("The end of who interrupted is the end of the interruption", .behaviour("A3"))
    func interrupterEnds() {
        let device = device()
        device.play(appB)
        device.quit(appB)
        device.advance(by: .seconds(6))
        #expect(device.audioNews(appA).first == .interrupted(.other))
        #expect(device.audioNews(appA).contains(.resumed(shouldResume: true)))
    }

    @Test("An interrupter that mixes from now on ends the interruption", .behaviour("A3"))
    func interrupterMixes() {
        let device = device()
        device.play(appB)
        device.ask(appB, audio: .set(AudioSetting(.playback, mixes: true)))
        #expect(device.audioNews(appA) == [.interrupted(.other), .resumed(shouldResume: false)])
        device.play(appA)
        #expect(device.audioNews(appB).isEmpty)
        device.advance(by: .seconds(60))
        #expect(device.state(appA) == .background)
    }

    @Test(
        "Whoever was interrupted by one that is interrupted itself waits for the last",
        .behaviour("A3"))
    func chain() throws {
        let third = try #require(AppID("app.c"))
        let device = TestDevice(
            .ios8, installing: .test(appA, modes: [.audio]), .test(appB, modes: [.audio]),
            .test(third, modes: [.audio]))
        for app in [appA, appB, third] {
            device.open(app)
            device.play(app)
        }
        device.quit(appB)
        #expect(device.audioNews(appA) == [.interrupted(.other)])
        device.ask(third, audio: .deactivate(notifies: true))
        #expect(device.audioNews(appA).last == .resumed(shouldResume: true))
    }

    @Test("The app in front isn't interrupted by another", .behaviour("A3"))
    func priority() {
        let device = device()
        device.play(appB)
        device.ask(appB, audio: .deactivate(notifies: true))
        device.play(appB)
        let before = device.audioNews(appA).count
        device.ask(appA, audio: .activate)
        #expect(device.audioNews(appB).isEmpty)
        #expect(
            device.audioNews(appA).dropFirst(before).allSatisfy { $0 == .interrupted(.refused) })
        #expect(device.audioSurroundings(appB)?.isTaken == false)
    }

    @Test("A call interrupts everybody, and they go on after it", .behaviour("A3"))
    func call() {
        let device = TestDevice(.ios8, installing: .test(appA, modes: [.audio]))
        device.open(appA)
        device.play(appA, .ambient)
        device.interrupt(.callIncoming)
        #expect(device.audioNews(appA) == [.interrupted(.other)])
        device.ask(appA, audio: .activate)
        #expect(device.audioNews(appA).last == .interrupted(.refused))
        device.interrupt(.callEnd)
        #expect(device.reasons(appA, .refuse).contains(.audioCallInProgress))
    }

    @Test("Remote commands are for who played last, if it takes them", .behaviour("A5"))
    func commands() {
        let device = device()
        device.send(.audio(.ordered(RemoteOrder(.pause), nil)))
        #expect(device.audioNews(appA) == [.command(RemoteOrder(.pause))])
        device.ask(appA, audio: .takes([.play]))
        let answer = device.ask { .audio(.ordered(RemoteOrder(.pause), $0)) }
        #expect(device.audioNews(appA).count == 1)
        guard case .refused(let why) = answer else {
            Issue.record("it isn't refused")
            return
        }
        #expect(why.reason == .remoteCommandNotTaken)
    }

    @Test("Play wakes a player that is suspended, and pause doesn't", .behaviour("A5"))
    func wakesForPlay() {
        let device = device()
        device.ask(appA, audio: .working(plays: false, records: false))
        device.advance(by: .seconds(6))
        #expect(device.state(appA) == .suspended)
        device.send(.audio(.ordered(RemoteOrder(.pause), nil)))
        device.run()
        #expect(device.state(appA) == .suspended)
        device.send(.audio(.ordered(RemoteOrder(.play), nil)))
        device.run()
        #expect(device.state(appA) == .background)
        #expect(device.audioNews(appA) == [.command(RemoteOrder(.play))])
        device.advance(by: .seconds(10))
        #expect(device.state(appA) == .suspended)
    }

    @Test("Text that no screen shows is left out of what is told of a piece")
    func clamped() {
        let device = device()
        device.ask(
            appA,
            audio: .show(
                NowPlayingItem(
                    title: String(repeating: "x", count: 5_000), artist: "A", duration: .nan,
                    elapsed: -1, rate: .infinity)))
        let item = device.machine.audioDemand.nowPlaying?.item
        #expect(item == NowPlayingItem(artist: "A", rate: 0))
    }
}
