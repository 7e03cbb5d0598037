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
    }

    private let seeds: ClosedRange<UInt64>
    private let scenario: @Sendable (UInt64) -> Scenario
    private let jobs: Int
    private let progress: @Sendable (UInt64, Int) -> Void

    init(
        _ seeds: ClosedRange<UInt64>, events: Int, with names: Set<String>, jobs: Int,
        progress: @escaping @Sendable (UInt64, Int) -> Void = { _, _ in }
    ) {
        self.seeds = seeds
        scenario = { .random(seed: $0, events: events, with: names) }
        self.jobs = min(jobs, seeds.count, CrashReport.mostJobs)
        self.progress = progress
    }

    func run() -> Result {
        CrashReport.watch()
        let result = Mutex(Result())
        // How many seeds have been handed out.
        let taken = Mutex<UInt64>(0)
        let (seeds, scenario, progress) = (seeds, scenario, progress)
        DispatchQueue.concurrentPerform(iterations: jobs) { job in
            while true {
                let place = taken.withLock { taken in
                    defer { taken += 1 }
                    return taken
                }
                guard place < UInt64(seeds.count) else { return }
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
        return result.withLock { $0 }
    }
}
