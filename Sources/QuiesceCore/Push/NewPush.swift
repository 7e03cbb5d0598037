/// A push as it reaches the device (R1), from its gateway or from a tool.
// derive: json
public struct NewPush: Sendable, Hashable {
    public var app: AppID
    // json: type unless .remote
    public var type = PushType.remote
    /// `content-available`: 1 of its `aps` (R2).
    public var contentAvailable: Bool
    /// The ways in which it is to be presented; empty: it is silent (R4).
    public var types: NotificationTypes
    /// The app's badge from then on; nil: as before.
    public var badge: Int32?
    /// The push's JSON object, for the app.
    public var payload: PayloadHandle
    /// The same as a notification: what is presented of it, and its JSON object for who chooses it.
    /// nil: there isn't one, as with a push that can only wake.
    public var content: PayloadHandle?
    /// Which of the app's categories of notifications it is of.
    public var category: String?
    /// nil: a tool sent it.
    public var origin: PushOrigin?

    public init(
        app: AppID, type: PushType = .remote, contentAvailable: Bool,
        types: NotificationTypes = [], badge: Int32? = nil, payload: PayloadHandle,
        content: PayloadHandle? = nil, category: String? = nil, origin: PushOrigin? = nil
    ) {
        self.app = app
        self.type = type
        self.contentAvailable = contentAvailable
        self.types = types
        self.badge = badge
        self.payload = payload
        self.content = content
        self.category = category
        self.origin = origin
    }

    /// There is nothing to present (R4).
    public var isSilent: Bool { types.isEmpty }
}

/// A gateway's data about a push, besides its content.
// derive: json
public struct PushOrigin: Sendable, Hashable {
    /// Grows from push to push; the same one again is the same push.
    public var sequence: UInt64
    /// `apns-id`
    public var id: String
    /// `apns-collapse-id`: a newer push takes the place of an older one of the same.
    public var collapse: String?
    /// `apns-expiration`: worthless from then on.
    public var expires: WallTime?

    public init(sequence: UInt64, id: String, collapse: String? = nil, expires: WallTime? = nil) {
        self.sequence = sequence
        self.id = id
        self.collapse = collapse
        self.expires = expires
    }
}

extension Event {
    /// A tool's push that presents nothing.
    package static func push(
        _ app: AppID, contentAvailable: Bool, _ payload: PayloadHandle, _ ticket: Ticket
    ) -> Event {
        .push(NewPush(app: app, contentAvailable: contentAvailable, payload: payload), ticket)
    }
}

extension NewPush {
    /// A tool's, with nothing to present: most are, and have a short form in the journal.
    package var isPlain: Bool {
        type == .remote && types.isEmpty && badge == nil && content == nil && origin == nil
    }

    /// The stable words for what a plain one doesn't have, in traces.
    package var words: String {
        let from = origin.map { " from \($0.sequence) \($0.id) \($0.collapse ?? "-")" } ?? ""
        if type == .voip { return "voip" + from }
        return "presents \(types.rawValue) \(badge ?? -1)" + from
    }
}
