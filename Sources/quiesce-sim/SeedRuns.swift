import Foundation
import QuiesceSimulation
import Synchronization

/// Runs the scenarios of many seeds on several threads, up to the first that goes wrong.
struct SeedRuns {
    struct Result {
        var events = 0
        /// Seconds of virtual time.
        var simulated = 0.0
        /// The first seed that went wrong: all before it went right.
        var failure: (seed: UInt64, finding: Finding)?
        /// Seeds that ran, from the first on.
        var count: UInt64 = 0
    }

    private let seeds: ClosedRange<UInt64>
    private let scenario: @Sendable (UInt64) -> Scenario
    private let jobs: Int
    private let end: ContinuousClock.Instant?
    private let progress: @Sendable (UInt64, Int) -> Void

    /// - Parameter end: when no further seed is begun; nil: each is.
    init(
        _ seeds: ClosedRange<UInt64>, events: Int, with names: Set<String>, jobs: Int,
        until end: ContinuousClock.Instant? = nil,
        progress: @escaping @Sendable (UInt64, Int) -> Void = { _, _ in }
    ) {
        self.seeds = seeds
        scenario = { .random(seed: $0, events: events, with: names) }
        self.end = end
        self.jobs = min(jobs, seeds.count, CrashReport.mostJobs)
        self.progress = progress
    }

    func run() -> Result {
        CrashReport.watch()
        let result = Mutex(Result())
        // How many seeds have been handed out.
        let taken = Mutex<UInt64>(0)
        let (seeds, scenario, end, progress) = (seeds, scenario, end, progress)
        DispatchQueue.concurrentPerform(iterations: jobs) { job in
            while true {
                let next: UInt64? = taken.withLock { taken in
                    let isOver = taken > 0 && end.map { ContinuousClock.now >= $0 } ?? false
                    guard !isOver, taken < UInt64(seeds.count) else { return nil }
                    defer { taken += 1 }
                    return taken
                }
                guard let place = next else { return }
                let seed = seeds.lowerBound + place
                // One before it has gone wrong.
                if result.withLock({ $0.failure.map { $0.seed < seed } ?? false }) { return }
                CrashReport.current(seed, job: job)
                let outcome = Simulator.run(scenario(seed))
                let total = result.withLock { result in
                    result.events += outcome.events
                    result.simulated += outcome.virtual.inSeconds
                    if let finding = outcome.finding,
                        result.failure.map({ $0.seed > seed }) ?? true
                    {
                        result.failure = (seed, finding)
                    }
                    return result.events
                }
                progress(seed, total)
            }
        }
        var outcome = result.withLock { $0 }
        outcome.count = taken.withLock { $0 }
        return outcome
    }
}
