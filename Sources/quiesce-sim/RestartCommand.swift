import ArgumentParser
import Foundation
import QuiesceSimulation
import Synchronization

extension QuiesceSim {
    struct Restart: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let the daemon die at every event, and compare what lasts.",
            discussion: """
                Each scenario is run once for each event and kind of death: killed before the event is \
                recorded, before it is acted on, after that; and the power cut, the journal lost. What \
                lasts must be as if nothing had happened: every kind of fact whenever all has come to \
                rest, and how wake-ups, transfers, notifications and pushes ended. A seed stands for a \
                scenario without faults, of stories that are far apart.
                """)

        @Argument(help: "A seed, or a scenario file.")
        var scenario: String?
        @Option(help: ArgumentHelp("Seeds, both ends included.", valueName: "A..B"))
        var seeds: SeedRange?
        @Option(help: "Stories in the scenario of a seed.")
        var stories = 8
        @Option(help: "Let the daemon die at every so many events only, each time in another way.")
        var every: Int?
        @Option(help: ArgumentHelp("Only at this event, by each death.", valueName: "event"))
        var at: Int?
        @Flag(help: "Print the run with the difference, a line an event.")
        var trace = false
        @Option(name: .shortAndLong, help: "Write the scenario of a seed to this file, too.")
        var output: String?
        @OptionGroup var side: SideBySide

        func validate() throws {
            if (scenario == nil) == (seeds == nil) {
                throw ValidationError("Name a seed, a scenario file, or --seeds A..B.")
            }
            if !(1...1_000).contains(stories) {
                throw ValidationError("--stories takes 1 to 1000.")
            }
            if seeds != nil, at != nil || trace {
                throw ValidationError("--at and --trace are about one scenario.")
            }
            if every != nil, at != nil {
                throw ValidationError("--every and --at exclude each other.")
            }
            if let at, at < 1 { throw ValidationError("--at takes 1 or more.") }
            if let every, every < 1 { throw ValidationError("--every takes 1 or more.") }
        }

        func run() throws {
            if let seeds { return try run(seeds.seeds) }
            let scenario = scenario ?? ""
            let loaded =
                if let seed = UInt64(scenario) { Scenario.calm(seed: seed, stories: stories) } else
                {
                    try load(scenario, events: stories)
                }
            if let output {
                try Data(loaded.lines().utf8).write(to: URL(fileURLWithPath: output))
            }
            let result = Simulator.checkRestarts(
                loaded, every: every, at: at, keepsLines: trace)
            if let at, at > result.events {
                throw ValidationError("The scenario has \(result.events) events.")
            }
            for line in result.lines { print(line) }
            guard let difference = result.difference else {
                print("\(result.events) events, \(result.deaths) deaths: the outcome is the same.")
                return
            }
            print(difference)
            throw ExitCode(129)
        }

        /// Each of the seeds, whatever comes of the others.
        private func run(_ seeds: ClosedRange<UInt64>) throws {
            CrashReport.watch()
            let results = Mutex<[UInt64: RestartResult]>([:])
            let taken = Mutex<UInt64>(0)
            let (stories, every) = (stories, every)
            let jobs = min(side.jobs, seeds.count, CrashReport.mostJobs)
            DispatchQueue.concurrentPerform(iterations: jobs) { job in
                while true {
                    let place = taken.withLock { taken in
                        defer { taken += 1 }
                        return taken
                    }
                    guard place < UInt64(seeds.count) else { return }
                    let seed = seeds.lowerBound + place
                    CrashReport.current(seed, job: job)
                    let result = Simulator.checkRestarts(
                        .calm(seed: seed, stories: stories), every: every)
                    results.withLock { $0[seed] = result }
                    if let difference = result.difference { print("seed \(seed): \(difference)") }
                }
            }
            let all = results.withLock { Array($0.values) }
            let wrong = all.count { $0.difference != nil }
            print(
                "\(all.count) seeds: \(all.reduce(0) { $0 + $1.events }) events, "
                    + "\(all.reduce(0) { $0 + $1.deaths }) deaths, \(wrong) seeds with a difference"
            )
            if wrong > 0 { throw ExitCode(129) }
        }
    }
}
