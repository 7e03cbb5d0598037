// Pushes between an app and the daemon (R1 … R5). A push with a completion handler is a `remoteNotification`
// call.

/// An app's request about its pushes.
// derive: json
public enum PushRequest: String, Sendable, Hashable {
    /// registerForRemoteNotifications: answered by a `registered` or `notRegistered` callback
    case register
    /// unregisterForRemoteNotifications
    case unregister
}

/// A callback about pushes.
// derive: tag=kind
public enum PushCallback: Sendable, Hashable {
    /// Hexadecimal digits.
    case registered(token: String)
    /// One line.
    case notRegistered(why: String)
    /// didReceiveRemoteNotification; `payload` is the push's JSON object. `opened`: the user chose what was
    /// shown of it, rather than its having come while the app was in front.
    // json: opened unless false
    case received(payload: String, opened: Bool)
}
