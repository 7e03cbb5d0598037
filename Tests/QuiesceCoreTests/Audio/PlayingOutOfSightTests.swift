import TestSupport
import Testing

@testable import QuiesceCore

@Suite("Sound out of sight") struct PlayingOutOfSightTests {
    /// The profile of an integrator who lets no app play out of sight.
    private static let soundless: PolicyProfile = {
        var profile = PolicyProfile.ios8
        profile.backgroundModes.removeAll { $0 == .audio }
        return profile
    }()

    private func device(
        _ profile: PolicyProfile = .ios8, modes: [BackgroundMode] = [.audio], server: Bool = false
    ) -> TestDevice {
        let device = TestDevice(profile, installing: .test(appA, modes: modes), .test(appB))
        if server { device.send(.audio(.server(isThere: true))) }
        device.open(appA)
        return device
    }

    @Test("With the mode an app that plays isn't suspended until it stops", .behaviour("A1"))
    func goesOn() {
        let device = device()
        device.play(appA)
        device.home()
        device.advance(by: .seconds(3_600))
        #expect(device.state(appA) == .background)
        // Between two pieces.
        device.ask(appA, audio: .working(plays: false, records: false))
        device.advance(by: .seconds(4))
        device.ask(appA, audio: .working(plays: true, records: false))
        device.advance(by: .seconds(60))
        #expect(device.state(appA) == .background)
        device.ask(appA, audio: .working(plays: false, records: false))
        device.advance(by: .seconds(6))
        #expect(device.state(appA) == .suspended)
    }

    @Test("An app with the mode that plays nothing is suspended as any other", .behaviour("A1"))
    func playsNothing() {
        let device = device()
        device.ask(appA, audio: .set(AudioSetting(.playback)))
        device.ask(appA, audio: .activate)
        device.home()
        device.advance(by: .seconds(1))
        #expect(device.state(appA) == .suspended)
    }

    @Test(
        "Without the mode, also with that of calls, or in a category that ends out of sight, its sound ends",
        .behaviour("A1", "A2", "V8"),
        arguments: [
            ([], AudioCategory.playback, PolicyProfile.ios8), ([.voip], .playback, .ios8),
            ([.audio], .ambient, .ios8),
            ([.audio], .soloAmbient, .ios8),
            ([.audio], .playback, PlayingOutOfSightTests.soundless),
        ] as [([BackgroundMode], AudioCategory, PolicyProfile)])
    func ends(modes: [BackgroundMode], category: AudioCategory, profile: PolicyProfile) {
        let device = device(profile, modes: modes)
        device.play(appA, category)
        device.home()
        device.advance(by: .seconds(1))
        #expect(device.state(appA) == .suspended)
        #expect(device.audioNews(appA) == [.interrupted(.background)])
        #expect(device.machine.audioDemand.muted == [appA])
        device.open(appA)
        #expect(
            device.audioNews(appA) == [.interrupted(.background), .resumed(shouldResume: true)])
        #expect(device.machine.audioDemand.muted.isEmpty)
    }

    @Test("Recording lets it go on as playing does", .behaviour("A1"))
    func records() {
        let device = device()
        device.ask(appA, audio: .set(AudioSetting(.record)))
        device.ask(appA, audio: .activate)
        device.ask(appA, audio: .working(plays: false, records: true))
        device.home()
        device.advance(by: .seconds(60))
        #expect(device.state(appA) == .background)
    }

    @Test("A sound server that says that it records is believed, heard or not", .behaviour("A1"))
    func heardToRecord() {
        let device = device(server: true)
        device.ask(appA, audio: .set(AudioSetting(.record)))
        device.ask(appA, audio: .activate)
        device.ask(appA, audio: .working(plays: false, records: true))
        device.home()
        device.advance(by: .seconds(4))
        #expect(device.state(appA) == .background, "its word is good for 5 s")
        device.hear(appA, AudioReading(records: true, isAudible: false))
        device.advance(by: .seconds(60))
        #expect(device.state(appA) == .background)
        device.hear(appA, AudioReading())
        device.advance(by: .seconds(6))
        #expect(device.state(appA) == .suspended)
    }

    @Test("A program without a session counts by what the sound server says", .behaviour("A1"))
    func anyProgram() {
        let device = device(server: true)
        device.hear(appA, AudioReading(plays: true))
        device.home()
        device.hear(appA, AudioReading(plays: true, isAudible: true))
        device.advance(by: .seconds(600))
        #expect(device.state(appA) == .background)
        device.hear(appA, AudioReading())
        device.advance(by: .seconds(6))
        #expect(device.state(appA) == .suspended)
        #expect(device.machine.audioDemand.muted == [appA])
    }

    @Test("Silence is no playing: after 5 s of it the app is suspended", .behaviour("A1"))
    func silence() {
        let device = device(server: true)
        device.hear(appA, AudioReading(plays: true))
        device.home()
        #expect(device.machine.audioDemand.measured == [appA])
        device.hear(appA, AudioReading(plays: true, isAudible: false))
        device.advance(by: .seconds(4))
        #expect(device.state(appA) == .background)
        device.hear(appA, AudioReading(plays: true, isAudible: true))
        device.advance(by: .seconds(60))
        #expect(device.state(appA) == .background)
        device.hear(appA, AudioReading(plays: true, isAudible: false))
        device.advance(by: .seconds(4))
        #expect(device.state(appA) == .background)
        device.advance(by: .seconds(2))
        #expect(device.state(appA) == .suspended)
        #expect(device.reasons(appA, .input).contains(.audioSilent))
        // It isn't measured any more, and that makes it no louder.
        device.hear(appA, AudioReading(plays: true))
        #expect(device.state(appA) == .suspended)
    }

    @Test("Where a sound server is, an app's word alone is good for 5 s", .behaviour("A1"))
    func claims() {
        let device = device(server: true)
        device.play(appA)
        device.home()
        device.advance(by: .seconds(1))
        #expect(device.state(appA) == .background)
        device.advance(by: .seconds(10))
        #expect(device.state(appA) == .suspended)
    }

    @Test("Who is measured, and what is muted, is no more than matters", .behaviour("A1", "A2"))
    func demand() {
        let device = device(server: true)
        #expect(device.machine.audioDemand == AudioDemand())
        device.hear(appA, AudioReading(plays: true))
        #expect(device.machine.audioDemand.measured.isEmpty)
        device.hear(appB, AudioReading(plays: true))
        #expect(device.machine.audioDemand.muted.isEmpty, "it doesn't run")
    }

    @Test("An app that ends is forgotten, but for who played last", .behaviour("A5"))
    func ended() {
        let device = device()
        device.play(appA)
        device.quit(appA)
        device.advance(by: .seconds(10))
        #expect(device.state(appA) == .notRunning)
        #expect(device.machine.audioDemand.nowPlaying?.app == appA)
        #expect(device.machine.audioDemand.nowPlaying?.isPlaying == false)
        device.open(appB)
        device.play(appB)
        device.home()
        #expect(device.machine.audioDemand.nowPlaying?.app == appB)
    }

    @Test("A new daemon hears anew who plays", .behaviour("A1"))
    func restart() throws {
        let device = device(server: true)
        device.hear(appA, AudioReading(plays: true, isAudible: true))
        device.home()
        try device.restartDaemon()
        #expect(!device.machine.hasSoundServer)
    }
}
