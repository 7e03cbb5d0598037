/// What became of a push, for `quiesce pushes`.
public struct PushReceipt: Sendable, Hashable, Codable {
    public var id: PushID
    public var app: AppID
    /// `apns-id`; nil: a tool sent it.
    public var apnsID: String?
    public var received: WallTime
    public var isSilent: Bool
    public var contentAvailable: Bool
    public var outcome: Outcome
    /// When `outcome` came about.
    public var at: WallTime

    public enum Outcome: Sendable, Hashable, Codable {
        /// Presented, without waking the app.
        case shown
        /// Handed to the app, which was in front.
        case told
        /// The app was woken for it; `result`: how that ended, once it has.
        case woke(WakeID, result: Reason?)
        /// nil: until the device is awake anyway.
        case held(until: Instant?)
        /// A newer one took its place (R4).
        case merged(into: PushID)
        case dropped(Reason)

        /// Nothing more is to come of it.
        package var isVerdict: Bool {
            switch self {
            case .shown, .told, .merged, .dropped, .woke(_, result: _?): true
            case .woke(_, result: nil), .held: false
            }
        }
    }
}
