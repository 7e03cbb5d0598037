/// The key bag of a simulated device: what of it is on disk, and whether the daemon that lives has
/// opened it.
struct SimulatedKeyBag {
    /// On disk.
    private(set) var hasPasscode = false
    /// In the daemon's memory.
    var isOpen = true
    /// The device has started, and nobody has given the passcode since.
    private(set) var awaitsFirstUnlock = false

    mutating func setPasscode() { hasPasscode = true }

    mutating func clearPasscode() {
        hasPasscode = false
        awaitsFirstUnlock = false
    }

    mutating func unlocked() { awaitsFirstUnlock = false }
    mutating func daemonStarts() { isOpen = !hasPasscode }

    mutating func booted() {
        awaitsFirstUnlock = hasPasscode
        daemonStarts()
    }
}
