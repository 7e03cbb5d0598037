// The views of transfers for tools, and the requests of tools for transfers.

/// A row of `quiesce transfers`.
// derive: json sorted
public struct TransferRow: Sendable, Hashable {
    public var transfer: UInt64
    /// nil: the user's, by `quiesce get`.
    public var app: String?
    public var session: String?
    /// `download`, `upload` or `data`
    public var kind: String
    /// Without a password.
    public var url: String
    /// `waiting`, `running`, `placing`, `finished`, `failed`, `cancelled` or
    /// `kept` (its bytes, for a task that goes on from them); `gone`, to who follows: its owner has
    /// taken it
    public var state: String
    /// Why it waits: a stable word, as `wifi` or `retry`.
    public var wait: String?
    /// Its state in words, without times.
    public var sentence: String
    /// ISO 8601: of its state, and until when it waits where that is known.
    public var since: String?
    public var until: String?
    public var discretionary: Bool
    /// Attempts so far.
    public var attempts: UInt64
    public var received: UInt64?
    /// nil: nobody knows.
    public var expected: UInt64?
    public var sent: UInt64?
    public var expectedToSend: UInt64?
    /// Bytes a second, while it runs.
    public var rate: Double?
    /// The last response's status.
    public var status: Int?
    /// Why it failed, or what failed that is to be tried again: a stable word, and a number that
    /// belongs to it.
    public var failure: String?
    public var code: Int?
    /// Where the user's file is, or will be.
    public var file: String?
    /// In the answer to `quiesce get`: it was under way already.
    public var joined: Bool?

    public init(
        transfer: UInt64, app: String?, session: String?, kind: String, url: String, state: String,
        sentence: String, discretionary: Bool, attempts: UInt64
    ) {
        self.transfer = transfer
        self.app = app
        self.session = session
        self.kind = kind
        self.url = url
        self.state = state
        self.sentence = sentence
        self.discretionary = discretionary
        self.attempts = attempts
    }

    /// Whether it has its verdict.
    public var isOver: Bool { ["finished", "failed", "cancelled", "kept", "gone"].contains(state) }
}

/// The transfers in `quiesce status`, counted.
// derive: json sorted
public struct TransferStatus: Sendable, Hashable {
    /// The agent's process; nil: it doesn't run.
    public var agent: Int?
    public var running: Int
    public var waiting: Int
    /// All that are listed, those that are over too.
    public var total: Int

    public init(agent: Int?, running: Int, waiting: Int, total: Int) {
        self.agent = agent
        self.running = running
        self.waiting = waiting
        self.total = total
    }
}

/// The answer of `quiesce why` about a transfer.
// derive: json sorted
public struct TransferWhyAnswer: Sendable, Hashable {
    /// nil: it is over, and its owner has taken it.
    public var transfer: TransferRow?
    /// The decisions about it, oldest first.
    public var chain: [LogRow]

    public init(transfer: TransferRow?, chain: [LogRow]) {
        self.transfer = transfer
        self.chain = chain
    }
}

/// The request of `quiesce get`.
// derive: json
public struct GetOrder: Sendable, Hashable {
    public var request: TransferRequest
    /// Absolute. Nothing may be there; the folder is.
    public var path: String
    public var discretionary: Bool
    /// Seconds after which it has failed, whatever came; nil: a week.
    public var timeout: Double?

    public init(
        request: TransferRequest, path: String, discretionary: Bool, timeout: Double? = nil
    ) {
        self.request = request
        self.path = path
        self.discretionary = discretionary
        self.timeout = timeout
    }
}

/// A user's command to a transfer. `resume`: one that is paused goes on, and one that waits after a
/// failure is tried now.
// derive: json
public enum TransferControl: String, Sendable, Hashable {
    case pause, resume, cancel
}
