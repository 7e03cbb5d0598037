import Foundation
import QuiesceWire
import Synchronization
import TestSupport
import Testing

@testable import QuiesceKit

/// `AVAudioSession` and its kin, with the daemon's end of the line that a test plays.
@Suite("Sound in an app", .behaviour("A3")) @MainActor struct AudioSessionInAppTests {
    private let link = DaemonLink()
    private let session = AVAudioSession()
    private let services: AudioServices
    private let said = Said()

    private final class Said: Sendable {
        private let requests = Mutex<[AudioRequest]>([])
        func add(_ message: MessageFromApp) {
            if case .audio(_, let request) = message { requests.withLock { $0.append(request) } }
        }
        /// The app's requests since the last call.
        func take() -> [AudioRequest] {
            requests.withLock { requests in
                defer { requests = [] }
                return requests
            }
        }
    }

    init() {
        services = AudioServices(of: link, session: session)
        let said = said
        link.connected { said.add($0) }
        welcome()
    }

    private func welcome(lastRequest: UInt64 = 0) {
        let welcome = MessageToApp.Welcome(
            launch: 1, lastRequest: lastRequest, multitaskingSupported: true, openTasksLimit: 1)
        link.change { $0.welcomed(welcome) }
        services.welcomed(welcome)
    }

    private func stand(
        othersPlay: Bool = false, shouldBeSilent: Bool = false, isTaken: Bool = false,
        isAudible: Bool = true
    ) {
        services.take(
            .surroundings(
                AudioSurroundings(
                    othersPlay: othersPlay, shouldBeSilent: shouldBeSilent, isTaken: isTaken,
                    isAudible: isAudible)))
    }

    /// The notifications of that name that `body` brings, each as the values of its keys.
    private func posted(
        _ name: Notification.Name, _ body: () throws -> Void
    ) rethrows -> [[String: UInt]] {
        let found = Mutex<[[String: UInt]]>([])
        let token = NotificationCenter.default.addObserver(
            forName: name, object: session, queue: nil
        ) { notification in
            let info = notification.userInfo as? [String: UInt] ?? [:]
            found.withLock { $0.append(info) }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        try body()
        return found.withLock { $0 }
    }

    @Test("An app that says nothing of its sound is heard to say nothing")
    func silent() {
        #expect(said.take().isEmpty)
        #expect(session.category == .soloAmbient)
    }

    @Test("Category, activation and deactivation reach the device in order")
    func order() throws {
        try session.setCategory(.playback, mode: .spokenAudio, options: [.duckOthers])
        try session.setActive(true)
        try session.setActive(false, options: .notifyOthersOnDeactivation)
        let setting = AudioSetting(.playback, mixes: true)
        #expect(
            said.take() == [
                .set(setting), .set(setting), .activate, .deactivate(notifies: true),
            ])
        #expect(session.mode == .spokenAudio && session.categoryOptions == [.duckOthers])
    }

    @Test("Options that a category can't have change nothing")
    func badOptions() {
        let error = #expect(throws: AVAudioSessionError.self) {
            try session.setCategory(.record, options: .mixWithOthers)
        }
        #expect(error?.code == .badParam)
        #expect(throws: AVAudioSessionError.self) {
            try session.setCategory(.init(rawValue: "Loud"))
        }
        #expect(said.take().isEmpty && session.category == .soloAmbient)
    }

    @Test("While the app in front plays, a session that doesn't mix can't be active")
    func taken() throws {
        stand(isTaken: true)
        let error = #expect(throws: AVAudioSessionError.self) { try session.setActive(true) }
        #expect(error?.code == .cannotInterruptOthers)
        #expect(said.take().isEmpty)
        try session.setCategory(.ambient)
        try session.setActive(true)
        #expect(said.take().last == .activate)
    }

    @Test("An interruption is told with its type, its reason and whether to go on")
    func interruptions() throws {
        try session.setActive(true)
        let began = posted(AVAudioSession.interruptionNotification) {
            services.take(.interrupted(.other))
        }
        #expect(
            began == [
                [AVAudioSessionInterruptionTypeKey: 1, AVAudioSessionInterruptionReasonKey: 0]
            ])
        #expect(!session.isReady)
        let ended = posted(AVAudioSession.interruptionNotification) {
            services.take(.resumed(shouldResume: true))
        }
        #expect(
            ended == [
                [AVAudioSessionInterruptionTypeKey: 0, AVAudioSessionInterruptionOptionKey: 1]
            ])
        let left = posted(AVAudioSession.interruptionNotification) {
            services.take(.interrupted(.background))
        }
        #expect(left.first?[AVAudioSessionInterruptionReasonKey] == 1)
    }

    @Test("How things stand is known, and told where it is news")
    func surroundings() {
        let silent = posted(AVAudioSession.silenceSecondaryAudioHintNotification) {
            stand(othersPlay: true, shouldBeSilent: true)
            stand(othersPlay: true, shouldBeSilent: true)
        }
        #expect(silent == [[AVAudioSessionSilenceSecondaryAudioHintTypeKey: 1]])
        #expect(session.isOtherAudioPlaying && session.secondaryAudioShouldBeSilencedHint)
        #expect(session.currentRoute.outputs.count == 1)
        let routes = posted(AVAudioSession.routeChangeNotification) { stand(isAudible: false) }
        #expect(routes == [[AVAudioSessionRouteChangeReasonKey: 2]])
        #expect(session.currentRoute.outputs.isEmpty)
    }

    @Test("A daemon that has lost its journal is told all of it again")
    func again() throws {
        try session.setCategory(.playback)
        try session.setActive(true)
        services.show(NowPlayingItem(title: "Piece"))
        services.commands.playCommand.addTarget { _ in .success }
        let all = said.take()
        welcome(lastRequest: UInt64(all.count))
        #expect(
            said.take() == [
                .set(AudioSetting(.playback)), .activate, .show(NowPlayingItem(title: "Piece")),
                .takes([.play]),
            ])
    }

    @Test(
        "A key reaches the handlers of its command, and which are taken is told", .behaviour("A5"))
    func keys() {
        let center = services.commands
        var heard: [String] = []
        let token = center.playCommand.addTarget { _ in
            heard.append("play")
            return .success
        }
        center.changePlaybackPositionCommand.addTarget { event in
            let event = event as? MPChangePlaybackPositionCommandEvent
            heard.append("at \(event?.positionTime ?? -1)")
            return .success
        }
        #expect(said.take() == [.takes([.play]), .takes([.play, .changePlaybackPosition])])
        services.take(.command(RemoteOrder(.play)))
        services.take(.command(RemoteOrder(.changePlaybackPosition, position: 12.5)))
        #expect(heard == ["play", "at 12.5"])
        center.skipForwardCommand.preferredIntervals = [30]
        center.skipForwardCommand.addTarget { event in
            heard.append("on by \((event as? MPSkipIntervalCommandEvent)?.interval ?? -1)")
            return .success
        }
        #expect(said.take() == [.takes([.play, .changePlaybackPosition, .skipForward])])
        services.take(.command(RemoteOrder(.skipForward, interval: 15)))
        services.take(.command(RemoteOrder(.skipForward)))
        #expect(heard.suffix(2) == ["on by 15.0", "on by 30.0"])
        center.skipForwardCommand.removeTarget(nil)
        #expect(said.take() == [.takes([.play, .changePlaybackPosition])])
        center.playCommand.removeTarget(token)
        center.changePlaybackPositionCommand.isEnabled = false
        #expect(said.take() == [.takes([.changePlaybackPosition]), .takes([])])
    }
}
