import Foundation
import QuiesceWire

/// An action of the user: a touch on the screen, a shake of the device, a press of a headset's
/// button (H2).
@preconcurrency @MainActor public final class UIEvent {
    /// The values are UIKit's.
    public enum EventType: Int, Sendable {
        /// Fingers on the screen.
        case touches = 0
        /// The device was moved.
        case motion = 1
        /// A key of a headset, or the like.
        case remoteControl = 2
    }

    /// The values are UIKit's.
    public enum EventSubtype: Int, Sendable {
        /// Nothing more is to be said.
        case none = 0
        /// It was shaken.
        case motionShake = 1
        /// Play.
        case remoteControlPlay = 100
        /// Pause.
        case remoteControlPause = 101
        /// Stop.
        case remoteControlStop = 102
        /// Pause, or go on.
        case remoteControlTogglePlayPause = 103
        /// Go to the next piece.
        case remoteControlNextTrack = 104
        /// Go to the piece before.
        case remoteControlPreviousTrack = 105
    }

    /// Touches, motion or remote control (H2, H4).
    public let type: EventType
    /// Which motion, or which button; `.none` for touches.
    public let subtype: EventSubtype
    /// In seconds on CLOCK_BOOTTIME.
    public let timestamp: TimeInterval
    /// nil: the event isn't about touches.
    public let allTouches: Set<UITouch>?

    init(_ type: EventType, _ subtype: EventSubtype = .none, touches: Set<UITouch>? = nil) {
        self.type = type
        self.subtype = subtype
        timestamp = Self.now
        allTouches = touches
    }

    /// The touches that began in `view`; nil: none did.
    public func touches(for view: UIView) -> Set<UITouch>? {
        let touches = (allTouches ?? []).filter { $0.view === view }
        return touches.isEmpty ? nil : touches
    }

    static var now: TimeInterval { Double(AppTime.source.sinceBoot) / 1e9 }
}

extension UIEvent.EventSubtype {
    init(_ button: UserInput.RemoteControl) {
        self =
            switch button {
            case .play: .remoteControlPlay
            case .pause: .remoteControlPause
            case .stop: .remoteControlStop
            case .togglePlayPause: .remoteControlTogglePlayPause
            case .nextTrack: .remoteControlNextTrack
            case .previousTrack: .remoteControlPreviousTrack
            }
    }
}
