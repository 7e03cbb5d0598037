import QuiesceCore

/// How the agent reaches the push gateway, and is known there.
// derive: json
public struct GatewayAccount: Sendable, Hashable {
    /// `https://HOST:PORT`
    public var url: String
    /// PEM: what the gateway's certificate is checked against.
    public var authority: String
    /// The name by which the gateway knows this device.
    public var device: String
    /// PEM, of the device: issued by the gateway, and the key that was made for it (PKCS #8).
    public var certificate: String
    public var key: String

    public init(
        url: String, authority: String, device: String, certificate: String, key: String
    ) {
        self.url = url
        self.authority = authority
        self.device = device
        self.certificate = certificate
        self.key = key
    }
}

/// The daemon's orders for the line to the gateway.
// derive: cases
public enum PushOrder: Sendable, Hashable {
    /// Joins a gateway: `registered` or `notRegistered` follows. `key`: PEM, the private key that
    /// was made for it.
    case register(url: String, authority: String, key: String, name: String)
    /// Keeps one connection from now on, and connects again by itself. `last`: the greatest
    /// sequence of that gateway that is the device's, 0 for none.
    case connect(GatewayAccount, last: UInt64)
    case disconnect
    /// `topic`: an app's id, with `.voip` behind it for voip pushes.
    case requestToken(topic: String)
    case retireToken(topic: String)
    case acknowledge([UInt64])
}

/// The agent's reports about the line to the gateway.
// derive: cases
public enum PushReport: Sendable, Hashable {
    /// The first message.
    case ready
    case registered(device: String, certificate: String)
    /// One line.
    case notRegistered(String)
    case connected
    /// One line; the agent tries again by itself.
    case disconnected(String)
    case issued(topic: String, token: String)
    case refused(topic: String, why: String)
    /// The gateway knows that this topic's token is no more.
    case retired(topic: String)
    case received(ReceivedPush)
}

/// A push as the gateway hands it over.
// derive: json
public struct ReceivedPush: Sendable, Hashable {
    public var sequence: UInt64
    /// `apns-id`
    public var id: String
    /// The app's id, with `.voip` behind it for a voip push.
    public var topic: String
    /// `apns-push-type`; nil: its sender didn't say.
    public var type: String?
    /// `apns-priority`
    public var priority: Int
    /// `apns-expiration`, seconds since 1970.
    public var expiration: Int64?
    public var collapseID: String?
    /// The JSON object as it was posted.
    public var payload: String

    public init(
        sequence: UInt64, id: String, topic: String, type: String? = nil, priority: Int,
        expiration: Int64?,
        collapseID: String?, payload: String
    ) {
        self.sequence = sequence
        self.id = id
        self.topic = topic
        self.type = type
        self.priority = priority
        self.expiration = expiration
        self.collapseID = collapseID
        self.payload = payload
    }
}
