import QuiesceCore

/// The transfer agent.
package struct PlayedTransferAgent {
    /// How an attempt ends.
    package enum Deed {
        /// All of it comes, `after` its start.
        case finish(after: Interval = .zero, status: Int = 200)
        case fail(TransferFailure, received: UInt64 = 0, retryAfter: Interval? = nil)
        case ask(TransferQuestion)
        /// It goes on until somebody says how it ends.
        case nothing
    }

    package var lives = false
    package var comesUp = true
    /// How the attempts at each origin end, in order; the last goes for all that follow.
    package var deeds: [String: [Deed]] = [:]
    package var usual = Deed.finish()
    package var running: [TransferID: UInt64] = [:]
    /// Of each transfer, on the agent's disk.
    package var bytes: [TransferID: UInt64] = [:]
    var lastQuestion: UInt64 = 0
    /// Files at their owners' places.
    package var placed: Set<TransferID> = []
    package var placeFailures: [TransferFailure] = []
    /// With which number files get their names.
    package var copy: Int?

    // What was asked of it, in order.
    package var launches = 0
    package var started: [TransferID] = []
    package var answers: [(id: TransferID, usual: Bool)] = []
    /// Apps that were told of their sessions.
    package var tellings: [(AppID, String)] = []

    /// Every verdict that each app's delegate was told, in order.
    package var verdicts: [AppID: [TransferOutcome]] = [:]
    /// How often each was.
    package var told: [TransferID: Int] = [:]

    package mutating func endWithDaemon() {
        lives = false
        running = [:]
    }

    /// What becomes of the next attempt at `origin`.
    mutating func nextDeed(_ origin: String) -> Deed {
        guard let first = deeds[origin]?.first else { return usual }
        if let count = deeds[origin]?.count, count > 1 { deeds[origin]?.removeFirst() }
        return first
    }
}
