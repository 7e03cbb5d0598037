extension Limits {
    /// So long an app that isn't heard goes on out of sight (A1): between two pieces, from a
    /// player's start to its first sound, and after it was told to play.
    public static let silenceLimit = Interval.seconds(5)
    /// The awake time that an app that is launched for a key has for its handlers: they begin to
    /// play, and the sound lets the app go on.
    public static let remoteCommandTime = Interval.seconds(10)
    /// Bytes of a title, an artist, an album: what a lock screen could show, many times over.
    public static let nowPlayingText = 1_024
}
