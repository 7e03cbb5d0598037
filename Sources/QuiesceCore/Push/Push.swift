/// Names a push that the device has accepted; never used twice on a device.
public typealias PushID = Number<PushKind>
public enum PushKind: Sendable {}

/// A push that the device has accepted, until it has its one verdict.
// derive: json
public struct Push: Sendable, Hashable {
    public var id: PushID
    /// Without its `content` once there is a notification of it, which that belongs to then.
    public var push: NewPush
    public var received: WallTime
    public var stage: Stage

    /// The reason for which it waits.
    // derive: cases
    public enum Stage: Sendable, Hashable {
        /// Silent, and later than it came (R4).
        case held(Hold)
        /// For the completion handler of its wake-up, or the end of that.
        case waking(WakeID, presents: Presentation)
        /// For that launch, which was in front, to return from the callback. It has nothing to
        /// show.
        case told(Launch)
    }

    /// Why a silent push waits (R4).
    // derive: cases
    public enum Hold: Sendable, Hashable {
        /// The app has had as many as it may have; until then.
        case overQuota(until: Instant)
        /// For the device to be awake anyway.
        case deviceAsleep
        /// Its app failed, and isn't launched into the background again before then (W5).
        case crashed(until: Instant)
    }

    /// The part of the push that is still to be presented, and when (R3).
    // derive: cases
    public enum Presentation: Sendable, Hashable {
        /// Nothing: there is nothing, or it was at once.
        case nothing
        /// When its wake-up has its verdict.
        case afterwards
        /// Only if that launch, which was in front, ends over its wake-up.
        case unlessHandled(by: Launch)
    }
}

/// The facts about pushes in general that last.
// derive: json
public struct PushesFact: Sendable, Hashable {
    /// Pushes are numbered from here on.
    public var last: UInt64
    /// The name by which a gateway knows this device; nil: it has joined none.
    public var account: String?
    /// The greatest sequence of that gateway that is the device's: what isn't above it came before.
    public var sequence: UInt64
}

/// An app that wants pushes of a type, and what is known of its token (R1).
// derive: json
public struct PushRegistrationFact: Sendable, Hashable {
    // json: address=app
    public var address: PushAddress
    /// nil: the gateway hasn't given it one yet.
    public var token: String?
    /// The app has unregistered, or is uninstalled, and the gateway doesn't know yet.
    public var isRetired: Bool

    public var app: AppID { address.app }
}
