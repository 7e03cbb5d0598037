import QuiesceCore

extension Limits {
    /// A message of the compositor's: the tree of some thousands of windows. A longer one is no
    /// tree.
    static let swayMessageBytes = 8 << 20
    static let swayBytesPerTurn = 1 << 16
    /// Seconds until a compositor that is gone is looked for again: first, and at most.
    static let desktopRetrySeconds: (first: UInt64, most: UInt64) = (1, 60)
}
