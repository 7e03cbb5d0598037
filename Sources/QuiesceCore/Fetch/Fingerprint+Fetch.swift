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
    }
}
