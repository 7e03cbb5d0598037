import Foundation
import GatewayRules
import NATS

extension JetStreamStore {
    public func stream(of device: DeviceID, at now: Moment) async throws -> any DeviceStream {
        try await attempt {
            let begin = try await begin(of: device)
            let stream = try JetStreamDeviceStream(
                device: device, opened: now, begin: begin, store: self)
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

    /// Where a device's pushes begin, so that a connection needn't look through all that wait for others.
    struct Begin {
        /// Nothing below waits for the device.
        var sequence: Int64
        /// The stream's last message then, or one before.
        var last: Int64

        /// How much further it has to be to be written down.
        private static let worthwhile: Int64 = 1_000

        /// What is known once all was read, of which `first` was the first; nil if it isn't worth it.
        func afterReading(from first: Int64?) -> Int64? {
            let next = first ?? last + 1
            return next - sequence >= Self.worthwhile ? next : nil
        }
    }

    private func begin(of device: DeviceID) async throws -> Begin {
        async let stored = connections.last(Names.begin(of: device))
        let last = try await pushes.state().lastSeq
        let known =
            try await stored.flatMap { Int64(String(decoding: $0.body, as: UTF8.self)) } ?? 1
        // A stream that has less than it had was made anew.
        return Begin(sequence: known <= last + 1 ? known : 1, last: last)
    }

    /// Nothing below `sequence` waits for the device. To know less is only slower.
    func remember(begin sequence: Int64, of device: DeviceID) async {
        _ = try? await connections.store(Names.begin(of: device), Array(String(sequence).utf8))
    }

    /// Whether any gateway has the device's connection.
    func isConnected(_ device: DeviceID) async throws -> Bool {
        if streams.isConnected(device) { return true }
        let answer = try await connection.request(Names.live(device) + "." + Names.here)
        return answer.status != 503
    }

    /// Whether the device has connected after the connection with this number.
    func hasNewer(_ device: DeviceID, than number: Int64) async throws -> Bool {
        try await attempt {
            try await connections.last(Names.connection(of: device))?.sequence ?? 0 > number
        }
    }

    /// Up to `Limits.pushesAtOnce` of the device's pushes after `last`. Those that expired, or were for a
    /// device that was connected before `opened`, are settled instead.
    func pending(
        of device: DeviceID, after last: Int64, opened: Moment
    ) async throws -> [StoredPush] {
        try await attempt {
            var found: [StoredPush] = []
            var sequence = last + 1
            while found.count < Limits.pushesAtOnce,
                let message = try await pushes.next(Names.pushes(of: device), from: sequence)
            {
                sequence = message.sequence + 1
                guard let stored = StoredPush(message) else { continue }
                // The server was killed after it was deleted, and has brought it back.
                if try await isSettled(stored.push) {
                    _ = try await pushes.delete(stored.sequence)
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
        guard let message = try await pushes.message(sequence),
            message.subject.hasPrefix("quiesce.push.\(device.rawValue)."),
            let stored = StoredPush(message)
        else { return }
        try await settle(message, stored, .delivered, at: now)
    }

    /// The push waits no more. What became of it is on disk before it is gone, so that its sender's
    /// repetition is known as one.
    func settle(
        _ message: JetStream.Message, _ stored: StoredPush, _ state: Fate.State, at now: Moment
    ) async throws {
        guard let device = Names.device(ofPush: message.subject) else { return }
        try await record(
            state, stored.push, on: device, sequence: stored.sequence, settled: now)
        // Whoever deletes it counts it.
        let isDeleted = try await pushes.delete(stored.sequence)
        if isDeleted, state == .expired { counters.add(to: \.expired) }
    }
}
