// Pushes between an app and the daemon (R1 … R5). A push with a completion handler is a
// `remoteNotification` call.

/// An app's request about its pushes.
// derive: json
public enum PushRequest: String, Sendable, Hashable {
    /// registerForRemoteNotifications: answered by a `registered` or `notRegistered` callback
    case register
    /// unregisterForRemoteNotifications
    case unregister
    /// A `PKPushRegistry` wants voip pushes: answered by a `voipRegistered` or `voipNotRegistered`
    /// callback
    case registerVoIP
    /// None wants them any more.
    case unregisterVoIP

    /// The pushes that it is about.
    public var type: PushType {
        switch self {
        case .register, .unregister: .remote
        case .registerVoIP, .unregisterVoIP: .voip
        }
    }
}

/// A callback about pushes.
// derive: tag=kind
public enum PushCallback: Sendable, Hashable {
    /// Hexadecimal digits.
    case registered(token: String)
    /// One line.
    case notRegistered(why: String)
    /// didReceiveRemoteNotification; `payload` is the push's JSON object. `opened`: the user chose
    /// what was shown of it, rather than its having come while the app was in front.
    /// `notification`: what is shown of it, or would be; nil: it has nothing to show. `date`: when
    /// that was, milliseconds since 1970.
    // json: opened unless false
    indirect case received(
        payload: String, opened: Bool, notification: NotificationContent? = nil,
        date: Int64? = nil)
    /// The token of voip pushes: hexadecimal digits, other ones than those of remote notifications.
    case voipRegistered(token: String)
    /// Why there is no such token: one line.
    case voipNotRegistered(why: String)
    /// The token of voip pushes is no more, as the device has left its gateway.
    case voipInvalidated
    /// A voip push; `payload` is its JSON object. `wake`: what `completeWake` ends.
    case voipReceived(wake: UInt64, payload: String)
}
