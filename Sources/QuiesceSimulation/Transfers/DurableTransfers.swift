import QuiesceCore

// The facts of transfers that must be the same, whether or not the daemon died on the way.

extension Transfer: DurableFact {
    static let kind = DurableKind.transfer
    var fact: Fact { .transfer(self) }
    func words(_ names: DurableNames) -> String { names[id].words }

    mutating func makeComparable(after _: DurableOutcome.Death) {
        id = TransferID(0)
        task = 0
        request = PayloadHandle(0)
        // Moments, by which it also has its place.
        created = .zero
        resumed = resumed.map { _ in .zero }
        order = 0
        switch stage {
        case .suspended, .queued, .kept: break
        case .placing(let file, _):
            stage = .placing(file.comparable, response: PayloadHandle(0))
        case .ended(let outcome): stage = .ended(outcome.comparable)
        }
    }
}

extension TransferSession: DurableFact {
    static let kind = DurableKind.session
    var fact: Fact { .session(self) }
    func words(_ names: DurableNames) -> String { "\(app) \(identifier)" }
}

extension TransfersFact: DurableFact {
    static let kind = DurableKind.transfers
    var fact: Fact { .transfers(self) }

    mutating func makeComparable(after _: DurableOutcome.Death) {
        last = 0
    }
}

extension TransferOutcome {
    /// Without how far it had come: an attempt ends with the daemon.
    var comparable: TransferOutcome {
        switch self {
        case .finished(let file, _): .finished(file.comparable, response: PayloadHandle(0))
        case .failed(let failure, _, let response):
            .failed(failure, received: 0, response: response.map { _ in PayloadHandle(0) })
        case .cancelled(let kind, _, let resumable):
            .cancelled(kind, received: 0, resumable: resumable)
        }
    }
}

extension TransferredFile {
    /// The last response is for a part where an attempt has gone on from another's bytes.
    fileprivate var comparable: TransferredFile {
        var file = self
        if status == 206 { file.status = 200 }
        return file
    }
}
