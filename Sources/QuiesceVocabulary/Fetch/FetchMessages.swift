// Background fetches and background tasks between an app and the daemon (F1 … F9).

/// An app's request about its background fetches and background tasks.
// derive: tag=action
public enum FetchRequest: Sendable, Hashable {
    /// Seconds, of which 0 is the minimum; nil: never (F1).
    // json: setMinimumInterval=seconds
    case setMinimumInterval(Double?)
    /// BGTaskScheduler.submit: in the place of one of the same identifier.
    // json: submit=task
    indirect case submit(BackgroundTaskRequest)
    /// nil: all.
    case cancel(identifier: String?)
}
