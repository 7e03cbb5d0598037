/// The key bag of a simulated device: what of it is on disk, and whether the daemon that lives has
/// opened it.
struct SimulatedKeyBag {
    /// On disk.
    private(set) var hasPasscode = false
    /// In the daemon's memory.
    var isOpen = true
    /// The device has started, and nobody has given the passcode since.
    private(set) var awaitsFirstUnlock = false
    /// The daemon that lives has started the device anew, at a tool's word, and couldn't write that
    /// down: the next one won't know.
    private(set) var isRestartUnrecorded = false

    /// Whether the daemon that lives, by its own knowledge, awaits the first unlock.
    var daemonAwaitsFirstUnlock: Bool { awaitsFirstUnlock || (isRestartUnrecorded && hasPasscode) }

    mutating func setPasscode() { hasPasscode = true }

    mutating func clearPasscode() {
        hasPasscode = false
        unlocked()
    }

    mutating func unlocked() {
        awaitsFirstUnlock = false
        isRestartUnrecorded = false
    }

    mutating func daemonStarts() {
        isOpen = !hasPasscode
        isRestartUnrecorded = false
    }

    mutating func restartedUnrecorded() { isRestartUnrecorded = true }

    /// The journal didn't take that the passcode was given, and the daemon that knew is dead.
    mutating func unlockIsForgotten() { awaitsFirstUnlock = hasPasscode }

    mutating func booted() {
        awaitsFirstUnlock = hasPasscode
        daemonStarts()
    }
}
