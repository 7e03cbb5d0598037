import Foundation
import GatewayRules
import NATS

extension JetStreamStore {
    /// The stream's own numbers, with those of the gateways: what it was given and has no more, and
    /// none of them counted as gone otherwise, was delivered.
    public func counts() async throws -> Counts {
        try await attempt {
            let totals = try await counters.all()
            let state = try await pushes.state()
            var counts = Counts()
            counts.accepted = state.lastSeq + totals.late
            // Each has a subject of its own.
            counts.pending = state.numSubjects ?? 0
            counts.collapsed = totals.collapsed
            counts.expired = totals.expired
            counts.dropped = totals.dropped
            counts.repeated = totals.repeated
            let settled = counts.collapsed + counts.expired + counts.dropped
            counts.delivered = max(0, counts.accepted - counts.pending - settled)
            return counts
        }
    }

    public func fates(of id: String) async throws -> [Fate] {
        try await attempt {
            var found: [Fate] = []
            try await each(Names.fates(of: id), in: fates) { message in
                let form: FateForm = try message.decoded()
                guard form.fate.state == .pending else { return found.append(form.fate) }
                // It says where the push is, if it is.
                if let push = try await pushes.last(form.subject).flatMap(PlacedPush.init)?.stored,
                    push.push.id == id
                {
                    found.append(Fate(push, on: form.fate.device))
                }
            }
            try await each(Names.singles(with: id), in: pushes) { message in
                guard let push = PlacedPush(message)?.stored,
                    let device = Names.device(ofPush: message.subject),
                    !found.contains(where: { $0.sequence == push.sequence })
                else { return }
                found.append(Fate(push, on: device))
            }
            return found.sorted { ($0.sent, $0.device.rawValue) < ($1.sent, $1.device.rawValue) }
        }
    }
}

extension Fate {
    /// One that waits.
    fileprivate init(_ stored: StoredPush, on device: DeviceID) {
        self.init(
            device: device, topic: stored.push.topic, sequence: stored.sequence, state: .pending,
            sent: stored.push.sent, settled: nil)
    }
}
