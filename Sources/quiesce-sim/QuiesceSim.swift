import ArgumentParser
import Foundation
import Glibc
import QuiesceSimulation

@main
struct QuiesceSim: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quiesce-sim",
        abstract: "Run the policy on a virtual clock, with random apps, users and faults.",
        discussion: """
            Exit codes: 0 all well; 127 the simulator crashed (the seed is printed); 128 something \
            did not settle within a virtual day without faults; 129 something happened that must not.
            """,
        subcommands: [Run.self, Day.self, Replay.self, Shrink.self, Restart.self])
}

/// Seeds A..B, both included.
struct SeedRange: ExpressibleByArgument {
    var seeds: ClosedRange<UInt64>

    init?(argument: String) {
        let ends = argument.components(separatedBy: "..").map { UInt64($0) }
        switch (ends.first ?? nil, ends.last ?? nil) {
        case (let first?, let last?) where ends.count <= 2 && first <= last: seeds = first...last
        case _: return nil
        }
    }
}

/// How many scenarios run at a time.
struct SideBySide: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Scenarios to run side by side (default: one per processor).", valueName: "N"))
    var jobs = ProcessInfo.processInfo.activeProcessorCount

    func validate() throws {
        if jobs < 1 { throw ValidationError("--jobs takes 1 or more.") }
    }
}

/// The parts that are put into the scenarios of seeds.
struct ScenarioContents: ParsableArguments {
    @Flag(help: "Put background transfers into every seed's scenario, not into one in four.")
    var transfers = false
    @Flag(
        help:
            "Put notifications, fetches and lost clocks into every seed's scenario, not into one in four."
    )
    var notifications = false
    @Flag(help: "Put a push gateway into every seed's scenario, not into one in four.")
    var pushes = false
    @Option(
        name: .customLong("with"),
        help: ArgumentHelp(
            "The same for one of: \(Scenario.mixes.joined(separator: ", ")).", valueName: "NAME"))
    var others: [String] = []

    func validate() throws {
        for name in others where !Scenario.mixes.contains(name) {
            throw ValidationError(
                "--with takes one of \(Scenario.mixes.joined(separator: ", ")), not \(name).")
        }
    }

    /// Their names.
    var names: Set<String> {
        let flags = [
            ("transfers", transfers), ("notifications", notifications), ("pushes", pushes),
        ]
        return Set(others).union(flags.filter(\.1).map(\.0))
    }

    func scenario(of seed: UInt64, events: Int) -> Scenario {
        .random(seed: seed, events: events, with: names)
    }

    /// As they are given again.
    var flags: String { Self.flags(names) }

    static func flags(_ names: Set<String>) -> String {
        names.sorted().map { " --with \($0)" }.joined()
    }
}

extension QuiesceSim {
    struct Run: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Run the scenarios of many seeds and stop at the first that goes wrong.")

        @Option(help: ArgumentHelp("Seeds to run, both ends included.", valueName: "A..B"))
        var seeds: SeedRange
        @Option(help: "Steps from outside in each scenario.")
        var events = 120
        @OptionGroup var contents: ScenarioContents
        @OptionGroup var side: SideBySide

        func validate() throws {
            if !(1...1_000_000).contains(events) {
                throw ValidationError("--events takes 1 to 1000000.")
            }
        }

        func run() throws {
            let began = ContinuousClock.now
            let isTerminal = isatty(STDERR_FILENO) == 1
            let runs = SeedRuns(
                seeds.seeds, events: events, with: contents.names, jobs: side.jobs
            ) { seed, total in
                if isTerminal, seed % 20 == 0 {
                    note("\rseed \(seed) of \(seeds.seeds.upperBound), \(total) events")
                }
            }
            let result = runs.run()
            if isTerminal { note("\r\u{1B}[K") }
            if let (seed, finding) = result.failure {
                print("seed \(seed): \(finding)")
                print("Next: quiesce-sim shrink \(seed) --events \(events)\(contents.flags)")
                throw finding.exitCode
            }
            let seconds = (ContinuousClock.now - began) / .seconds(1)
            print(
                "\(seeds.seeds.count) seeds from \(seeds.seeds.lowerBound): \(result.events) events in "
                    + String(
                        format: "%.2f s, %.0f a second; ", seconds,
                        Double(result.events) / seconds)
                    + String(
                        format: "%.1f virtual days, %.0f times real time",
                        result.simulated / 86_400, result.simulated / seconds))
        }
    }

    struct Replay: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Run one scenario again and print its trace hash.")

        @Argument(help: "A seed, or a scenario file.")
        var scenario: String
        @Option(help: "Steps in the scenario of a seed.")
        var events = 120
        @OptionGroup var contents: ScenarioContents
        @Flag(help: "Print one line per event.")
        var trace = false
        @Option(help: "Run it so many times, and say how fast the fastest was.")
        var times = 1

        func run() throws {
            let loaded = try load(scenario, events: events, contents)
            var outcome = Simulator.run(loaded, keepsLines: trace)
            if times > 1 {
                var seconds = Double.infinity
                for _ in 0..<times {
                    let start = processorSeconds()
                    outcome = Simulator.run(loaded)
                    seconds = min(seconds, processorSeconds() - start)
                }
                print(
                    String(
                        format: "%.1f ms, %.0f events a second, %.0f times real time",
                        seconds * 1_000, Double(outcome.events) / seconds,
                        outcome.virtual.inSeconds / seconds))
            }
            for line in outcome.lines { print(line) }
            print("trace \(String(outcome.hash, radix: 16)), \(outcome.events) events")
            guard let finding = outcome.finding else { return }
            print(finding)
            throw finding.exitCode
        }
    }

    struct Shrink: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Find the smallest scenario that still goes wrong and write its file.")

        @Argument(help: "A seed, or a scenario file.")
        var scenario: String
        @Option(help: "Steps in the scenario of a seed.")
        var events = 120
        @OptionGroup var contents: ScenarioContents
        @Option(name: .shortAndLong, help: "Where to write it instead of standard output.")
        var output: String?

        func run() throws {
            guard
                let smallest = Simulator.shrink(
                    try load(scenario, events: events, contents))
            else {
                print("Nothing goes wrong in it.")
                return
            }
            let text = smallest.lines()
            if let output {
                try Data(text.utf8).write(to: URL(fileURLWithPath: output))
            } else {
                print(text, terminator: "")
            }
            if let finding = Simulator.run(smallest).finding {
                note("\(smallest.steps.count) steps: \(finding)\n")
            }
        }
    }
}

func load(
    _ scenario: String, events: Int, _ contents: ScenarioContents? = nil
) throws -> Scenario {
    CrashReport.watch()
    if let seed = UInt64(scenario) {
        CrashReport.current(seed)
        return contents?.scenario(of: seed, events: events) ?? .random(seed: seed, events: events)
    }
    do {
        return try Scenario(lines: String(contentsOfFile: scenario, encoding: .utf8))
    } catch let problem as Scenario.Malformed {
        throw ValidationError("\(scenario), \(problem)")
    } catch {
        throw ValidationError("\(scenario) is neither a seed nor a file that can be read.")
    }
}

/// Returns the processor time that this thread has used: another process isn't measured.
private func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

func note(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }

extension Finding {
    var exitCode: ExitCode { invariant == .settles ? ExitCode(128) : ExitCode(129) }
}
