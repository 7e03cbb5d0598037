/// BGAppRefreshTaskRequest and BGProcessingTaskRequest.
// derive: json
public struct BackgroundTaskRequest: Sendable, Hashable {
    public var kind: BackgroundTaskKind
    /// One that the app's manifest permits.
    public var identifier: String
    /// Milliseconds since 1970; nil: as soon as it suits.
    public var earliestBegin: Int64?
    /// nil: no.
    public var requiresNetwork: Bool?
    public var requiresPower: Bool?

    public init(
        kind: BackgroundTaskKind, identifier: String, earliestBegin: Int64? = nil,
        requiresNetwork: Bool? = nil, requiresPower: Bool? = nil
    ) {
        self.kind = kind
        self.identifier = identifier
        self.earliestBegin = earliestBegin
        self.requiresNetwork = requiresNetwork
        self.requiresPower = requiresPower
    }

    /// `earliestBegin` by the calendar.
    package var earliest: WallTime? { earliestBegin.map(WallTime.init(milliseconds:)) }
}

/// The kind of a background task; the words are BackgroundTasks'.
// derive: json written
public enum BackgroundTaskKind: String, Sendable, Hashable, CaseIterable {
    /// Half a minute, to have something fresh: budgeted and planned as a fetch (F2).
    case appRefresh
    /// Minutes, when the device is idle.
    case processing
}

extension BackgroundTaskKind: JSONReadable {
    /// By hand, as who writes to the socket without the SDK is told which words there are.
    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string else { throw .unexpected }
        guard let kind = Self(rawValue: word) else {
            throw .refused(
                "\"\(word.printable.prefix(40))\" is not a kind of background task; there are appRefresh and processing"
            )
        }
        self = kind
    }
}
