import TestSupport
import Testing

@testable import QuiesceCore

@Suite("Keys for a player that has ended") struct RemoteCommandTests {
    /// App A has played last, and has ended.
    private func device(takes: [RemoteCommand] = []) -> TestDevice {
        let device = TestDevice(
            .ios8, installing: .test(appA, modes: [.audio]), .test(appB, modes: [.audio]))
        device.open(appA)
        device.ask(appA, audio: .takes(takes))
        device.play(appA)
        device.home()
        device.die(appA, .exited(code: 0))
        return device
    }

    private func press(_ command: RemoteCommand, _ device: TestDevice) -> Reason? {
        let answer = device.ask { .audio(.ordered(RemoteOrder(command), $0)) }
        guard case .refused(let why) = answer else { return nil }
        return why.reason
    }

    @Test(
        "It is launched for one with which it may begin, and hears of it", .behaviour("A5", "W6"),
        arguments: [RemoteCommand.play, .togglePlayPause, .nextTrack, .previousTrack])
    func launched(command: RemoteCommand) {
        let device = device()
        #expect(device.state(appA) == .notRunning)
        #expect(press(command, device) == nil)
        device.run()
        let calls = (device.heard[appA] ?? []).suffix(2)
        #expect(
            calls.contains { if case .finishLaunching(_, .audio, _) = $0 { true } else { false } })
        #expect(calls.last?.order == RemoteOrder(command))
        // Nothing plays.
        device.advance(by: .seconds(20))
        #expect(device.state(appA) == .suspended)
    }

    @Test("It goes on once it plays", .behaviour("A5", "A1"))
    func goesOn() {
        let device = device()
        device.defaultBehaviour.completesAfter = .seconds(1)
        #expect(press(.play, device) == nil)
        device.run()
        device.play(appA)
        device.advance(by: .seconds(60))
        #expect(device.state(appA) == .background)
    }

    @Test("Keys that come while it launches reach it in their order", .behaviour("A5"))
    func order() {
        let device = device()
        device.defaultBehaviour.slow = ["didFinishLaunching": .seconds(2)]
        for command in [RemoteCommand.play, .nextTrack, .pause] {
            #expect(press(command, device) == nil)
        }
        device.advance(by: .seconds(10))
        #expect(
            device.heard[appA]?.compactMap(\.order?.command) == [.play, .nextTrack, .pause])
    }

    @Test(
        "It isn't launched to stop, for what it doesn't take, or without its mode",
        .behaviour("A5", "O4"))
    func refused() {
        #expect(press(.pause, device()) == .playerNotRunning)
        #expect(press(.nextTrack, device(takes: [.play])) == .remoteCommandNotTaken)
        let device = device()
        device.install(.test(appA, modes: []))
        #expect(press(.play, device) == .modeNotDeclared)
        #expect(device.state(appA) == .notRunning)
    }

    @Test("What bars any wake-up bars this one", .behaviour("A5", "U2", "F8"))
    func barred() {
        let quit = device()
        quit.open(appA)
        quit.home()
        quit.quit(appA)
        quit.advance(by: .seconds(10))
        #expect(press(.play, quit) == .forceQuitByUser)
        let switchedOff = device()
        switchedOff.permit(appA, .backgroundRefresh, .denied)
        #expect(press(.play, switchedOff) == .backgroundRefreshOff)
    }

    @Test("A program without a session isn't launched, as it couldn't hear of it", .behaviour("A5"))
    func withoutSession() {
        let device = TestDevice(.ios8, installing: .test(appA, modes: [.audio]))
        device.send(.audio(.server(isThere: true)))
        device.open(appA)
        device.hear(appA, AudioReading(plays: true, isAudible: true))
        device.home()
        device.die(appA, .exited(code: 0))
        #expect(press(.play, device) == .playerNotRunning)
        device.restartDevice()
        #expect(press(.play, device) == .nobodyPlays)
    }

    @Test("A hosted program hears no keys, and who presses one is told so", .behaviour("A5"))
    func hosted() {
        var program = AppManifest.test(appA, modes: [.audio])
        program.isHosted = true
        let device = TestDevice(.ios8, installing: program)
        device.send(.audio(.server(isThere: true)))
        device.open(appA)
        device.hear(appA, AudioReading(plays: true, isAudible: true))
        device.home()
        #expect(press(.pause, device) == .hostedHearsNoInput)
        #expect(!device.reasons(appA, .deliver).contains(.remoteCommandTold))
        #expect(device.machine.audioDemand.nowPlaying == nil)
        device.die(appA, .exited(code: 0))
        #expect(press(.play, device) == .hostedHearsNoInput)
    }

    @Test("Who played last is known after a restart of the device, and launched", .behaviour("A5"))
    func restart() {
        let device = device(takes: [.play, .nextTrack])
        device.restartDevice()
        let shown = device.machine.audioDemand.nowPlaying
        #expect(shown?.app == appA && shown?.takes == [.play, .nextTrack])
        #expect(press(.nextTrack, device) == nil)
        device.run()
        #expect(device.heard[appA]?.last?.order?.command == .nextTrack)
    }

    @Test("A restart of the device ends what a key has begun", .behaviour("A5"))
    func endsWithTheDevice() {
        let device = device()
        device.defaultBehaviour.slow = ["didFinishLaunching": .seconds(2)]
        #expect(press(.play, device) == nil)
        device.restartDevice()
        device.advance(by: .seconds(60))
        #expect(device.state(appA) == .notRunning)
        #expect(device.reasons(appA, .wake).last == .deviceRestarted)
    }

    @Test("An app that is removed is nobody's player", .behaviour("A5"))
    func removed() {
        let device = device()
        device.ask { .uninstall(appA, $0) }
        #expect(press(.play, device) == .nobodyPlays)
        device.restartDevice()
        #expect(press(.play, device) == .nobodyPlays)
    }
}

extension AppCall {
    fileprivate var order: RemoteOrder? {
        if case .audio(let call) = self { call.order } else { nil }
    }
}
