import ArgumentParser
import Foundation
import Glibc

/// Measures Quiesce against the bare kernel, side by side in one run.
@main
struct QuiesceBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quiesce-bench",
        abstract: "Measures Quiesce against the bare kernel, side by side in one run.",
        discussion: """
            Needs root, or a delegated cgroup (systemd-run --user --scope -p Delegate=yes). Other \
            load on the machine widens the 99th percentiles; the ratios are of samples taken in turn.
            """,
        subcommands: [Run.self, Record.self, WriteJournal.self, Play.self],
        defaultSubcommand: Run.self)
}

/// The parts that can be measured.
enum Part: String, CaseIterable, ExpressibleByArgument {
    /// An event → the delegate of a frozen app, with the steps in between; and freezing it again.
    case wake
    /// Coming back to a suspended app, and launching it.
    case reopen
    /// The same wake with 10 and with 500 suspended apps.
    case many
    /// The core's part of a wake-up where 10 and where 500 apps have a transfer, an alarm and
    /// fetches.
    case crowd
    /// Events a second of the policy alone, and its allocations.
    case core
    /// A whole device on a virtual clock.
    case simulation
    /// `quiesce replay` of a busy day's journal.
    case replay
    /// Wake-ups of a day for the timed work of 50 apps, merged by several rules.
    case timers
    /// The daemon's cost while 100 apps are suspended.
    case rest
    /// The core's cost of a fix with few and with many regions, how fast a track replays, and a fix
    /// → a frozen app's delegate.
    case location
    /// A player's start → its app known as playing, by a real sound server.
    case audio
    /// Bytes on a kept socket → a frozen app has read them, against another wake-up; a call → it
    /// rings; 1,000 sockets at rest.
    case voip
}

extension QuiesceBench {
    struct Run: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Measures (the default).")

        @Option(
            parsing: .upToNextOption,
            help:
                "Measure these only: wake, reopen, many, crowd, core, simulation, replay, timers, rest, location, audio, voip."
        )
        var only: [Part] = Part.allCases

        @Option(help: "How often each wake is measured; no more passes or days of the others.")
        var rounds = 1_000

        @Option(help: "How many seconds the daemon is watched at rest.")
        var seconds = 60

        @Flag(help: "Print one JSON array instead of tables.")
        var json = false

        func run() throws {
            Cleanup.onSignals()
            defer { Cleanup.run() }
            do {
                try measure()
            } catch let failure as Failure {
                Cleanup.run()
                Progress.clear()
                try? FileHandle.standardError.write(
                    contentsOf: Data("quiesce-bench: \(failure)\n".utf8))
                throw ExitCode(1)
            }
        }

        private func measure() throws {
            var report = Report()
            for part in Part.allCases where only.contains(part) {
                let section: Section =
                    switch part {
                    case .wake: try WakeBenchmark(rounds: rounds).run()
                    case .reopen: try ReopenBenchmark(rounds: max(1, rounds / 5)).run()
                    case .many: try ManyAppsBenchmark(rounds: rounds).run()
                    case .crowd: try CrowdBenchmark(rounds: rounds).run()
                    case .core: try CoreBenchmark(rounds: rounds).run()
                    case .simulation: try SimulationBenchmark(rounds: rounds).run()
                    case .replay: try ReplayBenchmark(rounds: rounds).run()
                    case .timers: TimersBenchmark(rounds: rounds).run()
                    case .rest: try RestBenchmark(seconds: seconds).run()
                    case .location: try LocationBenchmark(rounds: rounds).run()
                    case .audio: try AudioBenchmark(rounds: max(1, rounds / 10)).run()
                    case .voip: try VoIPBenchmark(rounds: rounds, seconds: seconds).run()
                    }
                Progress.clear()
                if !json { print(section.table) }
                report.sections.append(section)
            }
            if json { print(try report.json()) }
        }
    }

    struct Record: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Generates the recording of a busy day that `core` plays.")

        @Argument(help: "Where it goes; gzip compresses it.")
        var file: String

        @Option(help: "The seed: the same seed makes the same day.")
        var seed: UInt64 = 4

        func run() throws {
            let entries = BusyDay(seed: seed).makeUp()
            try Recording.write(entries, to: file)
            print("\(entries.count) events")
        }
    }

    struct WriteJournal: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "journal",
            abstract: "Writes the journal that `replay` plays, to look at or to profile.")

        @Argument(help: "An empty folder.")
        var folder: String

        func run() throws {
            let entries = try RecordedJournal.write(to: folder)
            print("\(entries.count) events")
        }
    }

    struct Play: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Plays the recorded day once through the core, for callgrind or perf.")

        @Argument(
            help: "Another recording; for callgrind, which starts no gzip, an uncompressed one.")
        var file: String = Recording.path

        func run() throws {
            let entries = try Recording.read(file)
            print("\(entries.count) events, \(CoreBenchmark.playOnce(entries)) decisions")
        }
    }
}

/// Why nothing could be measured.
struct Failure: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
    init(_ call: String, errno code: CInt) {
        description = "\(call): \(String(cString: strerror(code)))"
    }
}
