import Foundation
import QuiesceWire

/// The app's state of notifications: as the daemon tells after each connection, and as the app has
/// asked for since (N4). `UILocalNotification` and `UNUserNotificationCenter` are two interfaces to
/// this state.
@MainActor final class LocalNotifications: AppRoom {
    /// Bytes of one as JSON. The daemon takes no larger ones.
    static let contentBytes = 4_096
    /// How many are kept, before those whose time has passed are forgotten.
    private static let kept = 256

    /// In the order in which they were scheduled; of those whose time has passed some, so that what
    /// is shown of them can be taken back.
    private(set) var all: [NotificationContent] = []
    private(set) var badge = 0
    /// The types that the app has registered to present; nil: it never has.
    private(set) var types: UIUserNotificationType?
    /// How the user has them come (S12), a word of the daemon's; nil: it hasn't said so.
    private(set) var style: String?
    private let link: DaemonLink
    private var lastNumber = 0

    // The state of UNUserNotificationCenter.
    let attachments = NotificationAttachments()
    /// Those that were set in this launch.
    var categories: Set<UNNotificationCategory> = []
    /// The app has settings of its own, which the user may ask for.
    var showsSettings = false
    /// Completions that wait until a request is on the device's disk, in the order of the requests.
    var answers: [(request: UInt64, name: String?, completion: @Sendable ((any Error)?) -> Void)] =
        []
    /// Calls that ask for the notifications that are shown, each with the part of the answer that
    /// has come.
    var delivered:
        [(
            request: UInt64, found: [DeliveredNotification],
            answer: ([DeliveredNotification]) -> Void
        )] = []

    init(of link: DaemonLink) { self.link = link }

    /// Those that are to come.
    var pending: [NotificationContent] {
        let now = AppTime.source.date
        return all.filter { !$0.hasPassed(at: now) }
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
        let found =
            all.first { $0.name == notification.name }
            ?? all.first { UILocalNotification($0) == notification }
        guard let name = notification.name ?? found?.name else { return }
        ask(.cancel(name: name))
    }

    func cancelAll() { ask(.cancel(name: nil)) }

    func setBadge(_ badge: Int) { ask(.setBadge(min(max(0, badge), Int(Int32.max)))) }

    func register(_ types: UIUserNotificationType) { ask(.register(types.words)) }

    /// - Returns: the request's number.
    @discardableResult
    func ask(_ request: LocalNotificationRequest) -> UInt64 {
        apply(request)
        return link.change {
            $0.ask(request)
            return $0.lastRequest
        }
    }

    private func apply(_ request: LocalNotificationRequest) {
        switch request {
        case .schedule(let content):
            all.removeAll { $0.name == content.name }
            all.append(content)
            if all.count > Self.kept {
                let now = AppTime.source.date
                all.removeAll { $0.hasPassed(at: now) }
            }
        case .cancel(nil), .unschedule(nil): all = []
        case .cancel(let name?): all.removeAll { $0.name == name }
        case .unschedule(let names?): all.removeAll { names.contains($0.name) }
        case .setBadge(let badge): self.badge = badge
        case .register(let words): types = UIUserNotificationType(words: words)
        case .setCategories, .withdraw, .present, .listDelivered: break
        }
    }

    /// The launch's number is in it: no other launch names one so.
    private func newName() -> String {
        lastNumber += 1
        // Before the daemon has said which launch this is, a random number above all launches'
        // does.
        let launch = link.read { $0.launch } ?? UInt64.random(in: 0x4000_0000...0x7fff_ffff)
        return "\(launch).\(lastNumber)"
    }
}

// Messages from the daemon.
extension LocalNotifications {
    func told(_ known: AppNotifications) {
        let now = AppTime.source.date
        let names = Set(known.scheduled.map(\.name))
        all.removeAll {
            names.contains($0.name) || known.continues != true && !$0.hasPassed(at: now)
        }
        all += known.scheduled
        badge = known.badge
        types = known.types.map(UIUserNotificationType.init(words:))
        if let style = known.style { self.style = style }
        // It may not have recorded the last requests when it said this.
        for request in link.read({ $0.unacknowledgedNotifications }) { apply(request) }
    }

    /// - Returns: those that aren't scheduled after all.
    func dropped(_ names: [String]) -> [UILocalNotification] {
        let dropped = all.filter { names.contains($0.name) }
        all.removeAll { names.contains($0.name) }
        refuse(names)
        return dropped.map { UILocalNotification($0) }
    }

    func welcomed(_ welcome: MessageToApp.Welcome) { acknowledged(welcome.lastRequest) }
}

extension NotificationContent {
    fileprivate func hasPassed(at now: Date) -> Bool {
        // One that waits at a place is in the list as long as it does: a new list comes when it has
        // come.
        guard repeatInterval == nil, region == nil else { return false }
        return fireDate.map { Double($0) / 1_000 <= now.timeIntervalSince1970 } ?? true
    }
}

extension UIApplication {
    var notifications: LocalNotifications { room() }
}
