extension Limits {
    /// A program that was left is suspended after so long, though nobody has said whether it has
    /// work: a look takes one second, and more on a busy machine.
    static let busyLookLimit = Interval.seconds(5)
    /// A program that is called on the message bus goes on for so long: it answers within
    /// milliseconds, or opens the window that it was called for.
    static let busyCallLimit = Interval.seconds(5)
    /// Bytes a second. A chat's pings and a page with news take less, a slow download more.
    package static let busyTraffic: UInt64 = 16 << 10
    /// Bytes a second. A browser that saves its state takes less, a copy more.
    package static let busyDisk: UInt64 = 1 << 20
}
