import Dispatch
import Foundation
import GatewayRules
import NATS

/// A means of storing pushes: a connection to one process of the server's, and the epoch that it is
/// in.
///
/// The connection doesn't come back. So no push that was numbered for one life of the server is
/// ever stored in the next, where its place may be one that a device has had.
struct PushWriter: Sendable {
    let epoch: Epoch
    let pushes: JetStream

    /// Returns a number that the writer's next push has, or exceeds.
    func next() async throws -> Int64 { epoch.base + (try await pushes.state().lastSeq) + 1 }
}

/// Makes writers: a new one for each life of the server, and by its newest epoch.
actor PushWriters {
    private let url: String
    private let mark: EpochMark
    private let now: @Sendable () -> Moment
    private let epochs: KnownEpochs
    private var current: PushWriter?
    private var making: Task<PushWriter, any Error>?
    /// Epochs that were begun for what a device said, in each life of the server.
    private var raises = RateLimiter<String>(Limits.epochsForDevices)

    init(
        url: String, mark: EpochMark, epochs: KnownEpochs, now: @escaping @Sendable () -> Moment
    ) {
        self.url = url
        self.mark = mark
        self.epochs = epochs
        self.now = now
    }

    func writer() async throws -> PushWriter {
        if let current, current.pushes.connection.isConnected {
            if current.epoch.base >= epochs.cached.last.base { return current }
            return try await renew(current, above: 0)
        }
        if let making { return try await making.value }
        let task = Task {
            defer { making = nil }
            let made = try await writer(over: JetStream(Names.pushes, connect()), above: 0)
            current = made
            return made
        }
        making = task
        return try await task.value
    }

    /// One whose numbers are above `floor`, which a device has said.
    ///
    /// Throws `StoreFailure` where too many epochs began for such a reason.
    func writer(above floor: Int64) async throws -> PushWriter {
        let writer = try await writer()
        return try await writer.next() > floor ? writer : renew(writer, above: floor)
    }

    private func renew(_ writer: PushWriter, above floor: Int64) async throws -> PushWriter {
        let renewed = try await self.writer(over: writer.pushes, above: floor)
        // Unless the server was gone meanwhile.
        if current?.pushes.connection === writer.pushes.connection { current = renewed }
        return renewed
    }

    /// By the newest epoch, which begins if it has to.
    private func writer(over pushes: JetStream, above floor: Int64) async throws -> PushWriter {
        let bucket = JetStream(Names.bucket(Names.epochs), pushes.connection)
        guard let server = pushes.connection.serverID else {
            throw NATSFailure.unavailable("the NATS server is gone")
        }
        let life = try await server + " " + pushes.created()
        // The base that this gateway has numbered by, though the server may have forgotten it.
        let least = max(epochs.cached.last.base, try mark.read())
        while true {
            let message = try await bucket.last(Names.allEpochs)
            var known: Epochs = try message?.decoded() ?? Epochs()
            let first = try await pushes.state().lastSeq + 1
            if known.last.life == life, known.last.base >= least {
                if known.last.base + first > floor { return try use(known, pushes) }
                guard raises.take(life, at: now()) else {
                    throw StoreFailure("devices acknowledge too many pushes that were never sent")
                }
            }
            // The server loses what it is told as it likes: a push may still be there, and its
            // epoch not.
            if let epoch = try await pushes.last(Names.allPushes).flatMap(PlacedPush.init)?.epoch {
                known.find(epoch)
            }
            // Nor has it forgotten alone what gateways remember.
            for epoch in epochs.cached.all { known.find(epoch) }
            // Nobody stores a push in this life before there is an epoch of it: the place is the
            // first.
            known.begin(life: life, first: first, above: max(floor, least), at: now())
            let stored = try await bucket.store(
                Names.allEpochs, Array(try JSONEncoder().encode(known)),
                after: message?.sequence ?? 0)
            if case .new = stored { return try use(known, pushes) }
            // Another gateway was faster.
        }
    }

    private func use(_ known: Epochs, _ pushes: JetStream) throws -> PushWriter {
        // Before anything has a number of it.
        if try mark.read() < known.last.base { try mark.write(known.last.base) }
        epochs.learn(known)
        return PushWriter(epoch: known.last, pushes: pushes)
    }

    private func connect() async throws -> NATSConnection {
        let url = url
        return try await withCheckedThrowingContinuation { continuation in
            // It blocks until the server answers.
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result {
                        try NATSConnection(url: url, name: "quiesce-gateway", comesBack: false)
                    })
            }
        }
    }
}
