import Foundation
import QuiesceWire

/// What the user did: touched the screen, shook the device, pressed a headset's button (H2).
@MainActor public final class UIEvent {
    /// The values are UIKit's.
    public enum EventType: Int, Sendable {
        case touches = 0
        case motion = 1
        case remoteControl = 2
    }

    /// The values are UIKit's.
    public enum EventSubtype: Int, Sendable {
        case none = 0
        case motionShake = 1
        case remoteControlPlay = 100
        case remoteControlPause = 101
        case remoteControlStop = 102
        case remoteControlTogglePlayPause = 103
        case remoteControlNextTrack = 104
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
