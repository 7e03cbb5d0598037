/// All notifications that the device holds, and what apps may present.
// derive: sparse then=rebuildIndex
struct Notifications: Sendable, Hashable {
    /// Notifications are numbered up to here.
    var last: UInt64 = 0
    /// The latest moment at which the clock was seen, by what is stored.
    var clock = WallTime.zero
    var entries: [NotificationID: Shared<Entry>] = [:]
    var presentations = PresentationSettings()
    /// Offsets of the zones that rules name, in order.
    var zones: [ZoneOffsets] = []
    /// Since when calendar work waits, as the clock is older than it was (T3 of the reliability
    /// catalogue).
    var heldSince: Instant?
    /// When the timer is to fire for the first of them.
    var alarm: Alarm?
    /// Names that an app is to be told, as theirs aren't scheduled.
    var dropped: [Dropped] = []
    /// Apps that don't know of a change of their badge.
    var untold: [AppID] = []
    /// The latest decisions that somebody may ask about.
    var history = History()
    /// Worked out from the rest.
    // json: omit
    var index = NotificationIndex()
    /// A fact of them has changed; false between events.
    // json: omit
    var isTouched = false

    /// A notification, and when it fires next by all that is known now; nil: never, or nobody
    /// knows.
    // derive: json
    struct Entry: Sendable, Hashable {
        var notification: LocalNotification
        var next: WallTime?
    }

    // derive: json
    struct Alarm: Sendable, Hashable {
        var wall: WallTime
        var instant: Instant

        var window: InstantWindow { InstantWindow(at: instant) }
    }

    // derive: json
    struct Dropped: Sendable, Hashable {
        var app: AppID
        var launch: Launch
        var names: [String]
    }

    init() {}

    /// No event but one about notifications can concern it.
    var isIdle: Bool { entries.isEmpty && presentations.isEmpty && !isTouched }

    subscript(id: NotificationID) -> LocalNotification? { entries[id]?.value.notification }
    var ids: [NotificationID] { entries.keys.sorted() }

    /// Those for which `condition` holds, in the order of their numbers. An app may have hundreds,
    /// and most of them are only looked at.
    func of(_ app: AppID, where condition: (borrowing LocalNotification) -> Bool)
        -> [LocalNotification]
    {
        var found: [LocalNotification] = []
        for id in index.byApp[app] ?? [] {
            guard let entry = entries[id], condition(entry.value.notification) else { continue }
            found.append(entry.value.notification)
        }
        return found
    }

    func of(_ app: AppID) -> [LocalNotification] { of(app) { _ in true } }

    /// How many of an app's it holds for.
    func count(of app: AppID, where condition: (borrowing LocalNotification) -> Bool) -> Int {
        (index.byApp[app] ?? []).count { id in
            entries[id].map { condition($0.value.notification) } ?? false
        }
    }

    // MARK: Changes, and what follows from them for the index

    mutating func set(_ notification: LocalNotification, next: WallTime?) {
        let id = notification.id
        let entry = Shared(Entry(notification: notification, next: next))
        let before = entries.updateValue(entry, forKey: id)
        index.note(id, before, entry)
    }

    mutating func remove(_ id: NotificationID) {
        guard let before = entries.removeValue(forKey: id) else { return }
        index.note(id, before, nil)
    }

    mutating func setPresentation(_ fact: PresentationFact) {
        presentations[fact.app] = fact.isNeeded ? fact : nil
    }

    // MARK: Time

    /// The first moment at which one fires.
    var due: WallTime? { index.alarms.least?.at }

    func isCurrent(_ alarm: NotificationAlarm) -> Bool { entries[alarm.id]?.value.next == alarm.at }

    /// Drops what is out of date from the front, so that `due` follows from the state alone.
    mutating func settleIndex() {
        while let first = index.alarms.least, !isCurrent(first) { index.alarms.removeLeast() }
        guard index.alarms.count > 4 * entries.count + 1_000 else { return }
        rebuildIndex()
    }

    mutating func rebuildIndex() {
        index = NotificationIndex()
        for id in ids { index.note(id, nil, entries[id]) }
    }
}

/// An index of notifications: worked out from them, so no part of the state. Two of them are
/// never told apart.
struct NotificationIndex: Sendable, Hashable {
    var alarms = Heap<NotificationAlarm>()
    /// In order.
    var byApp: [AppID: [NotificationID]] = [:]
    /// Those that their apps may be at work with, in order.
    var withApp: [NotificationID] = []
    /// Those that wait at a place, in order.
    var atPlaces: [NotificationID] = []

    static func == (a: Self, b: Self) -> Bool { true }
    func hash(into hasher: inout Hasher) {}

    mutating func note(
        _ id: NotificationID, _ before: Shared<Notifications.Entry>?,
        _ after: Shared<Notifications.Entry>?
    ) {
        if let next = after?.value.next, next != before?.value.next {
            alarms.insert(NotificationAlarm(at: next, id: id))
        }
        if before == nil, let app = after?.value.notification.app {
            byApp[app, default: []].append(id)
        }
        if after == nil, let app = before?.value.notification.app {
            byApp[app]?.removeAll { $0 == id }
            if byApp[app]?.isEmpty == true { byApp[app] = nil }
        }
        Self.list(id, in: &withApp, before, after) { $0.isWithApp }
        Self.list(id, in: &atPlaces, before, after) { $0.place != nil }
    }

    /// Has it in a list, in order, while the condition holds.
    private static func list(
        _ id: NotificationID, in list: inout [NotificationID],
        _ before: Shared<Notifications.Entry>?, _ after: Shared<Notifications.Entry>?,
        while condition: (LocalNotification) -> Bool
    ) {
        let holds = after.map { condition($0.value.notification) } ?? false
        guard holds != (before.map { condition($0.value.notification) } ?? false) else { return }
        list.removeAll { $0 == id }
        if holds {
            list.append(id)
            list.sort()
        }
    }
}

struct NotificationAlarm: Sendable, Hashable, Comparable {
    let at: WallTime
    let id: NotificationID

    static func < (a: Self, b: Self) -> Bool { a.at == b.at ? a.id < b.id : a.at < b.at }
}

extension PresentationFact {
    /// It says more than that there is nothing.
    var isNeeded: Bool { badge != 0 || types != nil || style != nil || categories != nil }
}
