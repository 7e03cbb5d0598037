// What of background fetches goes into a fingerprint.

extension Fingerprint {
    mutating func add(_ fact: FetchFact) {
        add(fact.minimumInterval) { $0.add($1.nanoseconds) }
        add(UInt64(fact.tasks.count))
        for task in fact.tasks {
            add(task.kind.rawValue)
            add(task.identifier)
            add(task.earliestBegin) { $0.add($1.nanoseconds) }
            add(task.requiresNetwork)
            add(task.requiresPower)
        }
        add(fact.lastFetch) { $0.add($1.nanoseconds) }
        add(fact.budget)
        add(Int64(fact.credit.eighths))
    }
}

extension Fingerprint {
    mutating func add(_ fact: FetchesFact) {
        add(fact.budget)
        add(fact.day.number)
    }

    fileprivate mutating func add(_ budget: DayBudget) {
        add(budget.day)
        add(Int64(budget.used))
    }

    /// What a decision about fetches says in numbers.
    mutating func add(ofFetches detail: Detail) {
        switch detail {
        case .fetchInterval(let interval):
            add(1 as UInt64)
            add(interval) { $0.add($1.nanoseconds) }
        case .plannedFetch(let reason):
            add(2 as UInt64)
            add(reason.rawValue)
        case .fetchBudget(let used, let most):
            add(3 as UInt64)
            add(Int64(used))
            add(Int64(most))
        case .notBefore(let instant):
            add(4 as UInt64)
            add(instant.nanoseconds)
        case .taskRequest(let kind, let identifier):
            add(5 as UInt64)
            add(kind.rawValue)
            add(identifier)
        case _: break
        }
    }
}
