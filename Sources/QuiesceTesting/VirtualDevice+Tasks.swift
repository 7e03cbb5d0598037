import QuiesceCore

// Background tasks, as a tool begins them.
extension VirtualDevice {
    /// The system carries out a background task now that the app has submitted (F9), whatever it
    /// waits for. An app in front goes to the background first. Without this a task begins when the
    /// system finds the moment good, while time passes.
    ///
    /// - Parameter identifier: the task's, as the app has registered it.
    /// - Throws: ``VirtualDeviceError``: `refused` when there is no such request, or the app may
    ///   not be woken.
    public func run(task identifier: String) async throws {
        let id = try id
        try await perform { .fetching(.simulate(id, identifier: identifier, $0)) }
    }
}
