/// The five states of an app (S1). Foreground is inactive or active.
// derive: json
public enum AppState: String, Sendable, Hashable, CaseIterable {
    /// No process exists.
    case notRunning
    /// In the foreground, without input: on the way in or out, or interrupted.
    case inactive
    /// In the foreground, with input.
    case active
    /// Out of sight and executing code.
    case background
    /// Out of sight, in memory, executing nothing.
    case suspended
}

/// How a process ended, as the kernel tells it.
// derive: cases
public enum ExitStatus: Sendable, Hashable {
    case exited(code: Int32)
    case signalled(Int32)
    /// The kernel killed it, as there was no memory left.
    case outOfMemory
    /// The process wasn't our child: an earlier daemon started it.
    case unknown
}

/// Why a process was started.
// derive: cases
public enum LaunchCause: Sendable, Hashable {
    case user, fetch, transfer, backgroundTask
    /// A push woke it, or the user chose what was shown of one, which was that notification (R1).
    case remoteNotification(PayloadHandle, opened: NotificationID? = nil)
    /// The user chose what was shown of it (N2).
    case localNotification(NotificationID, PayloadHandle)
    /// The device has moved (G1, G4, G6).
    case location
    /// A key is for who played last (A5).
    case audio
    /// A kept socket, a keep-alive handler, or a connection to be made anew (V1-V6).
    case voip
    /// There is news for these managers of an earlier launch (B3).
    case bluetooth(centrals: [String], peripherals: [String])
    /// A push of the type voip (V1). The app is handed it once it has launched.
    case voipPush
    /// The user answered a notification otherwise than by opening it. The app is handed that once
    /// it has launched.
    case notificationAction
    /// It is opened with a URL, a quick action or an activity.
    indirect case link(AppLink)

    /// The stable word for it.
    package var name: String {
        switch self {
        case .user: "user"
        case .fetch: "fetch"
        case .remoteNotification: "remoteNotification"
        case .transfer: "transfer"
        case .backgroundTask: "backgroundTask"
        case .localNotification: "localNotification"
        case .location: "location"
        case .audio: "audio"
        case .voip: "voip"
        case .bluetooth: "bluetooth"
        case .voipPush: "voipPush"
        case .notificationAction: "notificationAction"
        case .link(let link): link.name
        }
    }
}

/// How one launch of an app ended.
// derive: json
public struct Exit: Sendable, Hashable {
    public var launch: Launch
    public var reason: Reason
    public var rule: Rule
    public var status: ExitStatus
    public var time: WallTime
    /// The numbers behind the decision.
    public var detail: Detail?
}
