extension ControlRequest {
    /// Memory that runs short.
    // derive: tag=type
    public enum Memory: Sendable, Hashable {
        /// Purges apps for so many bytes (M1); nil: all who may go. `dryRun`: only lists who would.
        // json: dryRun unless false
        case purge(bytes: UInt64?, dryRun: Bool)
    }
}
