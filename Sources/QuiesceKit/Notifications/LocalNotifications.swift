import Foundation
import QuiesceWire

/// What the app has of notifications: as the daemon tells after each connection, and as the app has asked
/// for since (N4).
@MainActor final class LocalNotifications: AppRoom {
    /// Bytes of one as JSON. The daemon takes no larger ones.
    static let contentBytes = 4_096
    /// How many are kept, before those whose time has passed are forgotten.
    private static let kept = 256

    /// In the order in which they were scheduled; of those whose time has passed some, so that what is shown
    /// of them can be taken back.
    private var all: [UILocalNotification] = []
    private(set) var badge = 0
    /// What the app has registered to present; nil: it never has.
    private(set) var types: UIUserNotificationType?
    private let link: DaemonLink
    private var lastNumber = 0

    init(of link: DaemonLink) { self.link = link }

    /// Copies of those that are to come.
    var scheduled: [UILocalNotification] {
        let now = AppTime.source.date
        return all.filter { !$0.hasPassed(at: now) }.compactMap {
            $0.copy() as? UILocalNotification
        }
    }

    /// - Parameter isNow: whatever its fire date is.
    /// - Returns: false if it is too large to be scheduled.
    func schedule(_ notification: UILocalNotification, now isNow: Bool = false) -> Bool {
        for problem in notification.problems { note("a notification: \(problem)") }
        var content = notification.wireContent(named: newName())
        if isNow { (content.fireDate, content.timeZone, content.repeatInterval) = (nil, nil, nil) }
        guard content.json.count <= Self.contentBytes
        else {
            note("a notification isn't scheduled: it is over \(Self.contentBytes) bytes")
            return false
        }
        ask(.schedule(content))
        return true
    }

    func cancel(_ notification: UILocalNotification) {
        let found = all.first { $0.name == notification.name } ?? all.first { $0 == notification }
        guard let name = notification.name ?? found?.name else { return }
        ask(.cancel(name: name))
    }

    func cancelAll() { ask(.cancel(name: nil)) }

    func setBadge(_ badge: Int) { ask(.setBadge(min(max(0, badge), Int(Int32.max)))) }

    func register(_ types: UIUserNotificationType) { ask(.register(types.words)) }

    private func ask(_ request: LocalNotificationRequest) {
        apply(request)
        link.change { $0.ask(request) }
    }

    private func apply(_ request: LocalNotificationRequest) {
        switch request {
        case .schedule(let content):
            guard !all.contains(where: { $0.name == content.name }) else { return }
            all.append(UILocalNotification(content))
            if all.count > Self.kept {
                let now = AppTime.source.date
                all.removeAll { $0.hasPassed(at: now) }
            }
        case .cancel(nil): all = []
        case .cancel(let name?): all.removeAll { $0.name == name }
        case .setBadge(let badge): self.badge = badge
        case .register(let words): types = UIUserNotificationType(words: words)
        }
    }

    /// The launch's number is in it: no other launch names one so.
    private func newName() -> String {
        lastNumber += 1
        // Before the daemon has said which launch this is, a random number above all launches' does.
        let launch = link.read { $0.launch } ?? UInt64.random(in: 0x4000_0000...0x7fff_ffff)
        return "\(launch).\(lastNumber)"
    }
}

// What the daemon says.
extension LocalNotifications {
    func told(_ known: AppNotifications) {
        let now = AppTime.source.date
        let names = Set(known.scheduled.map(\.name))
        all.removeAll {
            names.contains($0.name ?? "") || known.continues != true && !$0.hasPassed(at: now)
        }
        all += known.scheduled.map(UILocalNotification.init)
        badge = known.badge
        types = known.types.map(UIUserNotificationType.init(words:))
        // It may not have recorded the last requests when it said this.
        for request in link.read({ $0.unacknowledgedNotifications }) { apply(request) }
    }

    /// - Returns: those that aren't scheduled after all.
    func dropped(_ names: [String]) -> [UILocalNotification] {
        let dropped = all.filter { names.contains($0.name ?? "") }
        all.removeAll { names.contains($0.name ?? "") }
        return dropped
    }
}

extension UILocalNotification {
    fileprivate func hasPassed(at now: Date) -> Bool {
        repeatInterval.isEmpty && fireDate.map { $0 <= now } ?? true
    }
}

extension UIApplication {
    var notifications: LocalNotifications { room() }
}
