// The views of pushes and of the gateway for tools.

/// A row of `quiesce pushes`: the receipt of one push.
// derive: json sorted
public struct PushRow: Sendable, Hashable {
    public var push: UInt64
    public var app: String
    /// `voip`; nil: it is a remote notification.
    public var type: String?
    /// `apns-id`; nil: a tool sent it.
    public var id: String?
    /// ISO 8601 with milliseconds.
    public var received: String
    public var silent: Bool
    public var contentAvailable: Bool
    /// `shown`, `delivered`, `woken`, `held`, `merged` or `dropped`
    public var state: String
    /// When it came to be so.
    public var since: String
    /// Why: how the wake-up ended, or why it was dropped; a stable word.
    public var reason: String?
    /// The push that took its place.
    public var mergedInto: UInt64?
    /// ISO 8601; nil while it is held: until the device is awake anyway.
    public var heldUntil: String?
    /// One line for a person.
    public var detail: String

    public init(
        push: UInt64, app: String, type: String? = nil, id: String? = nil, received: String,
        silent: Bool,
        contentAvailable: Bool, state: String, since: String, reason: String? = nil,
        mergedInto: UInt64? = nil, heldUntil: String? = nil, detail: String
    ) {
        self.push = push
        self.app = app
        self.type = type
        self.id = id
        self.received = received
        self.silent = silent
        self.contentAvailable = contentAvailable
        self.state = state
        self.since = since
        self.reason = reason
        self.mergedInto = mergedInto
        self.heldUntil = heldUntil
        self.detail = detail
    }
}

/// The answer of `quiesce gateway`.
// derive: json sorted
public struct GatewayRow: Sendable, Hashable {
    /// nil: the device has joined none.
    public var url: String?
    /// The name by which the gateway knows the device.
    public var device: String?
    /// `none`, `connecting`, `connected` or `away`
    public var state: String
    /// Since when; ISO 8601.
    public var since: String?
    /// Why it is away: one line.
    public var why: String?
    /// The token of each topic that has one: an app's id, or that with `.voip` for its voip pushes.
    public var tokens: [String: String]

    public init(
        url: String? = nil, device: String? = nil, state: String, since: String? = nil,
        why: String? = nil, tokens: [String: String] = [:]
    ) {
        self.url = url
        self.device = device
        self.state = state
        self.since = since
        self.why = why
        self.tokens = tokens
    }
}
