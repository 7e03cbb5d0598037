import ArgumentParser
import QuiesceSimulation

extension QuiesceSim {
    /// The seeds that everybody runs on the same day, CI too.
    struct Day: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Run a day's seeds in every mode, for so many seconds in all.",
            discussion: """
                The modes: none, each --with alone, and all of them together. Each has the same share of \
                the time, and runs DAY000000, DAY000001 and so on, as far as it comes.
                """)

        @Argument(help: "The day as YYYYMMDD.")
        var day: UInt64
        @Option(help: "How long to run, in seconds.")
        var seconds = 480
        @OptionGroup var side: SideBySide

        func validate() throws {
            if !(1_970_01_01...9_999_12_31).contains(day) {
                throw ValidationError("the day is eight digits, as 20261224, not \(day).")
            }
            if seconds < 1 { throw ValidationError("--seconds takes 1 or more.") }
        }

        func run() throws {
            let modes: [Set<String>] =
                [[]] + Scenario.mixes.map { [$0] } + [Set(Scenario.mixes)]
            var total = 0
            for mode in modes { total += try run(mode, for: .seconds(seconds) / modes.count) }
            print("\(total) seeds in \(modes.count) modes: nothing goes wrong")
        }

        /// - Returns: how many seeds there was time for.
        private func run(_ mode: Set<String>, for share: Duration) throws -> Int {
            let first = day * 1_000_000
            let result = SeedRuns(
                first...(first + 999_999), events: 120, with: mode, jobs: side.jobs,
                until: ContinuousClock.now + share
            ).run()
            if let (seed, finding) = result.failure {
                print("seed \(seed): \(finding)")
                print("Next: quiesce-sim shrink \(seed)\(ScenarioContents.flags(mode))")
                throw finding.exitCode
            }
            print("seeds \(first)..\(first + result.count - 1)\(ScenarioContents.flags(mode))")
            return Int(result.count)
        }
    }
}
