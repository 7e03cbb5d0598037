import GatewayRules
import NATS
import Synchronization

/// The epochs as this gateway has last read them.
final class KnownEpochs: Sendable {
    private let bucket: JetStream
    private let known = Mutex(Epochs())

    init(_ bucket: JetStream) { self.bucket = bucket }

    /// Perhaps there are more.
    var cached: Epochs { known.withLock { $0 } }

    func learn(_ epochs: Epochs) { known.withLock { $0 = epochs } }

    /// As they are now.
    func read() async throws -> Epochs {
        let epochs: Epochs = try await bucket.last(Names.allEpochs)?.decoded() ?? Epochs()
        learn(epochs)
        return epochs
    }
}
