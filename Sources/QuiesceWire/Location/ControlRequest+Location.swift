extension ControlRequest {
    /// Where the device is, and who wants to know.
    // derive: tag=type
    public enum Location: Sendable, Hashable {
        /// Apps, their regions, and the last place; `track`: all places lately.
        // json: track unless false
        case location(track: Bool)
    }
}
