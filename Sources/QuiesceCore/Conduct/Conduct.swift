/// An app's conduct in its present launch.
// derive: json
struct Conduct: Sendable, Hashable {
    /// Its execution out of sight that is under way.
    var stay: Stay?
    var stays: UInt64 = 0
    /// Locks that others may wait for, of a suspended app; only where they don't end it at once.
    var heldLocks: [HeldLock] = []
    /// Its sockets are kept from others while it is suspended.
    var hidesPorts = false
    /// Others have precedence for the CPU.
    var isBehind = false
    /// Its memory was moved into swap in this suspension.
    var isPagedOut = false
    /// The open ports that were told of the app last: a port is told once.
    var portsTold: [OpenPort] = []
    var gpuTold = false

    /// From when an app executes out of sight until it is suspended or comes to the front.
    // derive: json
    struct Stay: Sendable, Hashable {
        // derive: json
        struct Reading: Sendable, Hashable {
            var at: AwakeInstant
            var cpu: Interval
        }

        var number: UInt64
        /// When its use is to be measured next.
        var lookAt: AwakeInstant
        /// It is being measured.
        var isAsked = false
        /// The reading that the budget is counted from.
        var start: Reading?
        /// GPU time at the first look.
        var gpu: Interval?
        var isThrottled = false
        /// The share of one CPU that it used when last looked at.
        var percent: Int?
    }
}
