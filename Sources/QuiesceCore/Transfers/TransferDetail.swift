/// The part of a decision that is about a transfer, or about the agent that carries them out.
// derive: cases
public indirect enum TransferDetail: Sendable, Hashable {
    case about(TransferID, origin: String)
    case attempt(TransferID, UInt64)
    /// The transfer and its wait; `until`: when that is over by itself.
    case held(TransferID, TransferWait, until: Instant?)
    /// How an attempt ended, and when the next is made.
    case retry(TransferID, TransferFailure, until: Instant)
    case restarted(TransferID, RestartReason, discarded: UInt64)
    case ended(TransferID, TransferOutcome)
    /// How often in a row it has ended.
    case agent(deaths: Int, retryAt: Instant?)

    /// nil: it is about the agent.
    package var transfer: TransferID? {
        switch self {
        case .about(let id, _), .attempt(let id, _), .held(let id, _, _), .retry(let id, _, _),
            .restarted(let id, _, _), .ended(let id, _):
            id
        case .agent: nil
        }
    }

    var words: String {
        switch self {
        case .about(let id, let origin): "transfer \(id), \(origin)"
        case .attempt(let id, let attempt): "transfer \(id), attempt \(attempt)"
        case .held(let id, let wait, _): "transfer \(id): \(wait.words)"
        case .retry(let id, let failure, _): "transfer \(id): \(failure.words)"
        case .restarted(let id, let reason, let discarded):
            "transfer \(id): \(discarded.spokenAsBytes) again, as \(reason.words)"
        case .ended(let id, .finished(let file, _)):
            "transfer \(id): \(file.size.spokenAsBytes), status \(file.status)"
        case .ended(let id, .failed(let failure, let received, _)):
            "transfer \(id): \(failure.words), after \(received.spokenAsBytes)"
        case .ended(let id, .cancelled(let kind, let received, _)):
            "transfer \(id): \(TransferFailure(kind).words), after \(received.spokenAsBytes)"
        case .agent(let deaths, _): deaths == 1 ? "once" : "\(deaths) times in a row"
        }
    }
}
