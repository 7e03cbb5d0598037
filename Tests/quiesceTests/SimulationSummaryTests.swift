import Foundation
import QuiesceCore
import QuiesceScenario
import QuiesceSimulation
import Testing

@testable import quiesce

@Suite struct SimulationSummaryTests {
    private static let text = """
        scenario: x
        apps: [{id: a.b, modes: [fetch]}]
        events:
          - {at: 08:00, open: b}
          - {at: 09:00, home: }
        """

    /// The summary of a run in which `tampering` changes the core's effects.
    private func summary(
        tampering: (@Sendable (Reaction) -> Reaction)? = nil
    ) throws -> SimulationSummary {
        let file = try ScenarioFile(text: Self.text, path: "day.yaml")
        let header = file.scenario.header
        var summary = RunSummary(apps: header.apps, from: header.startMoment)
        let outcome = Simulator.run(file.scenario, tampering: tampering)
        summary.finish(at: outcome.end)
        return SimulationSummary(file: file, outcome: outcome, summary: summary)
    }

    @Test("A mistake of the policy is shown with the line of the event that brought it about")
    func finding() throws {
        let summary = try summary {
            var reaction = $0
            reaction.effects.removeAll { if case .arm = $0 { true } else { false } }
            return reaction
        }
        #expect(try #require(summary.problem).hasPrefix("something happened that must not;"))
        let last = summary.lines(coloured: false).joined(separator: "\n")
        #expect(last.contains("This must not happen: the timer is set"), "\(last)")
        #expect(last.contains("(day.yaml:4, after "), "\(last)")
        let json = try JSONSerialization.jsonObject(with: Data(summary.json().utf8))
        let finding = try #require((json as? [String: Any])?["finding"] as? [String: Any])
        #expect(finding["line"] as? Int == 4)
    }

    @Test("What doesn't come to rest in the day after is told from what must not happen")
    func settling() throws {
        let summary = try summary {
            var reaction = $0
            reaction.effects.removeAll { if case .answer(_, .done) = $0 { true } else { false } }
            return reaction
        }
        let problem = try #require(summary.problem)
        #expect(problem.hasPrefix("something did not come to rest"), "\(problem)")
        let last = summary.lines(coloured: false).joined(separator: "\n")
        #expect(last.contains("in the day without faults after it"), "\(last)")
    }

    @Test("Nothing found is exit code 0, and no finding in the JSON")
    func nothing() throws {
        let summary = try summary()
        #expect(summary.problem == nil)
        #expect(!summary.json().contains("finding"))
    }

    @Test(
        "Spans have two units at most, and are rounded",
        arguments: [
            (0, "0 s"), (3, "3 ms"), (9_997, "10 s"), (39_950, "40 s"), (4_520, "4.5 s"),
            (59_999, "1 min"), (60_000, "1 min"), (3_599_999, "1 h"), (7_260_000, "2 h 1 min"),
            (93_600_000, "1 d 2 h"),
        ])
    func spans(milliseconds: Int64, text: String) {
        #expect(HumanText.span(.milliseconds(milliseconds)) == text)
    }
}
