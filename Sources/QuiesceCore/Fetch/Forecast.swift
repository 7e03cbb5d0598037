/// The wake-ups that the device foresees, as it looks now: what is planned moves with what happens.
public struct Forecast: Sendable, Hashable {
    /// Something that the device is to wake up for.
    public struct Work: Sendable, Hashable {
        /// nil: the device itself.
        public var app: AppID?
        public var kind: Kind
        /// It may be done from here on, …
        public var earliest: WallTime
        /// … and is done here, if the device hasn't woken up meanwhile.
        public var latest: WallTime

        public init(app: AppID?, kind: Kind, earliest: WallTime, latest: WallTime) {
            self.app = app
            self.kind = kind
            self.earliest = earliest
            self.latest = latest
        }
    }

    public enum Kind: Sendable, Hashable {
        case fetch(FetchReason)
        case task(BackgroundTaskKind, identifier: String)
        /// The number is that of the notification.
        case notification(NotificationID)
        /// A transfer is tried again, begins, or has come to its limit.
        case transfer
        /// Midnight, and other significant changes of the time.
        case calendar
        /// A room's.
        case room(WakeKind)

        /// The stable word for it.
        public var name: String {
            switch self {
            case .fetch: "fetch"
            case .task(.appRefresh, _): "refresh"
            case .task(.processing, _): "processing"
            case .notification: "notification"
            case .transfer: "transfer"
            case .calendar: "calendar"
            case .room(let kind): kind.rawValue
            }
        }
    }

    /// One moment at which the device is awake for all of `work`.
    public struct WakeUp: Sendable, Hashable {
        public var at: WallTime
        public var work: [Work]

        public init(at: WallTime, work: [Work]) {
            self.at = at
            self.work = work
        }
    }

    public var from: WallTime
    public var to: WallTime
    /// In order of time.
    public var wakeUps: [WakeUp]
    /// Wake-ups if everything had one of its own: as many as there is work at different moments.
    public var unmerged: Int

    /// Wake-ups that merging saves.
    public var saved: Int { max(0, unmerged - wakeUps.count) }
}

extension Forecast {
    /// Serves `work` in as few wake-ups as its windows allow: each waits for the first `latest`,
    /// and does all that may be done by then.
    public init(of work: [Work], from: WallTime, to: WallTime) {
        self.from = from
        self.to = to
        var left = work.filter { $0.latest >= from && $0.latest <= to }
        left.sort { ($0.latest, $0.earliest) < ($1.latest, $1.earliest) }
        unmerged = zip(left, left.dropFirst()).count { $0.latest != $1.latest }
        unmerged += left.isEmpty ? 0 : 1
        wakeUps = []
        while let first = left.first {
            wakeUps.append(
                WakeUp(at: first.latest, work: left.filter { $0.earliest <= first.latest }))
            left.removeAll { $0.earliest <= first.latest }
        }
    }
}
