import QuiesceCore

/// The transfer agent.
package struct PlayedTransferAgent {
    /// How an attempt ends.
    package enum Outcome {
        /// All of it comes, `after` its start.
        case finish(after: Interval = .zero, status: Int = 200)
        /// It fails at once.
        case fail(TransferFailure, received: UInt64 = 0, retryAfter: Interval? = nil)
        /// The agent asks something, and all of it comes once that is answered.
        case ask(TransferQuestion)
        /// It goes on until somebody ends it.
        case nothing
    }

    /// Its process runs.
    package var lives = false
    /// It says that it is ready when it was started.
    package var comesUp = true
    /// How the attempts at each origin end, in order; the last goes for all that follow.
    package var outcomes: [String: [Outcome]] = [:]
    /// How all other attempts end.
    package var usual = Outcome.finish()
    /// The attempts under way.
    package var running: [TransferID: UInt64] = [:]
    /// How many bytes of each transfer are on the agent's disk.
    package var bytes: [TransferID: UInt64] = [:]
    var lastQuestion: UInt64 = 0
    /// Files at their owners' places.
    package var placed: Set<TransferID> = []
    /// Why the next files can't be placed.
    package var placeFailures: [TransferFailure] = []
    /// The number that is put into the names of files.
    package var copy: Int?

    /// How often it was started.
    package var launches = 0
    /// The transfer of each attempt, in order.
    package var started: [TransferID] = []
    /// The answers to its questions, in order.
    package var answers: [(id: TransferID, usual: Bool)] = []
    /// Apps that were told of their sessions, in order.
    package var tellings: [(AppID, String)] = []

    /// Every verdict that each app's delegate was told, in order.
    package var verdicts: [AppID: [TransferOutcome]] = [:]
    /// How often an app was told the verdict on each transfer.
    package var told: [TransferID: Int] = [:]

    /// Its process ends, as it is the daemon's child.
    package mutating func endWithDaemon() {
        lives = false
        running = [:]
    }

    /// How the next attempt at `origin` ends.
    mutating func nextOutcome(_ origin: String) -> Outcome {
        guard let first = outcomes[origin]?.first else { return usual }
        if let count = outcomes[origin]?.count, count > 1 { outcomes[origin]?.removeFirst() }
        return first
    }
}
