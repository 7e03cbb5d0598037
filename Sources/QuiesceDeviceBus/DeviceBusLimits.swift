/// Every bound of the device on the bus, each with its reason.
package enum DeviceBusLimits {
    /// Seconds without work after which a process that nobody follows ends.
    package static let idleSeconds: UInt64 = 60
    /// Seconds that the daemon has for a request: fewer than the 25 after which callers give up.
    package static let patienceSeconds = 20
    /// Seconds for which the name waits for the first news of the device, so that nobody asks
    /// before changes are followed. A hung daemon holds it up no longer.
    static let firstNewsSeconds: UInt64 = 2
    /// Requests at the daemon at once, a thread each.
    static let requests = 32
    /// Messages of the bus before others have a turn.
    static let messagesPerTurn = 64
    /// Milliseconds between questions for the device's properties.
    static let gatherMilliseconds = 100
}
