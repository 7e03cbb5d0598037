import Foundation
import Glibc
import QuiesceCore
import QuiesceSimulation

/// How fast a whole device is on a virtual clock: what came from outside on the recorded day, with
/// scripted apps, the daemon's own code, and every invariant.
struct SimulationBenchmark {
    let passes: Int
    /// Days one after the other: nothing may pile up.
    let days: Int

    init(rounds: Int) {
        passes = min(20, rounds)
        days = min(365, max(2, rounds))
    }

    func run() throws -> Section {
        let path = Recording.path
        let entries = try Recording.read(path)
        let day = Scenario(
            recording: entries.map { ($0.moment, $0.event) }, note: "the recorded day")
        var seconds = Double.infinity
        var outcome = Simulator.run(day)
        for pass in 0..<passes {
            Progress.show("simulation: pass \(pass) of \(passes)")
            let start = CoreBenchmark.cpuTime()
            outcome = Simulator.run(day)
            seconds = min(seconds, Double(CoreBenchmark.cpuTime() - start) / 1e9)
        }
        if let finding = outcome.finding { throw Failure("the day went wrong: \(finding)") }
        let growth = try growth(day, eventsADay: outcome.events)
        return Section(
            title:
                "simulation: \(outcome.events) events of a recorded day, fastest of \(passes)",
            measurements: [
                Measurement(
                    "events a second, core and world", Double(outcome.events) / seconds, "",
                    .atLeast(500_000)),
                Measurement(
                    "times real time", 86_400 / seconds, "", .atLeast(1_000_000)),
                Measurement("the day", seconds * 1_000, "ms", .atMost(90)),
                Measurement("memory grown over \(days) days", growth, "MiB", .atMost(4)),
            ])
    }

    /// How much larger the process is at the end of the days than after the first twelfth of them.
    private func growth(_ day: Scenario, eventsADay: Int) throws -> Double {
        var year = day
        var steps = day.steps
        // The night between two days.
        if !steps.isEmpty { steps[0].after = 60_000 }
        year.steps = []
        for _ in 0..<days { year.steps += steps }
        let early = max(1, days / 12) * eventsADay
        var (events, atEarly) = (0, 0)
        Progress.show("simulation: \(days) days")
        let outcome = Simulator.run(
            year,
            observing: { _, _, _ in
                events += 1
                if events == early { atEarly = Self.residentBytes }
            })
        if let finding = outcome.finding { throw Failure("the days went wrong: \(finding)") }
        return Double(Self.residentBytes - atEarly) / 1_048_576
    }

    private static var residentBytes: Int {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
            let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return 0 }
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }
}
