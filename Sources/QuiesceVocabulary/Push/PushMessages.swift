// Pushes between an app and the daemon (R1 … R5). A push with a completion handler is a `remoteNotification`
// call.

/// What an app asks of its pushes.
public enum PushDemand: String, Sendable, Hashable, Codable {
    /// registerForRemoteNotifications: answered by a `registered` or `notRegistered` callback
    case register
    /// unregisterForRemoteNotifications
    case unregister
}

/// A callback about pushes.
public enum PushCallback: Sendable, Hashable {
    /// Hexadecimal digits.
    case registered(token: String)
    /// One line.
    case notRegistered(why: String)
    /// didReceiveRemoteNotification; `payload` is the push's JSON object. `opened`: the user chose what was
    /// shown of it, rather than its having come while the app was in front.
    case received(payload: String, opened: Bool)
}

// Flat, with a `kind`.
extension PushCallback: Codable {
    private enum Key: String, CodingKey { case kind, token, why, payload, opened }
    enum Kind: String, Codable, CaseIterable { case registered, notRegistered, received }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        switch try fields.kind(Kind.self, at: .kind) {
        case .registered: self = .registered(token: try fields.decode(String.self, forKey: .token))
        case .notRegistered:
            self = .notRegistered(why: try fields.decode(String.self, forKey: .why))
        case .received:
            self = .received(
                payload: try fields.decode(String.self, forKey: .payload),
                opened: try fields.decode(.opened, or: false))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        switch self {
        case .registered(let token):
            try fields.encode(Kind.registered, forKey: .kind)
            try fields.encode(token, forKey: .token)
        case .notRegistered(let why):
            try fields.encode(Kind.notRegistered, forKey: .kind)
            try fields.encode(why, forKey: .why)
        case .received(let payload, let opened):
            try fields.encode(Kind.received, forKey: .kind)
            try fields.encode(payload, forKey: .payload)
            try fields.encode(opened, forKey: .opened, unless: false)
        }
    }
}
