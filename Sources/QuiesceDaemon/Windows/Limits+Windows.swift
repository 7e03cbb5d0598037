import QuiesceCore

extension Limits {
    /// A message of the compositor's: the tree of some thousands of windows. A longer one is no
    /// tree.
    static let swayMessageBytes = 8 << 20
    static let swayBytesPerTurn = 1 << 16
    /// The part of a property that is read, in units of four bytes: a list of as many windows.
    static let x11PropertyWords: UInt32 = 4_096
    /// Some thousands of displays' cookies.
    static let x11CookieFileBytes = 1 << 18
    /// Seconds until a source of windows that is gone is looked for again: first, and at most.
    static let desktopRetrySeconds: (first: UInt64, most: UInt64) = (1, 60)
    /// Processes with windows that an extension names at once.
    static let focusPids = 4_096
}
