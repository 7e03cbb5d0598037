// Background transfers between an app and the daemon (X1 … X9).

/// An app's request about its sessions and their tasks. A session is named by its identifier, a
/// task by its session's and its own, which the app chooses.
///
/// It is the same from the socket to the core, but for what may be secret: the shell keeps that,
/// and the core's has other contents in its place.
// derive: tag=action
public enum SessionRequest<NewTask: JSONContent, Answer: JSONContent>: Sendable, Hashable {
    /// Made, or made again by a new launch or over a new connection. Answered by
    /// `MessageToApp.session`; only then are its events delivered.
    // json: flat
    case openSession(SessionConfiguration)
    /// No further tasks; those that there are go on, or are cancelled.
    // json: cancelling unless false
    case closeSession(session: String, cancelling: Bool)
    /// A new task, suspended (X1).
    // json: flat
    indirect case create(NewTask)
    case resume(session: String, task: UInt64)
    case suspend(session: String, task: UInt64)
    /// `keepingBytes`: so that another task may go on from them; their number comes with the
    /// verdict.
    // json: keepingBytes unless false
    case cancel(session: String, task: UInt64, keepingBytes: Bool)
    /// 0…100, of which 50 is usual.
    // json: setPriority=priority
    case setPriority(session: String, task: UInt64, Int)
    /// Milliseconds since 1970; nil: at once.
    // json: setEarliestBegin=earliestBegin
    case setEarliestBegin(session: String, task: UInt64, Int64?)
    // json: setDescription=description
    case setDescription(session: String, task: UInt64, String?)
    /// The delegate has been told the verdict: the daemon forgets the transfer and deletes its
    /// file.
    case handled(transfer: UInt64)
    indirect case answer(transfer: UInt64, question: UInt64, Answer)

    /// The same request with other contents.
    package func map<OtherTask, OtherAnswer>(
        _ task: (NewTask) -> OtherTask,
        _ answer: (_ transfer: UInt64, _ question: UInt64, Answer) -> OtherAnswer
    ) -> SessionRequest<OtherTask, OtherAnswer> {
        switch self {
        case .openSession(let session): .openSession(session)
        case .closeSession(let session, let cancelling):
            .closeSession(session: session, cancelling: cancelling)
        case .create(let new): .create(task(new))
        case .resume(let session, let task): .resume(session: session, task: task)
        case .suspend(let session, let task): .suspend(session: session, task: task)
        case .cancel(let session, let task, let keepingBytes):
            .cancel(session: session, task: task, keepingBytes: keepingBytes)
        case .setPriority(let session, let task, let priority):
            .setPriority(session: session, task: task, priority)
        case .setEarliestBegin(let session, let task, let time):
            .setEarliestBegin(session: session, task: task, time)
        case .setDescription(let session, let task, let description):
            .setDescription(session: session, task: task, description)
        case .handled(let transfer): .handled(transfer: transfer)
        case .answer(let transfer, let question, let given):
            .answer(transfer: transfer, question: question, answer(transfer, question, given))
        }
    }
}

/// As a `BackgroundURLSession` makes it, with all that the app says.
public typealias BackgroundSessionRequest = SessionRequest<TransferOrder, TransferAnswer>

/// A session and its settings.
// derive: json
public struct SessionConfiguration: Sendable, Hashable {
    // json: identifier=session
    public var identifier: String
    // json: flat
    public var settings: SessionSettings

    public init(identifier: String, settings: SessionSettings = SessionSettings()) {
        self.identifier = identifier
        self.settings = settings
    }
}

/// The part of a session's configuration that decides when its tasks run (X9); the rest is in each
/// request.
// derive: sparse
public struct SessionSettings: Sendable, Hashable {
    /// Its app is launched and woken for its events (X6).
    public var sendsLaunchEvents = true
    public var isDiscretionary = false
    public var allowsCellularAccess = true
    public var connectionsPerHost = 4
    /// Seconds from the first resume until a task fails, whatever it has.
    public var resourceTimeout = 604_800.0

    public init() {}
}

// derive: json
public enum TransferKind: String, Sendable, Hashable, CaseIterable {
    case download, upload, data
}

/// A new task. `Request`: what is asked of the server, or where that is kept.
// derive: json
public struct SessionTask<Request: JSONContent>: Sendable, Hashable {
    public var session: String
    /// Unique within the session for all time: the launch's number is in its upper half.
    public var task: UInt64
    public var kind: TransferKind
    public var request: Request
    /// An upload's body: a path within the app's container. The daemon opens it, and it must stay
    /// as it is until the verdict.
    public var uploadFile: String?
    /// 0…100, of which 50 is usual.
    // json: unless 50
    public var priority = 50
    /// Milliseconds since 1970.
    public var earliestBegin: Int64?
    public var description: String?
    /// It goes on from the bytes that a cancelled transfer of the same owner left, whose number
    /// this is: that transfer becomes this task, and keeps its number.
    public var resumesTransfer: UInt64?

    public init(session: String, task: UInt64, kind: TransferKind, request: Request) {
        self.session = session
        self.task = task
        self.kind = kind
        self.request = request
    }
}

extension SessionTask {
    /// The same task with another request.
    package func with<Other>(_ request: Other) -> SessionTask<Other> {
        var task = SessionTask<Other>(
            session: session, task: self.task, kind: kind, request: request)
        task.priority = priority
        task.earliestBegin = earliestBegin
        task.description = description
        task.resumesTransfer = resumesTransfer
        return task
    }
}

public typealias TransferOrder = SessionTask<TransferRequest>

/// A callback about transfers, delivered in order with all others.
// derive: tag=kind
public enum TransferCallback: Sendable, Hashable {
    /// `application(_:handleEventsForBackgroundURLSession:completionHandler:)`; the handler
    /// completes the wake-up (X6).
    case handleEvents(wake: UInt64, session: String)
    // json: ask=inquiry
    indirect case ask(
        transfer: UInt64, question: UInt64, session: String, task: UInt64, TransferInquiry)
    /// The verdict on one task. It comes again, in this launch or the next, until `handled`.
    // json: completed=verdict
    indirect case completed(transfer: UInt64, session: String, task: UInt64, TransferVerdict)
    /// `urlSessionDidFinishEvents(forBackgroundURLSession:)`
    case finishedEvents(session: String)
}

/// How a task ended.
// derive: sparse
public struct TransferVerdict: Sendable, Hashable {
    public var response: TransferResponse?
    /// The response's body: a path within the app's container. nil: there is none.
    public var file: String?
    public var bytesReceived: UInt64 = 0
    public var bytesSent: UInt64 = 0
    /// nil: it is all there.
    public var failure: Failure?
    /// The number for `TransferOrder.resumesTransfer`.
    public var resumable: UInt64?

    // derive: json
    public struct Failure: Sendable, Hashable {
        /// A stable word of the daemon: `hostNotFound`, `timedOut`, `cancelled`, `forceQuit` …
        public var reason: String
        /// An HTTP status, an errno, or libcurl's number; see docs/transfers.md.
        public var code: Int?

        public init(reason: String, code: Int? = nil) {
            self.reason = reason
            self.code = code
        }
    }

    public init() {}
}

/// The tasks of a session that has been opened, some at a time.
// derive: json
public struct SessionTasks: Sendable, Hashable {
    public var session: String
    public var tasks: [Task]
    /// Whether more of them follow.
    public var isLast: Bool

    // derive: json
    public struct Task: Sendable, Hashable {
        public var task: UInt64
        public var kind: TransferKind
        public var url: String
        public var state: State
        public var priority: Int
        public var description: String?

        // derive: json
        public enum State: String, Sendable, Hashable {
            case suspended, running, canceling, completed
        }

        public init(
            task: UInt64, kind: TransferKind, url: String, state: State, priority: Int,
            description: String?
        ) {
            self.task = task
            self.kind = kind
            self.url = url
            self.state = state
            self.priority = priority
            self.description = description
        }
    }

    public init(session: String, tasks: [Task], isLast: Bool) {
        self.session = session
        self.tasks = tasks
        self.isLast = isLast
    }
}

/// How far a task is. Not acknowledged: the next one replaces it.
// derive: json
public struct TransferProgress: Sendable, Hashable {
    public var session: String
    public var task: UInt64
    public var received: UInt64
    /// nil: nobody knows.
    public var expected: UInt64?
    public var sent: UInt64
    public var expectedToSend: UInt64?
    /// The download goes on behind bytes of an earlier attempt or task: how many.
    public var resumedAt: UInt64?

    public init(
        session: String, task: UInt64, received: UInt64, expected: UInt64?, sent: UInt64,
        expectedToSend: UInt64?, resumedAt: UInt64? = nil
    ) {
        self.session = session
        self.task = task
        self.received = received
        self.expected = expected
        self.sent = sent
        self.expectedToSend = expectedToSend
        self.resumedAt = resumedAt
    }
}
