/// Names a push that the device has accepted; never used twice on a device.
public typealias PushID = Number<PushKind>
public enum PushKind: Sendable {}

/// A push that the device has accepted, until it has its one verdict.
public struct Push: Sendable, Hashable, Codable {
    public var id: PushID
    public var push: NewPush
    public var received: WallTime
    public var stage: Stage

    /// What it waits for.
    public enum Stage: Sendable, Hashable, Codable {
        /// Silent, and later than it came (R4).
        case held(Hold)
        /// For the completion handler of its wake-up, or the end of that. What it presents is presented
        /// then, unless it was at once (R3).
        case waking(WakeID, presents: Bool)
    }

    /// Why a silent push waits (R4).
    public enum Hold: Sendable, Hashable, Codable {
        /// The app has had as many as it may have; until then.
        case rationed(until: Instant)
        /// For the device to be awake anyway.
        case deviceAsleep
    }
}

/// What lasts of pushes in general.
public struct PushesFact: Sendable, Hashable, Codable {
    /// Pushes are numbered from here on.
    public var last: UInt64
    /// The name by which a gateway knows this device; nil: it has joined none.
    public var account: String?
    /// The greatest sequence of that gateway that is the device's: what isn't above it came before.
    public var sequence: UInt64
}

/// An app that wants pushes, and what is known of its token (R1).
public struct PushRegistrationFact: Sendable, Hashable, Codable {
    public var app: AppID
    /// nil: the gateway hasn't given it one yet.
    public var token: String?
    /// The app has unregistered, or is uninstalled, and the gateway doesn't know yet.
    public var isRetired: Bool
}

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
    }
}
