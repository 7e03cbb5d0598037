import Foundation
import QuiesceCore
import QuiesceSimulation
import TestSupport
import Testing

@testable import QuiesceScenario

/// `docs/scenarios.md` says what is so.
@Suite struct ScenarioDocumentTests {
    private func document() throws -> String {
        try String(
            contentsOf: BuiltProducts.package.appending(path: "docs/scenarios.md"), encoding: .utf8)
    }

    @Test("The complete example runs, and does what it is said to do")
    func example() throws {
        let parts = try document().components(separatedBy: "```")
        let yaml = try #require(parts.first { $0.hasPrefix("yaml\n# Anything") }?.dropFirst(5))
        let file = try ScenarioFile(text: String(yaml), path: "docs/scenarios.md")
        let start = file.scenario.header.startMoment
        var summary = RunSummary(apps: file.scenario.header.apps, from: start)
        let outcome = Simulator.run(
            file.scenario,
            observing: { now, event, reaction in
                if start.wall <= now.wall, now.wall <= file.end {
                    summary.note(now, event, reaction)
                }
            })
        #expect(outcome.finding == nil, "\(outcome.finding?.description ?? "")")
        let mail = try #require(summary.apps.first)
        #expect(mail.wakes == ["fetch": 9, "push": 3])
        #expect(mail.kills == [.completionHandlerMissing: 3])
    }

    @Test("Every key is described")
    func keys() throws {
        let document = try document()
        for key in Reader.actions {
            #expect(document.contains("`\(key):"), "the event \(key)")
        }
        for key in Reader.behaviourKeys + Reader.later + Reader.callbacks {
            #expect(document.contains("`\(key)`"), "\(key)")
        }
    }
}
