// Tasks that an app begins in front, and goes on with when it is left (F10).

/// A continued task in the words that its user reads.
// derive: json
public struct ContinuedTask: Sendable, Hashable {
    /// 1 to 128 bytes; no two tasks of an app that wait or run have the same.
    public var identifier: String
    public var title: String
    public var subtitle: String

    public init(identifier: String, title: String, subtitle: String) {
        self.identifier = identifier
        self.title = title
        self.subtitle = subtitle
    }

    /// Whether Info.plist's `BGTaskSchedulerPermittedIdentifiers` have it: `org.example.app.film.*`
    /// stands for all that begin so.
    public static func permits(_ identifier: String, by permitted: [String]) -> Bool {
        permitted.contains {
            $0 == identifier || $0.hasSuffix(".*") && identifier.hasPrefix($0.dropLast())
        }
    }

    /// Bytes of an identifier, as of every background task's.
    public static let identifierBytes = 1...128
    /// Bytes of a title, and of a subtitle: a phone's width shows some forty characters.
    public static let textBytes = 256
    /// Progress is told in parts of this.
    public static let whole = 1_000_000
}

/// An app's request about its continued tasks. A task is named by the number of the request that
/// submitted it.
// derive: tag=action
public enum ContinuedRequest: Sendable, Hashable {
    /// It begins at once; if too many run, it waits for one to end, or is refused.
    // json: submit=task
    case submit(ContinuedTask, waits: Bool)
    /// The one of this identifier, or each that waits, waits no longer.
    case cancel(identifier: String?)
    /// How much of it is done, in millionths, and how it is called from now on.
    case report(id: UInt64, done: Int, title: String, subtitle: String)
    /// `setTaskCompleted(success:)`
    case complete(id: UInt64, success: Bool)
}

/// A callback about a continued task.
// derive: tag=event
public enum ContinuedCallback: Sendable, Hashable {
    /// Its handler is to be called.
    case begin(id: UInt64)
    /// Its expiration handler is to be called; the app has a moment to complete it.
    case expire(id: UInt64)
    /// It neither runs nor waits. `reason`: a stable word, as in `quiesce log`.
    case refused(id: UInt64, reason: String)
}

/// A row of `quiesce tasks`: a continued task that runs or waits (F10).
// derive: json sorted
public struct ContinuedRow: Sendable, Hashable {
    public var app: String
    public var identifier: String
    public var title: String
    public var subtitle: String
    /// `waiting`, `running` or `ending`
    public var state: String
    /// 0…100, in whole percents
    public var percent: Int

    public init(
        app: String, identifier: String, title: String, subtitle: String, state: String,
        percent: Int
    ) {
        self.app = app
        self.identifier = identifier
        self.title = title
        self.subtitle = subtitle
        self.state = state
        self.percent = percent
    }
}
