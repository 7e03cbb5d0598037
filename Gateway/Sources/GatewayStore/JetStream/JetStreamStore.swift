import Foundation
import GatewayRules
import NATS
import Synchronization

/// The store of several gateways: the JetStream of a NATS server.
///
/// Pushes are one stream, with a subject for each that may take another's place: its last message
/// is the push that waits. A message's place in the stream, and its epoch, give the push's
/// sequence. Stored messages are sent on by the server to the gateway that listens for the device,
/// and read by it when the device connects.
public final class JetStreamStore: PushStore {
    let connection: NATSConnection
    let pushes: JetStream
    /// The fates of pushes, which tell whether an `apns-id` is repeated.
    let fates: JetStream
    /// The last connection of each device: its number says which of two is newer.
    let connections: JetStream
    let deviceBucket: JetStream
    let tokenBucket: JetStream
    let topicBucket: JetStream
    let counters: Counters
    let epochs: KnownEpochs
    let writers: PushWriters
    let streams = LiveStreams<JetStreamDeviceStream>()
    let pushesPerDevice: Int
    let now: @Sendable () -> Moment
    let pruned = Mutex(Moment(milliseconds: 0))
    /// Pushes that were stored for a device and not acknowledged here, since it was last looked at
    /// how many wait for it.
    let unacknowledged = Mutex<[DeviceID: Int]>([:])

    /// Connects to the server at `url`, and makes what isn't there. Throws `StoreFailure`.
    ///
    /// - Parameter mark: this gateway's own, and no other's.
    public init(
        url: String, mark: EpochMark, pushesPerDevice: Int = Limits.pushesPerDevice,
        now: @escaping @Sendable () -> Moment
    ) async throws {
        self.pushesPerDevice = pushesPerDevice
        self.now = now
        do {
            connection = try NATSConnection(url: url, name: "quiesce-gateway")
            pushes = try await .make(
                JetStream.Configuration(
                    name: Names.pushes, subjects: Names.allPushes, keep: Self.pushesKeep,
                    remember: Self.idsRemember, republished: Names.allLive), connection)
            fates = try await .make(
                JetStream.Configuration(
                    name: Names.fates, subjects: "quiesce.fate.>",
                    keep: .milliseconds(Limits.settledKeep.milliseconds)), connection)
            connections = try await .make(
                JetStream.Configuration(name: Names.connections, subjects: Names.allDevices),
                connection)
            deviceBucket = try await Self.bucket(Names.devices, connection)
            tokenBucket = try await Self.bucket(Names.tokens, connection)
            topicBucket = try await Self.bucket(Names.topics, connection)
            counters = Counters(try await Self.bucket(Names.counts, connection))
            epochs = KnownEpochs(try await Self.bucket(Names.epochs, connection))
            writers = PushWriters(url: url, mark: mark, epochs: epochs, now: now)
        } catch let failure as NATSFailure {
            throw StoreFailure(failure)
        }
        connection.onReconnect { [streams, counters] in
            // Pushes that came meanwhile were sent on to nobody.
            streams.signalAll()
            counters.save()
        }
    }

    /// Longer than any push waits: a net below `prune`, which counts those that it finds expired.
    private static let pushesKeep = Duration.milliseconds(
        (Limits.defaultKeep.milliseconds + Span.days(1).milliseconds))
    /// How long the server remembers `apns-id`s by itself: two gateways that are sent one at the
    /// same time.
    private static let idsRemember = Duration.seconds(120)

    private static func bucket(
        _ name: String, _ connection: NATSConnection
    ) async throws -> JetStream {
        try await .make(
            JetStream.Configuration(name: Names.bucket(name), subjects: "$KV.\(name).>"),
            connection)
    }

    /// Does `body`, whose failures become the store's.
    func attempt<T>(_ body: () async throws -> T) async throws -> T {
        do { return try await body() } catch let failure as NATSFailure {
            throw StoreFailure(failure)
        } catch let failure as StoreFailure {
            throw failure
        } catch {
            throw StoreFailure("\(error)")
        }
    }

    /// All messages on `filter`, in order.
    func each(
        _ filter: String, in stream: JetStream, _ body: (JetStream.Message) async throws -> Void
    ) async throws {
        var sequence: Int64 = 1
        while let message = try await stream.next(filter, from: sequence) {
            sequence = message.sequence + 1
            try await body(message)
        }
    }
}

extension StoreFailure {
    init(_ failure: NATSFailure) {
        switch failure {
        case .unavailable(let text): self.init(text, isUnavailable: true)
        case .refused(_, let text): self.init(text)
        }
    }
}
