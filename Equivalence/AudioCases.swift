import Foundation
import QuiesceCore
import QuiesceTesting
import Testing

@testable import QuiesceKit

/// Apps that play, and what interrupts them.
@MainActor @Suite struct AudioCases {
    private var session: AVAudioSession { .sharedInstance() }

    /// An app in front that plays with that category.
    private func player(
        modes: [BackgroundMode] = [], _ category: AVAudioSession.Category = .playback,
        options: AVAudioSession.CategoryOptions = []
    ) async throws -> VirtualDevice {
        let device = try await launched(.underTest(modes: modes))
        try session.setCategory(category, options: options)
        try session.setActive(true)
        // As a player of the app's says when it begins.
        session.work(plays: true, records: false)
        try await device.advance(by: .seconds(1))
        return device
    }

    /// The session is the process's.
    private func end() {
        session.work(plays: false, records: false)
        try? session.setActive(false)
        try? session.setCategory(.soloAmbient)
    }

    /// The types of the interruptions meanwhile, and whether each says that playing may go on.
    private func interruptions(
        during body: () async throws -> Void
    ) async throws -> [String] {
        let told = Told()
        let observer = NotificationCenter.default.addObserver(
            forName: AVAudioSession.interruptionNotification, object: session, queue: nil
        ) { posted in
            let type = posted.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
            let option = posted.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt
            let line =
                type == AVAudioSession.InterruptionType.began.rawValue
                ? "began" : option == 1 ? "ended, resume" : "ended"
            MainActor.assumeIsolated { told.lines.append(line) }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        try await body()
        return told.lines
    }

    @MainActor private final class Told { var lines: [String] = [] }

    // MARK: Out of sight

    @Test(
        "With the mode audio an app that plays isn't suspended, as long as it plays",
        .says(.background, "Playing and Recording Background Audio", under: [.ios7, .ios8]),
        .says(.executing, "Playing Background Audio", under: [.ios4]),
        .says(.audioSession, "playback"))
    func playsOn() async throws {
        let device = try await player(modes: [.audio])
        defer { end() }
        try await device.pressHome()
        try await device.advance(by: .hours(1))
        #expect(device.app.state == .background)
    }

    @Test(
        "An app whose playback stops in the background is suspended",
        .says(.background, "Playing and Recording Background Audio", under: [.ios7, .ios8]),
        .says(.executing, "Playing Background Audio", under: [.ios4]))
    func stops() async throws {
        let device = try await player(modes: [.audio])
        defer { end() }
        try await device.pressHome()
        session.work(plays: false, records: false)
        try await device.advance(by: .minutes(1))
        #expect(device.app.state == .suspended)
    }

    @Test(
        "Without the mode audio an app that plays is suspended when it is left",
        .says(
            .background, "Declaring Your App's Supported Background Tasks", under: [.ios7, .ios8]),
        .says(.executing, "Playing Background Audio", under: [.ios4]))
    func withoutMode() async throws {
        let device = try await player()
        defer { end() }
        try await device.pressHome()
        try await device.advance(by: .seconds(10))
        #expect(device.app.state == .suspended)
    }

    @Test(
        "With the mode audio an app that records isn't suspended either",
        .says(.background, "Playing and Recording Background Audio", under: [.ios7, .ios8]))
    func recordsOn() async throws {
        let device = try await player(modes: [.audio], .playAndRecord)
        defer { end() }
        session.work(plays: false, records: true)
        try await device.advance(by: .seconds(1))
        try await device.pressHome()
        try await device.advance(by: .hours(1))
        #expect(device.app.state == .background)
    }

    @Test(
        "The default category is silenced when the screen is locked",
        .says(.audioSession, "soloAmbient"))
    func soloAmbient() async throws {
        let device = try await player(modes: [.audio], .soloAmbient)
        defer { end() }
        try await device.lock()
        try await device.advance(by: .seconds(10))
        #expect(device.app.state == .suspended)
    }

    @Test(
        "Playback goes on when the screen is locked",
        .says(.audioSession, "playback"))
    func locked() async throws {
        let device = try await player(modes: [.audio])
        defer { end() }
        try await device.lock()
        try await device.advance(by: .minutes(10))
        #expect(device.app.state == .background)
    }

    // MARK: Interruptions

    @Test(
        "A call interrupts the app's audio session, which is told so",
        .says(.interruptions, "Overview"),
        .says(.audioSession, "interruptionNotification"))
    func call() async throws {
        let device = try await player(modes: [.audio])
        defer { end() }
        let told = try await interruptions { try await device.interrupt(.callIncoming) }
        #expect(told == ["began"])
    }

    @Test(
        "A session that was interrupted isn't active any more",
        .says(.audioSession, "interruptionNotification"))
    func inactive() async throws {
        let device = try await player(modes: [.audio])
        defer { end() }
        try await device.interrupt(.callIncoming)
        #expect(!session.isReady)
    }

    @Test(
        "When the user declines the call playing may go on, which the options say",
        .says(.interruptions, "Handle Audio Session Interruptions"),
        .says(.interruptions, "Overview"))
    func declined() async throws {
        let device = try await player(modes: [.audio])
        defer { end() }
        let told = try await interruptions {
            try await device.interrupt(.callIncoming)
            try await device.interrupt(.callEnd)
        }
        #expect(told == ["began", "ended, resume"])
    }

    @Test(
        "The system posts the notification on the main thread",
        .says(.audioSession, "interruptionNotification"))
    func mainThread() async throws {
        let device = try await player(modes: [.audio])
        defer { end() }
        var onMain = false
        let observer = NotificationCenter.default.addObserver(
            forName: AVAudioSession.interruptionNotification, object: session, queue: nil
        ) { _ in
            guard isOnMainQueue() else { return }
            MainActor.assumeIsolated { onMain = true }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        try await device.interrupt(.callIncoming)
        #expect(onMain)
    }

    @Test(
        "The session of an app that is suspended is deactivated, and the app is told so when it runs again",
        .says(.audioSession, "interruptionNotification"))
    func suspended() async throws {
        let device = try await player()
        defer { end() }
        let told = try await interruptions {
            try await device.pressHome()
            try await device.advance(by: .minutes(1))
            try await device.open()
        }
        #expect(told.first == "began")
        #expect(!session.isReady)
    }

    // MARK: The session

    @Test(
        "A session whose players run is deactivated, with an error that says so",
        .says(.audioSession, "setActive(_:options:)"))
    func busy() async throws {
        _ = try await player()
        defer { end() }
        let error = #expect(throws: AVAudioSessionError.self) { try session.setActive(false) }
        #expect(error?.code == .isBusy)
        #expect(!session.isReady)
    }

    @Test(
        "A session fails to become active during a call, which has priority",
        .says(.audioSession, "setActive(_:options:)"))
    func duringCall() async throws {
        let device = try await launched(.underTest(modes: [.audio]))
        defer { end() }
        try session.setCategory(.playback)
        try await device.interrupt(.callIncoming)
        #expect(throws: AVAudioSessionError(.cannotInterruptOthers)) {
            try session.setActive(true)
        }
        try await device.interrupt(.callEnd)
        try session.setActive(true)
        try await device.advance(by: .seconds(1))
        #expect(session.isReady)
    }
}
