/// The five states of an app (S1). Foreground is inactive or active.
public enum AppState: String, Sendable, Hashable, Codable, CaseIterable {
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
public enum ExitStatus: Sendable, Hashable, Codable {
    case exited(code: Int32)
    case signalled(Int32)
    /// The kernel killed it, as there was no memory left.
    case outOfMemory
    /// The process wasn't our child: an earlier daemon started it.
    case unknown
}

/// Why a process was started.
public enum LaunchCause: Sendable, Hashable, Codable {
    case user, fetch, transfer, backgroundTask
    /// A push woke it, or the user chose what was shown of one (R1).
    case remoteNotification(PayloadHandle)
    /// The user chose what was shown of it (N2).
    case localNotification(NotificationID, PayloadHandle)

    /// The stable word for it.
    package var name: String {
        switch self {
        case .user: "user"
        case .fetch: "fetch"
        case .remoteNotification: "remoteNotification"
        case .transfer: "transfer"
        case .backgroundTask: "backgroundTask"
        case .localNotification: "localNotification"
        }
    }
}

/// How one launch of an app ended.
public struct Exit: Sendable, Hashable, Codable {
    public var launch: Launch
    public var reason: Reason
    public var rule: Rule
    public var status: ExitStatus
    public var time: WallTime
    /// What decided, in numbers.
    public var detail: Detail?
}
