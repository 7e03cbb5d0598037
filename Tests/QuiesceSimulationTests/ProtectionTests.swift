import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceSimulation

@Suite("Protection in simulations") struct ProtectionTests {
    private func scenario(_ steps: Step...) throws -> Scenario {
        let app = AppManifest(
            id: try #require(AppID("app.a")), name: "A", version: "1", executable: "run",
            backgroundModes: [.fetch])
        return Scenario(header: .init(note: "passcode", profile: "ios8", apps: [app]), steps: steps)
    }

    @Test(
        "With a passcode a day with restarts, locks and wrong tries comes to rest",
        .behaviour("P3", "U3"))
    func restsInTheEnd() throws {
        let scenario = try scenario(
            Step(after: 0, .setPasscode), Step(after: 100, .open(app: 0)),
            Step(after: 1_000, .lock), Step(after: 5_000, .openProtectedFile(app: 0)),
            Step(after: 6_000, .unlock), Step(after: 10, .lock),
            Step(after: 11_000, .wrongPasscode),
            Step(after: 10, .killDaemon(at: .idle, downtime: 100)), Step(after: 500, .unlock),
            Step(after: 10, .powerCut(journalKept: false)), Step(after: 100, .fetch(app: 0)),
            Step(after: 10, .wrongPasscode), Step(after: 10, .wrongPasscode),
            Step(after: 10, .wrongPasscode), Step(after: 10, .wrongPasscode),
            Step(after: 10, .wrongPasscode), Step(after: 10, .reboot))
        #expect(Simulator.run(scenario).finding == nil)
    }

    @Test("A key that is handed out while locked is found", .behaviour("P3"))
    func leakedKey() throws {
        let scenario = try scenario(
            Step(after: 0, .setPasscode), Step(after: 100, .open(app: 0)),
            Step(after: 1_000, .beginTask(app: 0)), Step(after: 10, .lock),
            Step(after: 11_000, .openProtectedFile(app: 0)))
        #expect(Simulator.run(scenario).finding == nil)
        let finding = Simulator.run(
            scenario,
            tampering: { reaction in
                var reaction = reaction
                reaction.effects = reaction.effects.map {
                    guard case .answer(let ticket, .refused(let refusal)) = $0,
                        refusal.reason == .protectedDataUnavailable
                    else { return $0 }
                    return .answer(ticket, .done)
                }
                return reaction
            }
        ).finding
        #expect(finding?.invariant == .lockedIsUnreadable)
    }

    @Test("A launch before the first unlock is found", .behaviour("U3"))
    func earlyLaunch() throws {
        let scenario = try scenario(
            Step(after: 0, .setPasscode), Step(after: 100, .reboot),
            Step(after: 1_000, .fetch(app: 0)))
        #expect(Simulator.run(scenario).finding == nil)
        let finding = Simulator.run(
            scenario,
            tampering: { reaction in
                var reaction = reaction
                for decision in reaction.decisions where decision.reason == .awaitsFirstUnlock {
                    guard let app = decision.app else { continue }
                    reaction.effects.append(.spawn(app, Launch(number: 1), arguments: []))
                }
                return reaction
            }
        ).finding
        #expect(finding?.invariant == .nothingBeforeFirstUnlock)
    }
}
