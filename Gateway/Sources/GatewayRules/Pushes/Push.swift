/// A device of the gateway, named by 32 hex digits.
public struct DeviceID: Sendable, Hashable, Codable, RawRepresentable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }
}

/// The address of a provider's push: one app on one device, as 64 lowercase hex digits that can't
/// be guessed.
public struct DeviceToken: Sendable, Hashable, Codable, RawRepresentable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Its beginning alone, as whoever has the whole may send to it.
    public var description: String { rawValue.prefix(8) + "…" }
}

/// The kind of a push, as its sender says by `apns-push-type`.
public enum PushType: String, Sendable, Hashable, Codable, CaseIterable {
    case alert, background, location, voip, complication, fileprovider, mdm, liveactivity
    case pushtotalk, widgets, controls

    /// The end of a topic of voip pushes, behind the app's id.
    public static let voipSuffix = ".voip"

    /// The type of a push to that topic, whose sender said
    /// `self`, or nothing (nil), by `apns-push-type`.
    ///
    /// Voip pushes have topics of their own, to which nothing else is sent; a device gives these
    /// tokens of their own. Throws the `Reason` for which type and topic, or type and priority,
    /// don't go together.
    public static func checked(
        _ type: PushType?, for topic: String, _ priority: PushPriority
    ) throws(Reason) -> PushType? {
        guard topic.hasSuffix(voipSuffix) else {
            if type == .voip { throw .badTopic }
            return type
        }
        // Servers from before the header was asked for name the topic alone.
        guard type ?? .voip == .voip else { throw .invalidPushType }
        guard priority == .immediate else { throw .badPriority }
        return .voip
    }
}

/// How urgent a push is, by `apns-priority`: at once, when it suits the device's power, or only
/// then.
public enum PushPriority: Int, Sendable, Hashable, Codable {
    case immediate = 10
    case considerate = 5
    case low = 1
}

/// Until when a push is worth delivering, by `apns-expiration`.
public enum Expiration: Sendable, Hashable {
    /// None was given.
    case unstated
    /// It's for a device that is connected, and isn't kept.
    case immediate
    case at(Moment)

    /// Unix seconds as they were sent, nil for none.
    public var unixSeconds: Int64? {
        switch self {
        case .unstated: nil
        case .immediate: 0
        case .at(let moment): moment.seconds
        }
    }

    /// Undoes `unixSeconds`.
    public init(unixSeconds: Int64?) {
        self =
            switch unixSeconds {
            case nil: .unstated
            case 0?: .immediate
            case let seconds?: .at(Moment(seconds: seconds))
            }
    }

    /// When a push that was sent at `sent` is no longer stored.
    public func end(sent: Moment) -> Moment {
        switch self {
        case .unstated: sent + Limits.defaultKeep
        case .immediate: sent
        case .at(let moment): moment
        }
    }
}

/// A push that was checked: its sender may send it, and it is well formed.
public struct Push: Sendable, Hashable {
    /// The `apns-id`, which the sender chose or we did.
    public var id: String
    public var token: DeviceToken
    public var topic: String
    public var type: PushType?
    public var priority: PushPriority
    public var expiration: Expiration
    public var collapseID: String?
    public var sent: Moment
    /// The JSON object, byte by byte as it was posted.
    public var payload: [UInt8]

    public init(
        id: String, token: DeviceToken, topic: String, type: PushType?, priority: PushPriority,
        expiration: Expiration, collapseID: String?, sent: Moment, payload: [UInt8]
    ) {
        self.id = id
        self.token = token
        self.topic = topic
        self.type = type
        self.priority = priority
        self.expiration = expiration
        self.collapseID = collapseID
        self.sent = sent
        self.payload = payload
    }
}
