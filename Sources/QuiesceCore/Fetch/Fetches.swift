/// Background fetches and background tasks of all apps, and what is known of how the device is
/// used.
// derive: json
struct Fetches: Sendable, Hashable {
    var scheduler: FetchScheduler
    /// Those of apps that have ever asked for fetches or tasks, in the order of their ids.
    // json: plans=apps
    var plans: [AppFetches] = []
    /// Fetches of all apps this day.
    var budget = DayBudget()
    /// The day that budgets count: it ends with the day on the wall, but setting the clock begins
    /// none (T1).
    var day = BudgetDay()
    /// When the scheduler wants to be asked again.
    var due: InstantWindow?
    /// When it was last asked.
    var askedAt: Instant?
    /// Something happened upon which it is to be asked.
    var isDirty = false
    /// As many fetches as may be were under way when it was last asked, and more were due.
    var isFull = false
    /// The app that is seen, as the scheduler was last told.
    var front: AppID?
    var isScreenOn = false
    /// When the screen was last switched on or off.
    var screenSince = Instant.zero
    /// The time that the wall showed when the boot clock was at zero, when the scheduler was last
    /// told anything.
    var epoch: WallTime?
    var offset: Int32 = 0
    var conditions: UInt64 = 0
    /// Wake-ups accepted by then.
    var lastWake: UInt64 = 0
    /// The stored fact of the owner.
    var stored: FetchesFact?
    /// Requests that apps made and that don't hold, in order; the apps are to be told.
    var refused: [Refused] = []

    // derive: json
    struct Refused: Sendable, Hashable {
        var app: AppID
        var launch: Launch
        var refusal: FetchRefusal
    }

    init(_ profile: PolicyProfile) { scheduler = FetchScheduler(profile.fetchSettings) }

    subscript(_ app: AppID) -> AppFetches? {
        get { index(of: app).map { plans[$0] } }
        set {
            let at = place(of: app)
            let isThere = at < plans.count && plans[at].app == app
            switch (newValue, isThere) {
            case (let new?, true): plans[at] = new
            case (let new?, false): plans.insert(new, at: at)
            case (nil, true): plans.remove(at: at)
            case (nil, false): break
            }
        }
    }

    /// As `app`'s is changed by `body`, made if there is none.
    mutating func change(_ app: AppID, _ body: (inout AppFetches) -> Void) {
        guard let index = index(of: app) else {
            var new = AppFetches(app)
            body(&new)
            self[app] = new
            return
        }
        body(&plans[index])
    }

    private func index(of app: AppID) -> Int? {
        let at = place(of: app)
        return at < plans.count && plans[at].app == app ? at : nil
    }

    /// Where it is, or would be: by halves, as each wake-up looks and there may be hundreds.
    private func place(of app: AppID) -> Int {
        var (low, high) = (0, plans.count)
        while low < high {
            let middle = (low + high) / 2
            if plans[middle].app < app { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Fetches and refreshes that are under way.
    var running: Int { plans.count { $0.running != nil } }
}

/// One app's.
// derive: json
struct AppFetches: Sendable, Hashable {
    let app: AppID
    /// F1: zero is the minimum; nil is never.
    var minimumInterval: Interval?
    /// Background tasks that it waits for, in the order in which they were submitted.
    var tasks: [BackgroundTaskRequest] = []
    /// When it was last fetched as planned, and that by the calendar, for after a restart of the
    /// device.
    var last: Instant?
    var lastWall: WallTime?
    var budget = DayBudget()
    var credit = FetchCredit()
    /// The planned wake-up that is under way.
    var running: WakeID?
    /// One for which nothing has come in.
    var fetchedNothing: WakeID?
    /// The processing task that is under way, and what it needs.
    var processing: WakeID?
    var processingNeeds: BackgroundTaskRequest?
    /// The stored fact of the app.
    var stored: FetchFact?

    init(_ app: AppID) { self.app = app }

    func fact(_ habits: AppHabits?) -> FetchFact {
        FetchFact(
            app: app, minimumInterval: minimumInterval, tasks: tasks, lastFetch: lastWall,
            budget: budget, credit: credit, habits: habits)
    }
}
