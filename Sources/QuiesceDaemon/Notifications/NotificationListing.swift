import QuiesceAnswers
import QuiesceCore
import QuiesceShell
import QuiesceWire

/// Rows of notifications, for tools, and who follows them. Belongs to the loop's thread.
final class NotificationListing {
    private struct Follower {
        var app: AppID?
        var scheduled: Bool
        var send: (NotificationRow) -> Void
        /// The rows that it was sent, as long as they may change.
        var sent: [UInt64: NotificationRow] = [:]
    }

    private let device: Device
    private var followers: [UInt64: Follower] = [:]
    private var lastFollower: UInt64 = 0

    init(device: Device) {
        self.device = device
        _ = device.log.follow { [unowned self] decision in
            if decision.kind == .notification, !followers.isEmpty { tellAll() }
        }
    }

    /// Those that are shown, or those to come; the soonest first, and last those of which nobody
    /// knows when.
    func rows(of app: AppID?, scheduled: Bool) -> [NotificationRow] {
        let views =
            app.map(device.machine.notificationViews(of:)) ?? device.machine.notificationViews
        return views.compactMap {
            NotificationRow($0, scheduled: scheduled, device.content($0.content))
        }.sorted { ($0.time ?? "~", $0.notification) < ($1.time ?? "~", $1.notification) }
    }

    var shown: [NotificationID] {
        device.machine.shownNotifications
    }

    /// Sends all rows, and from then on each that has changed.
    func follow(
        _ app: AppID?, scheduled: Bool, send: @escaping (NotificationRow) -> Void
    ) -> UInt64 {
        lastFollower += 1
        followers[lastFollower] = Follower(app: app, scheduled: scheduled, send: send)
        tell(lastFollower)
        return lastFollower
    }

    func unfollow(_ number: UInt64) { followers[number] = nil }

    private func tellAll() {
        for number in followers.keys { tell(number) }
    }

    private func tell(_ number: UInt64) {
        guard var follower = followers[number] else { return }
        var gone = follower.sent
        var news: [NotificationRow] = []
        for row in rows(of: follower.app, scheduled: follower.scheduled) {
            gone[row.notification] = nil
            if follower.sent[row.notification] != row { news.append(row) }
            follower.sent[row.notification] = row
        }
        for id in gone.keys { follower.sent[id] = nil }
        followers[number] = follower
        // Whoever can't be sent to any more is no follower afterwards.
        for row in news { follower.send(row) }
        for var row in gone.values.sorted(by: { $0.notification < $1.notification }) {
            row.state = "gone"
            follower.send(row)
        }
    }
}
