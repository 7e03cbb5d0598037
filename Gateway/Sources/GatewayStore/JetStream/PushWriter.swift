import Dispatch
import Foundation
import GatewayRules
import NATS

/// What pushes are stored with: a connection to one process of the server's, and the epoch that it is in.
///
/// The connection doesn't come back. So no push that was numbered for one life of the server is ever stored
/// in the next, where its place may be one that a device has had.
struct PushWriter: Sendable {
    let epoch: Epoch
    let pushes: JetStream
}

/// Makes writers: a new one for each life of the server.
actor PushWriters {
    private let url: String
    private let mark: EpochMark
    private let now: @Sendable () -> Moment
    private let epochs: KnownEpochs
    private var current: PushWriter?
    private var making: Task<PushWriter, any Error>?

    init(
        url: String, mark: EpochMark, epochs: KnownEpochs, now: @escaping @Sendable () -> Moment
    ) {
        self.url = url
        self.mark = mark
        self.epochs = epochs
        self.now = now
    }

    /// One whose numbers are above `floor`.
    func writer(above floor: Int64 = 0) async throws -> PushWriter {
        while true {
            if let current, current.pushes.connection.isConnected, current.epoch.base >= floor {
                return current
            }
            if let making {
                // Perhaps not above the floor.
                current = try await making.value
                continue
            }
            let task = Task { try await make(above: floor) }
            making = task
            defer { making = nil }
            let made = try await task.value
            current = made
            return made
        }
    }

    private func make(above floor: Int64) async throws -> PushWriter {
        let connection = try await connect()
        let pushes = JetStream(Names.pushes, connection)
        let bucket = JetStream(Names.bucket(Names.epochs), connection)
        guard let server = connection.serverID else {
            throw NATSFailure.unavailable("the NATS server is gone")
        }
        let life = try await server + " " + pushes.created()
        // What this gateway has numbered by, though the server may have forgotten it.
        let least = max(floor, epochs.cached.last.base, try mark.read())
        while true {
            let message = try await bucket.last(Names.allEpochs)
            var known: Epochs = try message?.decoded() ?? Epochs()
            if known.last.life == life, known.last.base >= least {
                return try use(known, pushes)
            }
            // The server loses what it is told as it likes: a push may still be there, and its epoch not.
            if let epoch = try await pushes.last(Names.allPushes).flatMap(PlacedPush.init)?.epoch {
                known.find(epoch)
            }
            // Nor has it forgotten alone what gateways remember.
            for epoch in epochs.cached.all { known.find(epoch) }
            // Nobody stores a push in this life before there is an epoch of it: the place is the first.
            known.begin(
                life: life, first: try await pushes.state().lastSeq + 1, above: least, at: now())
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
