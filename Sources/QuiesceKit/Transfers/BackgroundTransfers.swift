import QuiesceWire

/// What an application knows of its background sessions.
@MainActor final class BackgroundTransfers {
    /// Runs one callback to its end.
    func perform(_ callback: TransferCallback) {}

    /// Which tasks a session has.
    func opened(_ session: SessionTasks) {}

    func progressed(_ progress: TransferProgress) {}
}
