import Foundation
import GatewayRules
import NATS

extension JetStreamStore {
    public func append(_ push: Push) async throws -> Acceptance {
        let acceptance = try await attempt { try await accept(push) }
        switch acceptance {
        case .stored(let device, let sequence):
            if sequence > 0 { try await attempt { try await dropExcess(of: device) } }
        case .repeated: counters.add(to: \.repeated)
        case .unknownToken, .otherTopic, .unregistered: break
        }
        try await attempt { try await prune() }
        return acceptance
    }

    private func accept(_ push: Push) async throws -> Acceptance {
        async let known = token(push.token)
        async let before = fate(of: push)
        guard let token = try await known else { return .unknownToken }
        if token.topic != push.topic { return .otherTopic }
        if let retired = token.retired { return .unregistered(since: retired) }
        let device = token.device
        if let before = try await before, try await isTrue(before, of: push.id) {
            return .repeated
        }
        if push.expiration == .immediate, try await !isConnected(device) {
            // One that nobody will see takes no other's place.
            try await record(.expired, push, on: device, sequence: 0, settled: push.sent)
            counters.add(to: \.late)
            counters.add(to: \.expired)
            return .stored(device, sequence: 0)
        }
        let stored =
            push.collapseID == nil
            ? try await store(push, on: device, after: 0) : try await collapse(into: push, device)
        switch stored {
        case .new(let sequence): return .stored(device, sequence: sequence)
        // The subject is its alone: it waits already.
        case .repeated, .changed: return .repeated
        }
    }

    private func store(
        _ push: Push, on device: DeviceID, after last: Int64
    ) async throws -> JetStream.Stored {
        let writer = try await writers.writer()
        let stored = try await writer.pushes.store(
            Names.subject(of: push, on: device), try PushForm.bytes(push, writer.epoch),
            id: push.id + "." + Names.hash(push.token.rawValue), after: last)
        if case .new(let position) = stored { return .new(writer.epoch.base + position) }
        return stored
    }

    /// Stores a push in the place of the one on its subject, if there is one.
    private func collapse(into push: Push, _ device: DeviceID) async throws -> JetStream.Stored {
        let subject = Names.subject(of: push, on: device)
        try await record(.pending, push, on: device, sequence: 0, settled: nil)
        while true {
            let last = try await pushes.last(subject)
            let older = last.flatMap(PlacedPush.init)
            if let older {
                if older.push.id == push.id { return .repeated }
                // Before it is gone, as nothing else will tell its `apns-id`.
                try await record(
                    .collapsed, older.push, on: device, sequence: older.number, settled: push.sent
                )
            }
            let stored = try await store(push, on: device, after: last?.sequence ?? 0)
            switch stored {
            case .new:
                if last != nil { counters.add(to: \.collapsed) }
                return stored
            case .repeated: return stored
            // Another gateway was faster, or the device has acknowledged the last.
            case .changed: continue
            }
        }
    }

    // MARK: Fates

    private func fate(of push: Push) async throws -> FateForm? {
        try await fates.last(Names.fate(of: push.id, push.token))?.decoded()
    }

    func isSettled(_ push: Push) async throws -> Bool {
        try await fate(of: push).map { $0.fate.state != .pending } ?? false
    }

    /// Whether a push with this fate is stored, or was: one that is to be pending may not have got
    /// there.
    func isTrue(_ form: FateForm, of id: String) async throws -> Bool {
        guard form.fate.state == .pending else { return true }
        return try await pushes.last(form.subject).flatMap(PlacedPush.init)?.push.id == id
    }

    func record(
        _ state: Fate.State, _ push: Push, on device: DeviceID, sequence: Int64, settled: Moment?
    ) async throws {
        let form = FateForm(
            fate: Fate(
                device: device, topic: push.topic, sequence: sequence, state: state,
                sent: push.sent, settled: settled),
            subject: Names.subject(of: push, on: device))
        _ = try await fates.store(
            Names.fate(of: push.id, push.token), Array(try JSONEncoder().encode(form)))
    }

    // MARK: What is too much, or too old

    /// Drops the oldest of more pushes than may wait: looked at when so many more came without
    /// being acknowledged that it matters.
    private func dropExcess(of device: DeviceID) async throws {
        let isDue = unacknowledged.withLock { counts in
            if counts.count >= Limits.buckets { counts.removeAll() }
            let count = counts[device, default: 0] + 1
            let isDue = count >= max(1, pushesPerDevice / 10)
            counts[device] = isDue ? 0 : count
            return isDue
        }
        guard isDue else { return }
        let dropped = try await pushes.purge(Names.pushes(of: device), keep: pushesPerDevice)
        counters.add(dropped, to: \.dropped)
    }

    /// Once in a while: settles those at the stream's beginning that nobody came for in time.
    private func prune() async throws {
        let moment = now()
        let isDue = pruned.withLock { pruned in
            guard moment - pruned >= Limits.pruneEvery else { return false }
            pruned = moment
            return true
        }
        guard isDue else { return }
        while let message = try await pushes.next(Names.allPushes, from: 1),
            let push = PlacedPush(message), push.push.isOver(at: moment)
        {
            try await settle(message, push, .expired, at: moment)
        }
    }
}

extension Push {
    /// Whether its time is over; one for a connected device has none.
    func isOver(at now: Moment) -> Bool {
        expiration != .immediate && expiration.end(sent: sent) <= now
    }
}
