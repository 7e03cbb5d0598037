import TestSupport
import Testing

@testable import QuiesceCore

/// The app that played last, and keys for it while it lives.
@Suite("Who played last") struct NowPlayingTests {
    private static let screen = ScreenSize(width: 320, height: 480)

    private func device() -> TestDevice { .withPlayerBehind() }

    private func press(_ key: UserInput.RemoteControl, _ device: TestDevice) -> Answer? {
        device.ask { .input(.remoteControl(key), screen: Self.screen, $0) }
    }

    private func player(_ device: TestDevice) -> AppID? {
        device.machine.audioDemand.nowPlaying?.app
    }

    private func keys(_ device: TestDevice, _ app: AppID) -> [String] {
        device.heard[app, default: []].compactMap {
            if case .input(let input) = $0 { input.words.joined(separator: " ") } else { nil }
        }
    }

    @Test("A key of a headset is for who played last, whoever is in front", .behaviour("A5", "H2"))
    func key() {
        let device = device()
        #expect(press(.pause, device) == .done)
        #expect(device.audioNews(appA) == [.command(RemoteOrder(.pause))])
        #expect(keys(device, appB).isEmpty)
    }

    @Test(
        "A key that reaches nobody who played is for the app in front", .behaviour("A5", "H2", "U2")
    )
    func keyForFront() {
        let silent = TestDevice(.ios8, installing: .test(appB))
        silent.open(appB)
        #expect(press(.play, silent) == .done)
        #expect(keys(silent, appB) == ["remote-control play"])
        let quit = device()
        quit.quit(appA)
        quit.advance(by: .seconds(10))
        #expect(press(.play, quit) == .done)
        #expect(keys(quit, appB) == ["remote-control play"])
        #expect(quit.state(appA) == .notRunning)
    }

    @Test(
        "Only who plays, uninterrupted, what goes on out of sight is the one who played last",
        .behaviour("A5", "A2"))
    func player() {
        let device = device()
        device.ask(appB, audio: .set(AudioSetting(.ambient)))
        device.ask(appB, audio: .activate)
        device.ask(appB, audio: .working(plays: true, records: false))
        #expect(player(device) == appA, "its sound ends when it is left")
        device.ask(appB, audio: .working(plays: false, records: false))
        device.ask(appB, audio: .set(AudioSetting(.playback)))
        device.ask(appB, audio: .activate)
        #expect(player(device) == appA, "it has begun nothing")
        device.ask(appB, audio: .working(plays: true, records: false))
        #expect(player(device) == appB)
        device.ask(appA, audio: .working(plays: true, records: false))
        #expect(player(device) == appB, "the other was interrupted")
    }

    @Test("What it said of its piece, and of its keys, outlasts its process", .behaviour("A5"))
    func outlasts() {
        let device = device()
        device.ask(appA, audio: .show(NowPlayingItem(title: "Song", artist: "A")))
        device.ask(appA, audio: .takes([.play]))
        // Another's keys are nothing to it.
        device.ask(appB, audio: .takes([.stop]))
        #expect(player(device) == appA)
        device.die(appA, .exited(code: 0))
        #expect(device.machine.audioDemand.nowPlaying?.item?.title == "Song")
        #expect(device.machine.audioDemand.nowPlaying?.takes == [.play])
        device.restartDevice()
        #expect(device.machine.audioDemand.nowPlaying?.takes == [.play])
    }

    @Test("No text that a screen can't show is kept, of none of its fields")
    func texts() {
        let device = device()
        let long = String(repeating: "x", count: Limits.nowPlayingText + 1)
        device.ask(appA, audio: .show(NowPlayingItem(title: long, artist: long, album: long)))
        #expect(device.machine.audioDemand.nowPlaying?.item == NowPlayingItem())
        let most = String(long.dropLast())
        device.ask(appA, audio: .show(NowPlayingItem(title: most, artist: most, album: most)))
        #expect(
            device.machine.audioDemand.nowPlaying?.item
                == NowPlayingItem(title: most, artist: most, album: most))
    }

    @Test(
        "Whoever executes gets its keys, whatever would keep it from being woken",
        .behaviour("A5", "F8"))
    func executes() {
        let device = device()
        device.permit(appA, .backgroundRefresh, .denied)
        #expect(device.ask { .audio(.ordered(RemoteOrder(.play), $0)) } == .done)
        #expect(device.audioNews(appA) == [.command(RemoteOrder(.play))])
    }

    @Test(
        "A key launches nobody but who played last, and nobody while the device shuts down",
        .behaviour("A5"))
    func nobodyElse() throws {
        let device = device()
        let why = try #require(
            device.machine.whyNot(appB, .audio(RemoteOrder(.play)), at: device.now))
        #expect(why.obstacles.map(\.reason).contains(.nobodyPlays))
        device.die(appA, .exited(code: 0))
        device.behaviours[appB] = AppBehaviour(slow: ["willTerminate": .seconds(3)])
        device.ask { .shutDown($0) }
        let answer = device.ask { .audio(.ordered(RemoteOrder(.play), $0)) }
        #expect(answer.refusal == .shuttingDown)
    }

    @Test(
        "A key for one that is interrupted wakes it to hear of that, and not to play",
        .behaviour("A5", "A3"))
    func interrupted() {
        let device = device()
        device.play(appB, .soloAmbient)
        device.advance(by: .seconds(6))
        #expect(device.state(appA) == .suspended)
        let before = device.audioNews(appA)
        device.defaultBehaviour.completesAfter = .seconds(1)
        #expect(device.ask { .audio(.ordered(RemoteOrder(.play), $0)) } == .done)
        let orders = (device.heard[appA] ?? []).compactMap { call -> RemoteOrder? in
            if case .audio(let call) = call { call.order } else { nil }
        }
        #expect(orders == [RemoteOrder(.play)])
        #expect(device.audioNews(appA) == before)
        device.advance(by: .seconds(2))
        #expect(device.state(appA) == .suspended)
    }

    @Test(
        "An app that was told to play and didn't isn't woken by what the sound server says later",
        .behaviour("A1", "A5"))
    func tooLate() {
        let device = device()
        device.send(.audio(.server(isThere: true)))
        device.advance(by: .seconds(6))
        #expect(device.state(appA) == .suspended)
        device.send(.audio(.ordered(RemoteOrder(.play), nil)))
        device.run()
        #expect(device.state(appA) == .background)
        device.advance(by: .seconds(6))
        #expect(device.state(appA) == .suspended)
        device.hear(appA, AudioReading(plays: true, isAudible: true))
        #expect(device.state(appA) == .suspended)
    }

    @Test("That its sound has ended is said once, when it has", .behaviour("A1", "D2"))
    func saidOnce() {
        let device = device()
        func said() -> [Reason] {
            device.reasons(appA, .input).filter { [.audioStopped, .audioSilent].contains($0) }
        }
        device.open(appA)
        device.home()
        #expect(said().isEmpty)
        device.beginTask(appA, 1)
        device.ask(appA, audio: .working(plays: false, records: false))
        device.advance(by: .seconds(6))
        #expect(said() == [.audioStopped])
        for _ in 0..<3 { device.ask(appA, audio: .show(nil)) }
        #expect(said() == [.audioStopped])
        device.open(appA)
        device.ask(appA, audio: .working(plays: true, records: false))
        device.home()
        device.open(appB)
        device.play(appB)
        device.advance(by: .seconds(6))
        #expect(said() == [.audioStopped], "it was interrupted, and that was said")
    }

    @Test("Of a program that makes no sound nothing is known", .behaviour("A1"))
    func noSound() {
        let device = TestDevice(.ios8, installing: .test(appA, modes: [.audio]))
        device.send(.audio(.server(isThere: true)))
        device.hear(appA, AudioReading(plays: true))
        #expect(device.machine.audioViews.isEmpty, "it doesn't run")
        device.open(appA)
        device.hear(appA, AudioReading())
        #expect(device.machine.audioViews.isEmpty)
        device.hear(appA, AudioReading(plays: true))
        #expect(device.machine.audioViews.map(\.isPlaying) == [true])
    }
}
