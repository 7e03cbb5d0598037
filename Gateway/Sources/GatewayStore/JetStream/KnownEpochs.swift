import GatewayRules
import NATS
import Synchronization

/// The epochs as this gateway has last read them, and those that the server has forgotten since.
final class KnownEpochs: Sendable {
    private let bucket: JetStream
    private let known = Mutex(Epochs())

    init(_ bucket: JetStream) { self.bucket = bucket }

    /// Perhaps there are more.
    var cached: Epochs { known.withLock { $0 } }

    /// As the server has them now.
    func read() async throws -> Epochs {
        learn(try await bucket.last(Names.allEpochs)?.decoded() ?? Epochs())
    }

    @discardableResult
    func learn(_ epochs: Epochs) -> Epochs {
        known.withLock { known in
            let before = known
            known = epochs
            for epoch in before.all { known.find(epoch) }
            return known
        }
    }
}
