// Background fetches and background tasks between an app and the daemon (F1 … F9).

/// What an app asks of its background fetches and background tasks.
public enum FetchDemand: Sendable, Hashable {
    /// Seconds, of which 0 is the minimum; nil: never (F1).
    case setMinimumInterval(Double?)
    /// BGTaskScheduler.submit: in the place of one of the same identifier.
    indirect case submit(Task)
    /// nil: all.
    case cancel(identifier: String?)

    public struct Task: Sendable, Hashable, Codable {
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

// Flat, with an `action`.
extension FetchDemand: Codable {
    private enum Key: String, CodingKey { case action, seconds, task, identifier }
    enum Action: String, Codable, CaseIterable { case setMinimumInterval, submit, cancel }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        switch try fields.decode(Action.self, forKey: .action) {
        case .setMinimumInterval:
            self = .setMinimumInterval(try fields.decodeIfPresent(Double.self, forKey: .seconds))
        case .submit: self = .submit(try fields.decode(Task.self, forKey: .task))
        case .cancel:
            self = .cancel(identifier: try fields.decodeIfPresent(String.self, forKey: .identifier))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        switch self {
        case .setMinimumInterval(let seconds):
            try fields.encode(Action.setMinimumInterval, forKey: .action)
            try fields.encodeIfPresent(seconds, forKey: .seconds)
        case .submit(let task):
            try fields.encode(Action.submit, forKey: .action)
            try fields.encode(task, forKey: .task)
        case .cancel(let identifier):
            try fields.encode(Action.cancel, forKey: .action)
            try fields.encodeIfPresent(identifier, forKey: .identifier)
        }
    }
}
