import Dispatch
import QuiesceCore
import Synchronization

/// How well background fetches would have been timed for the owners of a trace.
public struct Evaluation: Sendable, Hashable {
    /// The results of one setting.
    public struct Outcome: Sendable, Hashable {
        public let setting: FetchSetting
        /// Over all owners.
        public let tallies: [FetchPlanner: Tally]
        /// The owners' own, in the trace's order.
        public let owners: [[FetchPlanner: Tally]]

        public func tally(_ planner: FetchPlanner) -> Tally { tallies[planner] ?? Tally() }

        /// The baseline with the highest share.
        public var best: FetchPlanner {
            FetchPlanner.baselines.max { tally($0).share < tally($1).share } ?? .hourOfWeek
        }
    }

    public let trace: Trace
    /// In the order of the settings.
    public let outcomes: [Outcome]

    /// Tries every planner, on all processors; what comes out doesn't depend on how many there are.
    ///
    /// - Parameter progress: called from any thread with how many of how many parts are done.
    public init(
        _ trace: Trace, _ settings: [FetchSetting],
        progress: @Sendable (Int, Int) -> Void = { _, _ in }
    ) {
        self.trace = trace
        let owners = trace.owners
        let parts = settings.flatMap { setting in owners.map { (setting, $0) } }
        let results = Mutex<[Int: [FetchPlanner: Tally]]>([:])
        DispatchQueue.concurrentPerform(iterations: parts.count) { index in
            let (setting, owner) = parts[index]
            var tallies: [FetchPlanner: Tally] = [:]
            for planner in FetchPlanner.allCases {
                tallies[planner] = Self.sum(planner.tallies(owner, setting))
            }
            let done = results.withLock { results in
                results[index] = tallies
                return results.count
            }
            progress(done, parts.count)
        }
        let done = results.withLock { $0 }
        outcomes = settings.indices.map { place in
            let mine = owners.indices.map { done[place * owners.count + $0] ?? [:] }
            var all: [FetchPlanner: Tally] = [:]
            for planner in FetchPlanner.allCases {
                all[planner] = Self.sum(mine.compactMap { $0[planner] })
            }
            return Outcome(setting: settings[place], tallies: all, owners: mine)
        }
    }

    private static func sum(_ tallies: [Tally]) -> Tally {
        var sum = Tally()
        for tally in tallies { sum += tally }
        return sum
    }
}
