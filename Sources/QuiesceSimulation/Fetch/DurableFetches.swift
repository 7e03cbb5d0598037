import QuiesceCore

// The facts of fetches that must be the same, whether or not the daemon died on the way.

extension FetchFact: DurableFact {
    static let kind = DurableKind.fetch
    var fact: Fact { .fetch(self) }
    func words(_ names: DurableNames) -> String { app.name }

    mutating func makeComparable(after death: DurableOutcome.Death) {
        lastFetch = lastFetch.map { _ in .zero }
        guard death.locks || death.cutsPower else { return }
        // The app leaves the front as the device locks, or restarts. Fetches come at other moments
        // then, and so one more or less by now.
        habits = nil
        budget = DayBudget()
        credit = FetchCredit()
        lastFetch = nil
        // Those are looked at with those that have been carried out.
        if death.cutsPower { tasks = [] }
    }
}

extension FetchesFact: DurableFact {
    static let kind = DurableKind.fetches
    var fact: Fact { .fetches(self) }

    mutating func makeComparable(after death: DurableOutcome.Death) {
        // When its midnight was noticed: by a new daemon a little later.
        day.began = day.began.map { _ in .zero }
        guard death.locks || death.cutsPower else { return }
        day = BudgetDay()
        // Whether anybody looks at the screen, and since when.
        owner = OwnerHabits()
        budget = DayBudget()
    }
}
