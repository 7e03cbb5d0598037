/// What the user does to the app in front (H2).
public enum InputEvent: Sendable, Hashable {
    /// `x` and `y` in points of the interface, from its upper left corner.
    case touch(Phase, x: Double, y: Double)
    case shake
    case remoteControl(RemoteControl)

    public enum Phase: String, Sendable, Hashable, Codable, CaseIterable {
        case began, moved, ended, cancelled
    }

    /// What a headset's or a dock's buttons ask for; the words are those of `quiesce send`.
    public enum RemoteControl: String, Sendable, Hashable, Codable, CaseIterable {
        case play, pause, stop, togglePlayPause, nextTrack, previousTrack
    }
}
