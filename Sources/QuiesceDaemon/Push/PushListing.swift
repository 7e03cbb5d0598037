import QuiesceAnswers
import QuiesceCore
import QuiesceShell
import QuiesceWire

/// Receipts of pushes, for tools, and who follows them. Belongs to the loop's thread.
final class PushListing {
    private struct Follower {
        var app: AppID?
        var send: (PushRow) -> Void
        /// The receipts that the follower was sent, as long as the core keeps them.
        var sent: [PushID: PushReceipt] = [:]
    }

    private let device: Device
    private var followers: [UInt64: Follower] = [:]
    private var lastFollower: UInt64 = 0

    init(device: Device) {
        self.device = device
        // Whatever becomes of a push is a decision.
        _ = device.log.follow { [unowned self] _ in
            for number in followers.keys { tell(number) }
        }
    }

    /// Oldest first.
    func rows(of app: AppID?) -> [PushRow] { rows(receipts(of: app)) }

    private func receipts(of app: AppID?) -> [PushReceipt] {
        device.machine.pushReceipts.filter { app == nil || $0.app == app }
    }

    private func rows(_ receipts: [PushReceipt]) -> [PushRow] {
        let now = device.ports.now()
        return receipts.map { PushRow($0, at: now) }
    }

    /// Sends all rows, and from then on each that has changed.
    func follow(_ app: AppID?, send: @escaping (PushRow) -> Void) -> UInt64 {
        lastFollower += 1
        followers[lastFollower] = Follower(app: app, send: send)
        tell(lastFollower)
        return lastFollower
    }

    func unfollow(_ number: UInt64) { followers[number] = nil }

    private func tell(_ number: UInt64) {
        guard let follower = followers[number] else { return }
        let receipts = receipts(of: follower.app)
        followers[number]?.sent = Dictionary(receipts.map { ($0.id, $0) }) { $1 }
        // Whoever can't be sent to any more is no follower afterwards.
        for row in rows(receipts.filter { follower.sent[$0.id] != $0 }) { follower.send(row) }
    }
}
