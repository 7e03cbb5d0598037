import QuiesceAnswers
import QuiesceCore
import QuiesceShell
import QuiesceWire

/// Rows of transfers, for tools, and who follows them. Belongs to the loop's thread.
final class TransferListing {
    private struct Follower {
        var isWanted: (Transfer) -> Bool
        var send: (TransferRow) -> Void
        /// The rows that it was sent, as long as they may change.
        var sent: [TransferID: TransferRow] = [:]
    }

    private let device: Device
    private var followers: [UInt64: Follower] = [:]
    private var lastFollower: UInt64 = 0
    private var timer: PeriodicTimer?

    init(device: Device, loop: EventLoop) {
        self.device = device
        timer = try? PeriodicTimer(loop: loop) { [unowned self] in tellAll() }
    }

    func rows(where isWanted: (Transfer) -> Bool) -> [TransferRow] {
        device.machine.transferViews.filter { isWanted($0.transfer) }.map(row)
    }

    func row(_ id: TransferID) -> TransferRow? { device.machine.transferView(id).map(row) }

    /// Sends all rows, and from then on each that has changed, several times a second at most.
    func follow(
        where isWanted: @escaping (Transfer) -> Bool, send: @escaping (TransferRow) -> Void
    ) -> UInt64 {
        lastFollower += 1
        followers[lastFollower] = Follower(isWanted: isWanted, send: send)
        tell(lastFollower, device.machine.transferViews)
        timer?.start(milliseconds: Limits.transferRowsMilliseconds)
        return lastFollower
    }

    func unfollow(_ number: UInt64) {
        followers[number] = nil
        if followers.isEmpty { timer?.stop() }
    }

    private func tellAll() {
        let views = device.machine.transferViews
        for number in followers.keys { tell(number, views) }
    }

    private func tell(_ number: UInt64, _ views: [TransferView]) {
        guard var follower = followers[number] else { return }
        var gone = follower.sent
        var rows: [TransferRow] = []
        for view in views where follower.isWanted(view.transfer) {
            let id = view.transfer.id
            gone[id] = nil
            let row = row(view)
            if follower.sent[id] != row { rows.append(row) }
            follower.sent[id] = row
        }
        for id in gone.keys { follower.sent[id] = nil }
        followers[number] = follower
        // Whoever can't be sent to any more is no follower afterwards.
        for row in rows { follower.send(row) }
        for row in gone.values.sorted(by: { $0.transfer < $1.transfer }) where !row.isOver {
            follower.send(row.forgotten)
        }
    }

    private func row(_ view: TransferView) -> TransferRow {
        let id = view.transfer.id
        let shown = device.shown(view.transfer)
        var row = TransferRow(view, url: shown.url, at: device.ports.now())
        row.file = shown.destination
        if let progress = device.transfers.progress[id] {
            if !row.isOver { row.received = progress.received }
            row.expected = row.expected ?? progress.expected
            row.sent = progress.sent
            row.expectedToSend = progress.expectedToSend
            if row.state == "running" { row.rate = progress.rate }
        }
        return row
    }
}

extension TransferRow {
    /// It had its verdict, and its owner has taken it since.
    fileprivate var forgotten: TransferRow {
        var row = self
        row.state = "gone"
        row.wait = nil
        row.rate = nil
        row.sentence = "over, and handled by its app"
        return row
    }
}
