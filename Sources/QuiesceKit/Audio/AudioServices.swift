import Foundation
import QuiesceWire

/// The app's sound, as the device tells of it. On the main thread.
@MainActor final class AudioServices: AppRoom {
    private let link: DaemonLink
    private let session: AVAudioSession
    /// The app's players and recorders. They hear of interruptions, beside the app's own code: they
    /// pause and go on.
    private var listeners: [Weak] = []
    let commands = MPRemoteCommandCenter()
    var item: NowPlayingItem?

    private struct Weak {
        weak var listener: (any AudioListener)?
    }

    convenience init(of link: DaemonLink) {
        self.init(of: link, session: .sharedInstance())
    }

    init(of link: DaemonLink, session: AVAudioSession) {
        self.link = link
        self.session = session
        session.state.withLock { state in
            state.link = link
            state.askAgain()
        }
        commands.changed = { [unowned self] in ask(.takes(commands.taken)) }
    }

    func add(_ listener: any AudioListener) { listeners.append(Weak(listener: listener)) }

    func ask(_ request: AudioRequest) { link.change { $0.ask(request) } }

    func show(_ item: NowPlayingItem?) {
        self.item = item
        ask(.show(item))
    }

    /// A daemon that has lost its journal knows of nothing.
    func welcomed(_: MessageToApp.Welcome) {
        session.state.withLock { $0.askAgain() }
        if let item { ask(.show(item)) }
        if !commands.taken.isEmpty { ask(.takes(commands.taken)) }
    }

    func take(_ update: AudioUpdate) {
        switch update {
        case .interrupted(let why):
            session.state.withLock { $0.isActive = false }
            tell { $0.audioWasInterrupted() }
            let reason: AVAudioSession.InterruptionReason =
                why == .background ? .appWasSuspended : .default
            post(
                AVAudioSession.interruptionNotification,
                [
                    AVAudioSessionInterruptionTypeKey: AVAudioSession.InterruptionType.began
                        .rawValue,
                    AVAudioSessionInterruptionReasonKey: reason.rawValue,
                ])
        case .resumed(let shouldResume):
            // The surroundings come after this, and its hearers activate the session now.
            session.state.withLock { $0.surroundings.isTaken = false }
            let options: AVAudioSession.InterruptionOptions = shouldResume ? .shouldResume : []
            tell { $0.audioMayResume(shouldResume: shouldResume) }
            post(
                AVAudioSession.interruptionNotification,
                [
                    AVAudioSessionInterruptionTypeKey: AVAudioSession.InterruptionType.ended
                        .rawValue,
                    AVAudioSessionInterruptionOptionKey: options.rawValue,
                ])
        case .surroundings(let surroundings):
            let before = session.state.withLock { state in
                defer { state.surroundings = surroundings }
                return state.surroundings
            }
            follow(before, surroundings)
        case .command(let order): commands.take(order)
        case .reset: post(AVAudioSession.mediaServicesWereResetNotification)
        }
    }

    private func follow(_ before: AudioSurroundings, _ now: AudioSurroundings) {
        if before.shouldBeSilent != now.shouldBeSilent {
            let type: AVAudioSession.SilenceSecondaryAudioHintType =
                now.shouldBeSilent ? .begin : .end
            post(
                AVAudioSession.silenceSecondaryAudioHintNotification,
                [AVAudioSessionSilenceSecondaryAudioHintTypeKey: type.rawValue])
        }
        if before.isAudible != now.isAudible {
            let reason: AVAudioSession.RouteChangeReason =
                now.isAudible ? .newDeviceAvailable : .oldDeviceUnavailable
            post(
                AVAudioSession.routeChangeNotification,
                [AVAudioSessionRouteChangeReasonKey: reason.rawValue])
        }
    }

    private func tell(_ body: (any AudioListener) -> Void) {
        listeners.removeAll { $0.listener == nil }
        for weak in listeners { if let listener = weak.listener { body(listener) } }
    }

    private func post(_ name: Notification.Name, _ info: [String: any Sendable] = [:]) {
        NotificationCenter.default.post(
            name: name, object: session, userInfo: info)
    }
}

/// A player or recorder of the app.
@MainActor protocol AudioListener: AnyObject {
    func audioWasInterrupted()
    func audioMayResume(shouldResume: Bool)
}
