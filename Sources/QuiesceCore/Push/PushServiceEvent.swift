/// An event of the device's tokens and its gateway. Requests of apps are numbered with their other
/// requests, and acknowledged once they are on disk.
// derive: cases
public enum PushServiceEvent: Sendable, Hashable {
    // Apps
    case asked(AppID, Launch, request: UInt64, PushRequest)
    // The gateway
    /// The name by which a gateway knows this device; nil: it has joined none. At the daemon's
    /// start, and whenever it changes: tokens and sequences are of one account.
    case account(String?)
    case connected
    case disconnected
    /// The token by which servers reach an app.
    case issued(PushAddress, token: String)
    /// The gateway gives the app none; one line, why.
    case refused(PushAddress, why: String)
    /// The gateway knows that the app's token is no more.
    case retired(PushAddress)
    // The shell
    /// The outcome of a push can't be kept: the disk is full, or failed. It isn't acknowledged to
    /// the gateway.
    case notStored([PushID], Reason)
}

/// The shell's messages to the push gateway after the commit.
// derive: cases written
public enum PushPromise: Sendable, Hashable {
    /// Asks the gateway for a token, as soon as it is connected; `issued` or `refused` follows.
    case requestToken(PushAddress)
    /// Tells the gateway that this token is no more; `retired` follows. A request for the same
    /// address that comes later must reach the gateway later.
    case retireToken(PushAddress)
    /// Tells the gateway that this push is the device's now. Again for one that comes again.
    case acknowledge(sequence: UInt64)
}

/// A callback about pushes. Of these a voip push alone has a completion handler.
// derive: cases
public enum PushCall: Sendable, Hashable {
    /// didRegisterForRemoteNotificationsWithDeviceToken
    case registered(token: String)
    /// didFailToRegisterForRemoteNotificationsWithError
    case notRegistered(why: String)
    /// didReceiveRemoteNotification: it came while the app was in front, or the user chose what was
    /// shown of it (R1). `NotificationID`: what was, or would be, shown of it; nil: it has nothing
    /// to show.
    case received(NotificationID?, PayloadHandle, opened: Bool)
    /// pushRegistry(_:didUpdate:for:)
    case voipRegistered(token: String)
    case voipNotRegistered(why: String)
    /// pushRegistry(_:didInvalidatePushTokenFor:)
    case voipInvalidated
    /// pushRegistry(_:didReceiveIncomingPushWith:for:completion:)
    case voipReceived(WakeID, PayloadHandle)

    /// The pushes that it is about.
    var type: PushType {
        switch self {
        case .registered, .notRegistered, .received: .remote
        case .voipRegistered, .voipNotRegistered, .voipInvalidated, .voipReceived: .voip
        }
    }

    static func registered(_ type: PushType, token: String) -> PushCall {
        switch type {
        case .remote: .registered(token: token)
        case .voip: .voipRegistered(token: token)
        }
    }

    static func notRegistered(_ type: PushType, why: String) -> PushCall {
        switch type {
        case .remote: .notRegistered(why: why)
        case .voip: .voipNotRegistered(why: why)
        }
    }
}

extension PushCall: CapabilityCall {
    var name: String {
        switch self {
        case .registered: "didRegisterForRemoteNotifications"
        case .notRegistered: "didFailToRegisterForRemoteNotifications"
        case .received: "didReceiveRemoteNotification"
        case .voipRegistered: "didUpdatePushCredentials"
        case .voipNotRegistered: "didNotUpdatePushCredentials"
        case .voipInvalidated: "didInvalidatePushToken"
        case .voipReceived: "didReceiveIncomingPush"
        }
    }

    var wake: WakeID? {
        switch self {
        case .voipReceived(let wake, _): wake
        case .registered, .notRegistered, .received, .voipRegistered, .voipNotRegistered,
            .voipInvalidated:
            nil
        }
    }
}

extension PushServiceEvent: CapabilityEvent {
    package var speaker: (app: AppID, launch: Launch, request: UInt64)? {
        switch self {
        case .asked(let app, let launch, let request, _): (app, launch, request)
        case .account, .connected, .disconnected, .issued, .refused, .retired, .notStored: nil
        }
    }

    var caller: (ticket: Ticket?, promise: EventOrigin.Promise)? { nil }

    package var words: String {
        switch self {
        case .asked(let app, _, let request, let asked):
            "\(asked.rawValue) \(app.name) \(request)"
        case .account(let account): "account \(account ?? "none")"
        case .connected: "connected"
        case .disconnected: "disconnected"
        case .issued(let address, let token): "issued \(address.topic) \(token)"
        case .refused(let address, let why): "refused \(address.topic) \(why)"
        case .retired(let address): "retired \(address.topic)"
        case .notStored(let ids, let reason): "notStored \(ids) \(reason.rawValue)"
        }
    }
}
