import QuiesceCore
import Testing

@testable import QuiesceSimulation

@Suite struct RestartTests {
    @Test("Whichever event the daemon dies at, what lasts is the same", arguments: 1...6)
    func everyEvent(seed: UInt64) {
        let result = Simulator.checkRestarts(.calm(seed: seed), every: 89)
        #expect(result.difference == nil, "\(result.difference?.description ?? "")")
        #expect(result.deaths >= 8)
    }

    /// Undisturbed runs of calm scenarios.
    private static let outcomes: [DurableOutcome] = (UInt64(1)...30).map { seed in
        var run = RestartRun(.calm(seed: seed))
        run.run()
        return run.outcome
    }

    @Test(
        "Calm scenarios come to every kind of fact that is compared, and it is missed",
        arguments: DurableKind.compared)
    func missing(kind: DurableKind) throws {
        let mistakes = Self.outcomes.lazy.compactMap { Mistake(in: $0, of: kind) }
        let mistake = try #require(mistakes.first)
        // Sessions and transfers that are on their way after a power cut are compared by how they
        // end.
        let isOnTheWay = [.session, .transfer].contains(kind)
        for death in [.init()] + (isOnTheWay ? [] : [DurableOutcome.Death(cutIn: -1)]) {
            #expect(mistake.outcome.difference(from: mistake.outcome, after: death) == nil)
            #expect(mistake.lost.difference(from: mistake.outcome, after: death)?.kind == kind)
            #expect(mistake.outcome.difference(from: mistake.lost, after: death)?.kind == kind)
        }
        #expect(mistake.doubled.difference(from: mistake.outcome, after: .init())?.kind == kind)
    }

    /// An outcome, and the same with one thing of a kind left out, or there twice.
    private struct Mistake {
        var outcome: DurableOutcome
        var lost: DurableOutcome
        var doubled: DurableOutcome

        /// nil: there is nothing of that kind.
        init?(in outcome: DurableOutcome, of kind: DurableKind) {
            (self.outcome, lost, doubled) = (outcome, outcome, outcome)
            for (place, rest) in outcome.rests.enumerated()
            where kind != .session || rest.facts.keys.contains(where: { $0.kind == .transfer }) {
                guard let name = rest.facts.keys.filter({ $0.kind == kind }).min() else { continue }
                lost.rests[place].facts[name] = nil
                doubled.rests[place].facts[name]? += rest.facts[name] ?? []
                return
            }
            // Those for fetches, tasks and transfers may come or not.
            func counts(_ name: DurableName) -> Bool {
                name.kind == kind && !name.isOfFetches && !name.isOfTasks && !name.isOfTransfers
            }
            guard let name = outcome.endings.first(where: { counts($0.name) })?.name,
                let place = outcome.endings.firstIndex(where: { $0.name == name })
            else { return nil }
            lost.endings.removeAll { $0.name == name }
            doubled.endings.append(outcome.endings[place])
        }
    }

    @Test("A fact that a power cut takes, or changes, is missed", arguments: DurableKind.compared)
    func lostFact(kind: DurableKind) throws {
        let (scenario, undisturbed, event) = try #require(Self.first(kind))
        // It takes some events until the disk has it, and until nothing else tells the same.
        let differences = [2, 4, 8, 16, 32, 64, 128].lazy.compactMap {
            later -> RestartDifference? in
            var run = RestartRun(
                scenario, (event + later, .powerCut), starts: undisturbed.starts
            ) { device in
                device.isJudged = false
                device.rereads = { DurableKind($0) == kind ? nil : $0 }
            }
            run.run()
            return run.difference(from: undisturbed)
        }
        #expect(differences.first?.difference?.kind == kind)
    }

    /// The first event in a calm scenario that stores a fact of a kind.
    private static func first(
        _ kind: DurableKind
    ) -> (scenario: Scenario, undisturbed: RestartRun, event: Int)? {
        for seed in UInt64(1)...30 {
            let scenario = Scenario.calm(seed: seed)
            var (events, first) = (0, Int?.none)
            var run = RestartRun(scenario) { device in
                device.observer = { _, _, reaction in
                    events += 1
                    for case .record(.put(let fact)) in reaction.changes
                    where first == nil && DurableKind(fact) == kind {
                        first = events
                    }
                }
            }
            run.run()
            if let first { return (scenario, run, first) }
        }
        return nil
    }
}
