/// The bounds of a notification's sound, each with its reason.
public enum SoundLimits {
    /// Seconds: a longer one is played by none of Apple's systems either, but the default sound
    /// instead.
    public static let seconds = 30
    /// Bytes of the file: 30 s of stereo at 96 kHz in 32 bits are 23 million.
    public static let bytes = 32 << 20
    /// Speakers of a device.
    public static let channels = 2
    /// Frames in a second.
    public static let rates = 1_000...96_000
    /// Parts of a file that are looked at: writers put in a dozen.
    static let chunks = 256
}
