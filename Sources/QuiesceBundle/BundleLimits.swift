/// Every bound on a bundle, each with its reason.
public enum BundleLimits {
    /// Bytes of Info.plist. Real ones have a few thousand.
    public static let infoPlistBytes = 1 << 20
    /// Collections (`dict`, `array`) in an XML Info.plist: Foundation's parser recurses once per
    /// level and overflows a thread's stack of 512 KiB at a few thousand (measured).
    public static let infoPlistCollections = 1_000
    /// Keys of the root of a binary Info.plist: each may name the same huge string.
    public static let infoPlistKeys = 1_000
    /// Bytes of a string value: it is shown in tables and becomes a file name.
    public static let stringBytes = 255
    /// Values of `UIBackgroundModes`: nine are known.
    public static let backgroundModes = 64
    /// Values of `BGTaskSchedulerPermittedIdentifiers`: an app may wait for eleven tasks at once.
    public static let taskIdentifiers = 64
    /// Files and folders of one bundle.
    public static let files = 10_000
    /// Bytes of all files of one bundle.
    public static let bytes: Int64 = 1 << 30
    /// Folders inside one another.
    public static let depth = 32
}
