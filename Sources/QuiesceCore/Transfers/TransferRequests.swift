// The requests for transfers, by apps and by the user.

// derive: cases
public enum TransferOwner: Sendable, Hashable, Comparable {
    case app(AppID)
    /// `quiesce get`
    case user
}

extension SessionSettings {
    /// From a task's first resume until it fails.
    package var timeout: Interval {
        let seconds = min(max(0, resourceTimeout), Limits.longestResourceTimeout.inSeconds)
        return max(Interval(nanoseconds: Int64((seconds * 1e9).rounded(.up))), .milliseconds(1))
    }
}

/// A request, with all that is secret, that the shell has stored.
// derive: json
public struct StoredRequest: Sendable, Hashable {
    /// `https://host:port`: limits and retries are per origin. Nothing secret is in it.
    public var origin: String
    public var handle: PayloadHandle

    package init(origin: String, handle: PayloadHandle) {
        self.origin = origin
        self.handle = handle
    }
}

/// In place of an answer: the shell keeps it.
// derive: json
public struct KeptAnswer: Sendable, Hashable {
    package init() {}
}

/// A task as it is made: suspended (X1).
public typealias NewTransfer = SessionTask<StoredRequest>

/// An app's request, without what may be secret, which the shell has stored.
public typealias StoredSessionRequest = SessionRequest<NewTransfer, KeptAnswer>

extension NewTransfer {
    public init(
        session: String, task: UInt64, kind: TransferKind, origin: String, request: PayloadHandle
    ) {
        self.init(
            session: session, task: task, kind: kind,
            request: StoredRequest(origin: origin, handle: request))
    }
}

extension StoredSessionRequest {
    /// The command, and the task that it is for; nil: the request is about no existing task.
    package var command: (session: String, task: UInt64, command: TransferCommand)? {
        switch self {
        case .resume(let session, let task): (session, task, .resume)
        case .suspend(let session, let task): (session, task, .suspend)
        case .cancel(let session, let task, let keepingBytes):
            (session, task, .cancel(keepingBytes: keepingBytes))
        case .setPriority(let session, let task, let priority):
            (session, task, .setPriority(priority))
        case .setEarliestBegin(let session, let task, let time):
            (session, task, .setEarliestBegin(time.map(WallTime.init(milliseconds:))))
        case .setDescription(let session, let task, let description):
            (session, task, .setDescription(description))
        case .openSession, .closeSession, .create, .handled, .answer: nil
        }
    }
}

// derive: cases
public enum TransferCommand: Sendable, Hashable {
    case resume, suspend
    case cancel(keepingBytes: Bool)
    case setPriority(Int)
    case setEarliestBegin(WallTime?)
    case setDescription(String?)
    /// Its owner wants it now: if it is paused it goes on, and what waits after a failure is tried.
    /// `insists`: also where its server asked for peace. `timeout`: the time for the whole, from
    /// now.
    case hurry(insists: Bool, timeout: Interval?)
}
