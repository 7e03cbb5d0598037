/// The owner's habits, and the fetches that follow from them (F3, F4).
///
/// A value: it reads no clock. It is told what happened, in order, and asked what to fetch.
/// Whether an app may be fetched at all, its minimum interval, what its last results were, network
/// and power are its caller's.
// derive: json then=fit
public struct FetchScheduler: Sendable, Hashable {
    // derive: json
    public struct Settings: Sendable, Hashable {
        /// Fetches of one app on one day of the wall.
        public var perAppDay: Int
        /// How long what was fetched is fresh.
        public var window: Interval
        /// How long before an open a fetch must have begun for its content to be there.
        public var lead: Interval

        public init(perAppDay: Int, window: Interval, lead: Interval) {
            self.perAppDay = perAppDay
            self.window = window
            self.lead = lead
        }
    }

    public let settings: Settings
    /// The habits to store of the device.
    public internal(set) var owner: OwnerHabits
    /// Apps of which anything is known, in the order of their ids.
    // json: known=apps
    var known: [App]

    public init(_ settings: Settings) { self.init(settings, owner: OwnerHabits(), apps: []) }

    /// From what was stored. What was gathered for another window is dropped.
    public init(_ settings: Settings, owner: OwnerHabits, apps: [(AppID, AppHabits)]) {
        self.settings = settings
        self.owner = owner
        known = apps.map { App(id: $0.0, habits: $0.1) }.sorted { $0.id < $1.id }
        fitWindows()
    }

    /// Drops the habits that were gathered for another window.
    private mutating func fitWindows() {
        let windows = windowsPerDay
        for index in known.indices { known[index].habits.fit(windowsPerDay: windows) }
    }

    mutating func fit() {
        known.sort { $0.id < $1.id }
        fitWindows()
    }

    /// The habits to store of `app`; nil if nothing is known of it.
    public func habits(of app: AppID) -> AppHabits? { index(of: app).map { known[$0].habits } }

    /// `app` came to the front.
    public mutating func opened(_ app: AppID, at time: LocalTime) {
        gather(until: time)
        known[indexOrNew(app)].habits.learnOpen(at: time)
    }

    /// `app` left the front, also as the device was locked or the app ended.
    public mutating func closed(_ app: AppID, at time: LocalTime) {
        gather(until: time)
        guard let index = index(of: app) else { return }
        known[index].habits.closed = time
    }

    /// The screen went on or off.
    public mutating func screen(on: Bool, at time: LocalTime) {
        gather(until: time)
        if on == owner.screenOn { return }
        owner.screenOn = on
        owner.screenChanged = time
    }

    /// A fetch of `app` began, whoever asked for it: it counts in the budget.
    public mutating func fetched(_ app: AppID, at time: LocalTime) {
        gather(until: time)
        known[indexOrNew(app)].habits.countFetch(at: time)
    }

    /// The wall's clock was set, or the device is in another zone. Nothing is learnt across it, and
    /// a day that comes again has no second budget (T1-T3).
    ///
    /// - Parameter before: what it would show now otherwise.
    public mutating func clockSet(from before: LocalTime, to time: LocalTime) {
        owner.now = time
        owner.screenChanged = owner.screenChanged.map { $0 + (time - before) }
        for index in known.indices { known[index].habits.clockSet(from: before, to: time) }
    }

    /// The app is uninstalled.
    public mutating func forget(_ app: AppID) {
        if let index = index(of: app) { known.remove(at: index) }
    }

    // MARK: - Apps

    // derive: json
    struct App: Sendable, Hashable {
        let id: AppID
        var habits: AppHabits
        /// This day's, once it was needed; derived.
        // json: omit
        var standard: FetchStandard?

        static func == (a: Self, b: Self) -> Bool { a.id == b.id && a.habits == b.habits }

        func hash(into hasher: inout Hasher) {
            hasher.combine(id)
            hasher.combine(habits)
        }
    }

    /// Windows in which the best moments of a day are remembered: as many as fetches could follow
    /// one another, but none shorter than a slot or longer than an hour.
    var windowsPerDay: Int {
        Int(LocalTime.secondsPerDay / min(max(freshness, FetchModel.slot), 4 * FetchModel.slot))
    }

    func index(of app: AppID) -> Int? {
        let place = place(of: app)
        return place < known.count && known[place].id == app ? place : nil
    }

    private mutating func indexOrNew(_ app: AppID) -> Int {
        let place = place(of: app)
        if place < known.count, known[place].id == app { return place }
        known.insert(App(id: app, habits: AppHabits(windowsPerDay: windowsPerDay)), at: place)
        return place
    }

    /// The first whose id isn't less.
    private func place(of app: AppID) -> Int {
        var low = 0
        var high = known.count
        while low < high {
            let middle = (low + high) / 2
            if known[middle].id < app { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension AppHabits {
    mutating func fit(windowsPerDay: Int) {
        if today.count == windowsPerDay, past.count % windowsPerDay == 0 { return }
        today = [UInt8](repeating: 0, count: windowsPerDay)
        past = []
    }
}
