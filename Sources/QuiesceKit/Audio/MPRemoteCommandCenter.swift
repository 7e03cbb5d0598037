import Foundation
import QuiesceWire

/// The keys of headsets, keyboards and the lock screen, for the app that plays (A5). On the main
/// thread.
@preconcurrency @MainActor public final class MPRemoteCommandCenter {
    /// The app's one.
    public static func shared() -> MPRemoteCommandCenter {
        UIApplication.shared.room(AudioServices.self).commands
    }

    /// Play.
    public let playCommand = MPRemoteCommand(.play)
    /// Pause.
    public let pauseCommand = MPRemoteCommand(.pause)
    /// Pause what plays, else play: the one key of a headset.
    public let togglePlayPauseCommand = MPRemoteCommand(.togglePlayPause)
    /// Stop.
    public let stopCommand = MPRemoteCommand(.stop)
    /// On to the next piece.
    public let nextTrackCommand = MPRemoteCommand(.nextTrack)
    /// Back to the piece before.
    public let previousTrackCommand = MPRemoteCommand(.previousTrack)
    /// Go on from another place in the piece.
    public let changePlaybackPositionCommand = MPRemoteCommand(.changePlaybackPosition)
    /// Skip a few seconds of the piece.
    public let skipForwardCommand = MPSkipIntervalCommand(.skipForward)
    /// Go back a few seconds in the piece.
    public let skipBackwardCommand = MPSkipIntervalCommand(.skipBackward)

    init() { for command in all { command.center = self } }

    private var all: [MPRemoteCommand] {
        [
            playCommand, pauseCommand, togglePlayPauseCommand, stopCommand, nextTrackCommand,
            previousTrackCommand, changePlaybackPositionCommand, skipForwardCommand,
            skipBackwardCommand,
        ]
    }

    /// Those that the app takes.
    var taken: [RemoteCommand] { all.filter(\.isTaken).map(\.command) }

    /// Another set of commands is taken than before.
    var changed: () -> Void = {}

    /// A command goes to the app's handlers; one that none takes is an event for the first
    /// responder, as before iOS 7.1.
    func take(_ order: RemoteOrder) {
        if let command = all.first(where: { $0.command == order.command }), command.isTaken {
            return command.perform(order)
        }
        guard let subtype = UIEvent.EventSubtype(order.command) else { return }
        UIApplication.shared.sendEvent(UIEvent(.remoteControl, subtype))
    }
}

extension UIEvent.EventSubtype {
    /// nil: an event can't say it.
    init?(_ command: RemoteCommand) {
        switch command {
        case .play: self = .remoteControlPlay
        case .pause: self = .remoteControlPause
        case .togglePlayPause: self = .remoteControlTogglePlayPause
        case .stop: self = .remoteControlStop
        case .nextTrack: self = .remoteControlNextTrack
        case .previousTrack: self = .remoteControlPreviousTrack
        case .changePlaybackPosition, .skipForward, .skipBackward: return nil
        }
    }
}

/// A key that the app may take (A5). On the main thread.
@preconcurrency @MainActor public class MPRemoteCommand {
    /// Called for each press; what it returns says whether the app did it.
    public typealias Handler = @MainActor (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus

    let command: RemoteCommand
    weak var center: MPRemoteCommandCenter?
    private var handlers: [(token: Token, handler: Handler)] = []

    private final class Token {}

    init(_ command: RemoteCommand) { self.command = command }

    /// Whether it is offered to the user; true at first.
    public var isEnabled = true { didSet { if isEnabled != oldValue { center?.changed() } } }

    var isTaken: Bool { isEnabled && !handlers.isEmpty }

    /// Calls `handler` on the main thread for each press.
    ///
    /// - Returns: to be handed to `removeTarget(_:)`.
    @discardableResult
    public func addTarget(handler: @escaping Handler) -> Any {
        let token = Token()
        handlers.append((token, handler))
        if handlers.count == 1 { center?.changed() }
        return token
    }

    /// Takes a handler back; nil: all of them.
    public func removeTarget(_ target: Any?) {
        let token = target.map { $0 as AnyObject }
        let before = handlers.count
        handlers.removeAll { token == nil || $0.token === token }
        if handlers.isEmpty, before > 0 { center?.changed() }
    }

    func perform(_ order: RemoteOrder) {
        let event = event(order)
        for (_, handler) in handlers { _ = handler(event) }
    }

    func event(_ order: RemoteOrder) -> MPRemoteCommandEvent {
        order.command == .changePlaybackPosition
            ? MPChangePlaybackPositionCommandEvent(self, position: order.position ?? 0)
            : MPRemoteCommandEvent(self)
    }
}

/// A key that skips some seconds (A5). On the main thread.
@preconcurrency @MainActor public final class MPSkipIntervalCommand: MPRemoteCommand {
    /// Seconds that the app would like to skip. Used where a key names none; a desktop's key names
    /// its own.
    public var preferredIntervals: [NSNumber] = []

    override func event(_ order: RemoteOrder) -> MPRemoteCommandEvent {
        MPSkipIntervalCommandEvent(
            self, interval: order.interval ?? preferredIntervals.first?.doubleValue ?? 10)
    }
}

/// A press of a key.
@preconcurrency @MainActor public class MPRemoteCommandEvent {
    /// The command that it is for.
    public let command: MPRemoteCommand
    /// When it was pressed, in seconds on CLOCK_BOOTTIME.
    public let timestamp: TimeInterval

    init(_ command: MPRemoteCommand) {
        self.command = command
        timestamp = UIEvent.now
    }
}

/// Go on from another place.
@preconcurrency @MainActor
public final class MPChangePlaybackPositionCommandEvent: MPRemoteCommandEvent {
    /// In seconds from the beginning of the piece.
    public let positionTime: TimeInterval

    init(_ command: MPRemoteCommand, position: TimeInterval) {
        positionTime = position
        super.init(command)
    }
}

/// Skip some seconds.
@preconcurrency @MainActor
public final class MPSkipIntervalCommandEvent: MPRemoteCommandEvent {
    /// In seconds.
    public let interval: TimeInterval

    init(_ command: MPRemoteCommand, interval: TimeInterval) {
        self.interval = interval
        super.init(command)
    }
}

/// Whether the app did what a key asked. The values are MediaPlayer's.
public enum MPRemoteCommandHandlerStatus: Int, Sendable {
    /// It was done.
    case success = 0
    /// There is no such thing to play.
    case noSuchContent = 100
    /// Nothing plays that it could be done to.
    case noActionableNowPlayingItem = 110
    /// There is no such device.
    case deviceNotFound = 120
    /// It wasn't done.
    case commandFailed = 200
}
