extension ControlRequest {
    /// Background fetches and tasks, and what the device is going to wake up for.
    // derive: tag=type
    public enum Fetch: Sendable, Hashable {
        case sendFetch(app: String)
        /// The coming wake-ups of the device: a `ForecastSummary`, then `ForecastRow`s.
        case forecast(hours: Int)
        /// Launches or wakes an app for a background task at once (F9).
        case sendTask(app: String, identifier: String)
    }
}
