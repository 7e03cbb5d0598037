import QuiesceSimulation

extension VirtualDevice {
    /// The user sets a passcode: from now on locking the device takes the app's protected files
    /// away, ten seconds later, and ``unlock()`` gives them back (P3). After a ``reboot()`` nothing
    /// is launched into the background before the first unlock (U3).
    ///
    /// - Throws: ``VirtualDeviceError``: `refused` while the device is locked.
    public func setPasscode() async throws {
        try await perform(for: nil) { world, reply in world.setPasscode(reply: reply) }
    }

    /// The user clears the passcode.
    ///
    /// - Throws: ``VirtualDeviceError``: `refused` while the device is locked, or has none.
    public func clearPasscode() async throws {
        try await perform(for: nil) { world, reply in world.clearPasscode(reply: reply) }
    }
}
