/// What is learnt of the owner's habits, and the fetches that follow from it (F3, F4, F6).
///
/// A value: it reads no clock. It is told what happened, in order, and asked what to fetch.
/// Whether an app may be fetched at all, its minimum interval, network and power are its caller's.
public struct FetchScheduler: Sendable, Hashable, Codable {
    public struct Settings: Sendable, Hashable, Codable {
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
    public private(set) var owner: OwnerHabits
    /// In order of their ids.
    private var apps: [App]

    struct App: Sendable, Hashable, Codable {
        let id: AppID
        var habits: AppHabits
    }

    public init(_ settings: Settings) { self.init(settings, owner: OwnerHabits(), apps: []) }

    /// From what was stored.
    public init(_ settings: Settings, owner: OwnerHabits, apps: [(AppID, AppHabits)]) {
        self.settings = settings
        self.owner = owner
        self.apps = apps.map(App.init(id:habits:)).sorted { $0.id < $1.id }
    }

    /// What to store of `app`; nil if nothing is known of it.
    public func habits(of app: AppID) -> AppHabits? { index(of: app).map { apps[$0].habits } }

    /// `app` came to the front.
    public mutating func opened(_ app: AppID, at time: LocalTime) {
        apps[indexOrNew(app)].habits.hours[time.secondOfDay / 3_600] &+= 1
    }

    /// `app` left the front.
    public mutating func closed(_ app: AppID, at time: LocalTime) {}

    public mutating func screen(on: Bool, at time: LocalTime) { owner.screenOn = on }

    /// A fetch of `app` began, for whatever reason: it counts in the budget.
    public mutating func fetched(_ app: AppID, at time: LocalTime) {
        let index = indexOrNew(app)
        if time.day > apps[index].habits.day {
            apps[index].habits.day = time.day
            apps[index].habits.used = 0
        }
        apps[index].habits.used += 1
        apps[index].habits.lastFetch = time
    }

    /// The wall's clock was set, or the device is in another zone. Nothing is learnt across it, and a
    /// day that comes again has no second budget (T1-T3).
    public mutating func clockSet(to time: LocalTime) {}

    /// The app is uninstalled.
    public mutating func forget(_ app: AppID) {
        if let index = index(of: app) { apps.remove(at: index) }
    }

    /// Which of `apps` to fetch at this moment, and when to ask again.
    public mutating func due(at time: LocalTime, among apps: [AppID]) -> FetchPlan {
        var plan = FetchPlan(fetches: [], next: time + (900 - time.seconds % 900))
        for app in apps where standing(of: app, at: time).hold == nil {
            plan.fetches.append(
                PlannedFetch(app: app, at: time, reason: .habit, value: 0))
        }
        if owner.screenOn { plan.next = time + 60 }
        return plan
    }

    /// The day from `time` on as it looks now, in order of time.
    public func forecast(from time: LocalTime, hours: Int, among apps: [AppID]) -> [PlannedFetch] {
        []
    }

    /// How it stands with `app`, for `why`.
    public func standing(of app: AppID, at time: LocalTime) -> FetchStanding {
        guard let index = index(of: app) else {
            return FetchStanding(
                budgetLeft: settings.perAppDay, nextLikely: nil, hold: .neverOpened)
        }
        let habits = apps[index].habits
        let left =
            habits.day >= time.day ? max(0, settings.perAppDay - habits.used) : settings.perAppDay
        if left == 0 {
            return FetchStanding(budgetLeft: 0, nextLikely: nil, hold: .budgetSpent)
        }
        if let last = habits.lastFetch, time - last < settings.window.nanoseconds / 1_000_000_000 {
            return FetchStanding(budgetLeft: left, nextLikely: nil, hold: .stillFresh)
        }
        let mine = habits.hours[time.secondOfDay / 3_600]
        let better = habits.hours.count { $0 > mine }
        let now = mine > 0 && better < max(1, settings.perAppDay / 4)
        return FetchStanding(budgetLeft: left, nextLikely: nil, hold: now ? nil : .unlikelyNow)
    }

    private func index(of app: AppID) -> Int? { apps.firstIndex { $0.id == app } }

    private mutating func indexOrNew(_ app: AppID) -> Int {
        if let index = index(of: app) { return index }
        let index = apps.firstIndex { app < $0.id } ?? apps.count
        apps.insert(App(id: app, habits: AppHabits()), at: index)
        return index
    }
}
