/// The user's input to the app in front (H2).
// derive: tag=type
public enum UserInput: Sendable, Hashable {
    // json: flat
    case touch(Touch)
    case shake
    // json: remoteControl=command
    case remoteControl(RemoteControl)

    /// One finger. `x` and `y` are points of the app's interface, from its upper left corner.
    // derive: json
    public struct Touch: Sendable, Hashable {
        public var phase: Phase
        public var x: Double
        public var y: Double

        public init(_ phase: Phase, x: Double, y: Double) {
            self.phase = phase
            self.x = x
            self.y = y
        }
    }

    package static func touch(_ phase: Phase, x: Double, y: Double) -> UserInput {
        .touch(Touch(phase, x: x, y: y))
    }

    // derive: json
    public enum Phase: String, Sendable, Hashable, CaseIterable {
        case began, moved, ended, cancelled
    }

    /// The buttons of a headset or a dock.
    // derive: json
    public enum RemoteControl: String, Sendable, Hashable, CaseIterable {
        case play, pause, stop, togglePlayPause, nextTrack, previousTrack
    }

    package var touch: Touch? {
        if case .touch(let touch) = self { touch } else { nil }
    }

    /// The finger is lifted, or counts as lifted.
    package var endsTouch: Bool {
        switch touch?.phase {
        case .ended, .cancelled: true
        case .began, .moved, nil: false
        }
    }

    package var isMove: Bool { touch?.phase == .moved }
}

/// The size of an app's interface, in points.
// derive: json
public struct ScreenSize: Sendable, Hashable {
    public var width: Double
    public var height: Double

    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    package func contains(_ touch: UserInput.Touch) -> Bool {
        (0..<width).contains(touch.x) && (0..<height).contains(touch.y)
    }
}
