// Background fetches and background tasks between an app and the daemon (F1 … F9).

/// An app's request about its background fetches and background tasks.
// derive: tag=action
public enum FetchDemand: Sendable, Hashable {
    /// Seconds, of which 0 is the minimum; nil: never (F1).
    // json: setMinimumInterval=seconds
    case setMinimumInterval(Double?)
    /// BGTaskScheduler.submit: in the place of one of the same identifier.
    // json: submit=task
    indirect case submit(Task)
    /// nil: all.
    case cancel(identifier: String?)

    // derive: json
    public struct Task: Sendable, Hashable {
        /// `appRefresh` or `processing`
        public var kind: String
        public var identifier: String
        /// Milliseconds since 1970; nil: as soon as it suits.
        public var earliestBegin: Int64?
        public var requiresNetwork: Bool?
        public var requiresPower: Bool?

        public init(kind: String, identifier: String) {
            self.kind = kind
            self.identifier = identifier
        }
    }
}
