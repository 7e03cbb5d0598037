import QuiesceCore
import QuiesceWire

/// The messages of the daemon to the transfer agent: one JSON object per datagram of the
/// `SOCK_SEQPACKET` socket that the agent is started with. Both are of the same build; nobody else
/// speaks this protocol.
// derive: cases
public enum MessageToAgent: Sendable, Hashable {
    /// Begins an attempt, or goes on from what the agent's own record of that transfer says. An
    /// upload's body comes as a descriptor with this message, opened for reading and checked by the
    /// daemon.
    case start(TransferID, attempt: UInt64, TransferRequest)
    /// Ends the attempt and keeps the bytes; answered by `stopped`.
    case stop(TransferID, attempt: UInt64)
    /// Deletes the bytes and the record. Unknown ones are harmless.
    case forget(TransferID)
    case answer(TransferID, attempt: UInt64, question: UInt64, TransferAnswer)
}

/// The messages of the agent to the daemon. Every message about a transfer names the attempt, so
/// that an old attempt can't speak for a newer.
// derive: cases
public enum MessageFromAgent: Sendable, Hashable {
    /// The first message.
    case ready
    case responded(TransferID, attempt: UInt64, ReplyOutcome)
    /// At most four a second for each transfer. Bytes so far, resumed ones included; `expected`:
    /// nil while nobody knows.
    case progress(
        TransferID, attempt: UInt64, received: UInt64, expected: UInt64?, sent: UInt64,
        expectedToSend: UInt64?)
    case asked(TransferID, attempt: UInt64, question: UInt64, TransferInquiry)
    /// The whole is in `AgentFiles.body`, and the record says so: both are on disk. Said again at
    /// the next `start` until `forget`.
    case finished(TransferID, attempt: UInt64, TransferredFile, TransferResponse)
    /// The attempt ended; `received` bytes can be resumed from. `retryAfter`: what the server asked
    /// for, in milliseconds from now.
    case interrupted(
        TransferID, attempt: UInt64, TransferFailure, received: UInt64, retryAfter: Int64?,
        TransferResponse?)
    case stopped(TransferID, attempt: UInt64, received: UInt64)
    /// The agent can't work at all: one line, why. It exits after it.
    case unusable(String)
}

extension TransferInquiry {
    public var kind: TransferQuestion {
        switch self {
        case .redirect: .redirect
        case .challenge: .challenge
        }
    }
}
