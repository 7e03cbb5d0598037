/// The stored fact about an app's fetches, where it has ever asked for one.
// derive: json written
public struct FetchFact: Sendable, Hashable {
    public var app: AppID
    /// F1: zero is the minimum; nil is never.
    public var minimumInterval: Interval?
    /// The background tasks that it waits for.
    // json: tasks=requests
    public var tasks: [BackgroundTaskRequest]
    /// When it was last fetched as planned.
    public var lastFetch: WallTime?
    public var budget: DayBudget
    public var credit: FetchCredit
    /// When and how it is used.
    public var habits: AppHabits?

    public init(
        app: AppID, minimumInterval: Interval? = nil, tasks: [BackgroundTaskRequest] = [],
        lastFetch: WallTime? = nil, budget: DayBudget = DayBudget(),
        credit: FetchCredit = FetchCredit(), habits: AppHabits? = nil
    ) {
        self.app = app
        self.minimumInterval = minimumInterval
        self.tasks = tasks
        self.lastFetch = lastFetch
        self.budget = budget
        self.credit = credit
        self.habits = habits
    }
}

/// The stored fact about the device's owner, and the fetches of all apps together, where any app
/// has ever asked for one.
// derive: json
public struct FetchesFact: Sendable, Hashable {
    public var owner: OwnerHabits
    public var budget: DayBudget
    public var day: BudgetDay
}
