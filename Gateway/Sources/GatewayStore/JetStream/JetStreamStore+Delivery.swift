import Foundation
import GatewayRules
import NATS

extension JetStreamStore {
    public func stream(
        of device: DeviceID, after said: Int64, at now: Moment
    ) async throws -> any DeviceStream {
        try await attempt {
            if !epochs.cached.isPlausible(said, end: 0, at: now) {
                let known = try await numbering()
                guard known.epochs.isPlausible(said, end: known.end, at: now) else {
                    throw StoreFailure(
                        "a device acknowledged push \(said), which it was never sent",
                        isRefusal: true)
                }
            }
            let stream = try JetStreamDeviceStream(
                device: device, after: said, opened: now, store: self)
            do {
                let number = try await number(of: device)
                stream.isNumber(number)
                try announce(number, of: device)
            } catch {
                await stream.end()
                throw error
            }
            streams.add(stream)
            return stream
        }
    }

    /// Where a device's pushes begin, so that a connection needn't look through all that wait for
    /// others.
    struct Begin {
        /// The place below which nothing waits for the device.
        var sequence: Int64
        /// The stream's last message then, or one before.
        var last: Int64
        /// The base of the epoch then, or of one before.
        var base: Int64

        /// How much further it has to be to be written down.
        private static let worthwhile: Int64 = 1_000

        /// Returns the sequence known once all was read, of which `first` was the first; nil if it
        /// isn't worth it.
        func afterReading(from first: Int64?) -> Int64? {
            let next = first ?? last + 1
            return next - sequence >= Self.worthwhile ? next : nil
        }
    }

    func begin(of device: DeviceID) async throws -> Begin {
        try await attempt {
            async let stored = connections.last(Names.begin(of: device))
            async let state = pushes.state()
            let epochs = try await epochs.read()
            let words = try await stored.map {
                String(decoding: $0.body, as: UTF8.self).split(separator: " ").compactMap {
                    Int64($0)
                }
            }
            // An earlier gateway knew of no epochs.
            let base = words?.dropFirst().first ?? 0
            // The stream may have lost its end since.
            let known = min(words?.first ?? 1, epochs.unchanged(since: base))
            let last = try await state.lastSeq
            // A stream that has less than it had was made anew, or lost it and was given nothing
            // yet.
            return Begin(
                sequence: known <= last + 1 ? known : 1, last: last, base: epochs.last.base)
        }
    }

    /// Nothing below `sequence` waits for the device. To know less is only slower.
    func remember(begin sequence: Int64, in base: Int64, of device: DeviceID) async {
        _ = try? await connections.store(
            Names.begin(of: device), Array("\(sequence) \(base)".utf8))
    }

    /// Whether any gateway has the device's connection.
    func isConnected(_ device: DeviceID) async throws -> Bool {
        if streams.isConnected(device) { return true }
        let answer = try await connection.request(Names.live(device) + "." + Names.here)
        return answer.status != 503
    }

    /// Whether the connection with this number is the device's newest. If a power cut took its
    /// number from the server, nobody can tell.
    func isNewest(_ number: Int64, of device: DeviceID) async throws -> Bool {
        try await attempt {
            try await connections.last(Names.connection(of: device))?.sequence == number
        }
    }

    /// Up to `Limits.pushesAtOnce` of the device's pushes after `last`. Those that expired, or were
    /// for a device that was connected before `opened`, are settled instead.
    func pending(
        of device: DeviceID, after last: Int64, opened: Moment
    ) async throws -> [PlacedPush] {
        try await attempt {
            var found: [PlacedPush] = []
            var sequence = last + 1
            while found.count < Limits.pushesAtOnce,
                let message = try await pushes.next(Names.pushes(of: device), from: sequence)
            {
                sequence = message.sequence + 1
                guard let stored = PlacedPush(message) else { continue }
                // The server was killed after it was deleted, and has brought it back.
                if try await isSettled(stored.push) {
                    _ = try await pushes.delete(message.sequence)
                    continue
                }
                let moment = now()
                let isLate = stored.push.expiration == .immediate && stored.push.sent < opened
                if isLate || stored.push.isOver(at: moment) {
                    try await settle(message, stored, .expired, at: moment)
                } else {
                    found.append(stored)
                }
            }
            return found
        }
    }

    /// Whether these, in the order of their places, are all that the device has after `last`.
    ///
    /// The server sends two gateways' pushes on as its threads come to it: one may overtake another
    /// that has the place before (nats-server 2.9.10), which a device would take for old.
    func areNext(
        _ pushes: [PlacedPush], after last: Int64, of device: DeviceID
    ) async throws -> Bool {
        try await attempt {
            var last = last
            for push in pushes {
                let next = try await self.pushes.next(Names.pushes(of: device), from: last + 1)
                guard next?.sequence == push.position else { return false }
                last = push.position
            }
            return true
        }
    }

    public func acknowledge(
        _ sequences: [Int64], by device: DeviceID, at now: Moment
    ) async throws {
        unacknowledged.withLock { counts in
            guard let count = counts[device] else { return }
            counts[device] = count > sequences.count ? count - sequences.count : nil
        }
        try await attempt {
            try await withThrowingTaskGroup(of: Void.self) { group in
                var rest = sequences.makeIterator()
                func acknowledgeNext() {
                    guard let sequence = rest.next() else { return }
                    group.addTask { try await self.acknowledge(sequence, by: device, at: now) }
                }
                for _ in 0..<Limits.pushesAtOnce { acknowledgeNext() }
                while try await group.next() != nil { acknowledgeNext() }
            }
        }
    }

    private func acknowledge(_ sequence: Int64, by device: DeviceID, at now: Moment) async throws {
        let cached = epochs.cached
        if try await acknowledge(sequence, in: cached, by: device, at: now) { return }
        // It was acknowledged before, or is of an epoch that another gateway began.
        let known = try await epochs.read()
        if known != cached {
            _ = try await acknowledge(sequence, in: known, by: device, at: now)
        }
    }

    private func acknowledge(
        _ sequence: Int64, in epochs: Epochs, by device: DeviceID, at now: Moment
    ) async throws -> Bool {
        guard let (position, base) = epochs.position(of: sequence),
            let message = try await pushes.message(position),
            message.subject.hasPrefix("quiesce.push.\(device.rawValue)."),
            let stored = PlacedPush(message), stored.base == base
        else { return false }
        try await settle(message, stored, .delivered, at: now)
        return true
    }

    // MARK: What a device would take for old

    /// How pushes are numbered, and the place after the stream's last.
    struct Numbering {
        var epochs: Epochs
        var end: Int64

        /// Whether a device that has all up to `number` has had this one.
        func wasThere(_ push: PlacedPush, at number: Int64) -> Bool {
            epochs.wasThere(push, at: number, end: end)
        }
    }

    func numbering() async throws -> Numbering {
        try await attempt {
            async let state = pushes.state()
            return Numbering(epochs: try await epochs.read(), end: try await state.lastSeq + 1)
        }
    }

    /// Gives a push a place and a number above `number`, unless it was settled meanwhile.
    func storeAgain(_ push: PlacedPush, on device: DeviceID, above number: Int64) async throws {
        try await attempt {
            let writer = try await writers.writer(above: number)
            let stored = try await writer.pushes.store(
                Names.subject(of: push.push, on: device),
                try PushForm.bytes(push.push, writer.epoch), after: push.position)
            // It was accepted once.
            if case .new = stored { counters.add(-1, to: \.late) }
        }
    }

    /// The push waits no more. What became of it is on disk before it is gone, so that its sender's
    /// repetition is known as one.
    func settle(
        _ message: JetStream.Message, _ stored: PlacedPush, _ state: Fate.State, at now: Moment
    ) async throws {
        guard let device = Names.device(ofPush: message.subject) else { return }
        try await record(
            state, stored.push, on: device, sequence: stored.number, settled: now)
        // Whoever deletes it counts it.
        let isDeleted = try await pushes.delete(message.sequence)
        if isDeleted, state == .expired { counters.add(to: \.expired) }
    }
}
