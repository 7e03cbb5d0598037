/// A notification that the device holds, as long as anything of it is to come, waits for the user,
/// or is being handed to its app.
// derive: json
public struct LocalNotification: Sendable, Hashable {
    public var id: NotificationID
    public var app: AppID
    public var name: String
    /// Its content, which the shell keeps.
    public var content: PayloadHandle
    /// The ways in which the app wants it presented.
    public var types: NotificationTypes
    /// The badge once it has fired; nil: as before.
    public var badge: Int32?
    /// nil: nothing more is to come at a time.
    public var rule: FireRule?
    public var fired = FiredRuns()
    public var shown: Shown?
    public var untaken: Untaken?
    /// The app was handed it, by the user's choice or before it was cancelled: its content is kept
    /// until that callback has returned.
    // json: isHanded=handed
    public var isHanded = false
    /// The push that it presents; nil: its app scheduled it.
    public var push: Source?
    /// Which of the app's categories it is of.
    public var category: String?
    /// When it was last shown or handed to its app; nil: never.
    public var lastFired: WallTime?
    /// Where it is to come; nil: nowhere.
    public var place: Place?

    /// A region, and whether the device is in it.
    // derive: json
    public struct Place: Sendable, Hashable {
        public var trigger: NotificationRegion
        var crossing = RegionCrossing()
    }

    // derive: json
    public struct Source: Sendable, Hashable {
        public var id: PushID
        /// The push's JSON object.
        public var payload: PayloadHandle
        /// A newer push of the same takes its place.
        public var collapse: String?
    }

    /// It fired, and waits for the user.
    // derive: json
    public struct Shown: Sendable, Hashable {
        public var at: WallTime
        /// How much too late that was, where it is worth saying.
        public var late: Interval?
        /// The ways in which the user lets the app present it.
        public var types: NotificationTypes
        /// How it came over what was in front; nil: without anything to see.
        public var style: AlertStyle?
        /// How often the shell was asked to show it and hasn't said that it has.
        public var asked: Int
    }

    /// It fired while its app was in front, which was handed it and hasn't dealt with it (N3).
    // derive: json
    public struct Untaken: Sendable, Hashable {
        public var launch: Launch
        public var at: WallTime
        /// true: it isn't handed over yet, as its app is behind with others.
        public var waits: Bool?
        /// true: its app has returned from that callback, and says later what is to be presented.
        public var isHeld: Bool?
    }

    init(
        id: NotificationID, app: AppID, name: String, content: PayloadHandle,
        types: NotificationTypes, badge: Int32?, rule: FireRule? = nil
    ) {
        self.id = id
        self.app = app
        self.name = name
        self.content = content
        self.types = types
        self.badge = badge
        self.rule = rule
    }
}

extension LocalNotification {
    /// Nothing is left of it.
    var isOver: Bool { !isScheduled && shown == nil && untaken == nil && !isHanded }

    /// Something more is to come.
    var isScheduled: Bool { rule != nil || place != nil }

    mutating func unschedule() { (rule, place) = (nil, nil) }

    /// The payloads that the shell keeps for the notification.
    var payloads: [PayloadHandle] { [content] + (push.map { [$0.payload] } ?? []) }

    /// Its app may be at work with it.
    var isWithApp: Bool { untaken != nil || isHanded }

    /// The newest occurrence that is due, if it hasn't fired.
    func due(at now: WallTime, in offsets: UTCOffsets) -> DueOccurrence? {
        guard let rule, let due = rule.due(at: now, after: nil, in: offsets),
            !fired.contains(due.newest.mark)
        else { return nil }
        // How many are silent for it.
        return rule.due(at: now, after: fired.last(before: due.newest.mark), in: offsets) ?? due
    }

    /// When it fires next, as long as nobody sets the clock or changes the zone: not before `now`,
    /// unless it is overdue.
    func next(at now: WallTime, in offsets: UTCOffsets) -> WallTime? {
        guard let rule else { return nil }
        if let due = due(at: now, in: offsets) { return due.newest.at }
        var mark = rule.due(at: now, after: nil, in: offsets)?.newest.mark
        while let occurrence = rule.next(after: mark, in: offsets) {
            guard let run = fired.run(with: occurrence.mark) else { return occurrence.at }
            mark = run.last
        }
        return nil
    }

    /// The occurrence isn't due any more.
    mutating func take(_ mark: WallDate, in offsets: UTCOffsets) {
        guard let rule else { return }
        guard rule.every != nil else {
            self.rule = nil
            return
        }
        fired.insert(mark) { rule.next(after: $0, in: offsets)?.mark }
    }
}
