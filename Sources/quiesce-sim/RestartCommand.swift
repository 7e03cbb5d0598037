import ArgumentParser
import Foundation
import QuiesceSimulation

extension QuiesceSim {
    struct Restart: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let the daemon die at every event, and compare what lasts.",
            discussion: """
                The scenario is run once for each event and kind of death: killed before the event is \
                recorded, before it is acted on, after that; and the power cut, the journal lost. What \
                lasts must be as if nothing had happened: verdicts of wake-ups, installed apps, \
                force-quits. A seed stands for a scenario whose steps are far apart and without faults.
                """)

        @Argument(help: "A seed, or a scenario file.")
        var scenario: String
        @Option(help: "Steps in the scenario of a seed.")
        var events = 20
        @Option(name: .shortAndLong, help: "Write the scenario of a seed to this file, too.")
        var output: String?

        func run() throws {
            let loaded =
                if let seed = UInt64(scenario) { Scenario.calm(seed: seed, events: events) } else {
                    try load(scenario, events: events)
                }
            if let output {
                try Data(loaded.lines().utf8).write(to: URL(fileURLWithPath: output))
            }
            let (events, difference) = Simulator.checkRestarts(loaded)
            guard let difference else {
                let deaths = RestartDeath.allCases.count
                print("\(events) events, \(deaths) deaths at each: the outcome is the same.")
                return
            }
            print(difference)
            throw ExitCode(129)
        }
    }
}
