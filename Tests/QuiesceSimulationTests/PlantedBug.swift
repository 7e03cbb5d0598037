import QuiesceCore
import Testing

@testable import QuiesceSimulation

/// A bug put between the core and the world, or into the world: seeds must find it.
struct PlantedBug: Sendable, CustomTestStringConvertible {
    var name: String
    var breaks: Invariant
    var tampering: (@Sendable (Reaction) -> Reaction)?
    var mishearing: (@Sendable (Event) -> Event)?
    var preparing: @Sendable (SimulatedDevice) -> Void = { _ in }
    var testDescription: String { name }

    /// Replaces each effect by those that `change` returns.
    static func effects(
        _ name: String, _ breaks: Invariant, _ change: @escaping @Sendable (Effect) -> [Effect]
    ) -> PlantedBug {
        PlantedBug(name: name, breaks: breaks) {
            var reaction = $0
            reaction.effects = reaction.effects.flatMap(change)
            return reaction
        }
    }

    /// Replaces each change by those that `change` returns.
    static func changes(
        _ name: String, _ breaks: Invariant, _ change: @escaping @Sendable (Change) -> [Change]
    ) -> PlantedBug {
        PlantedBug(name: name, breaks: breaks) {
            var reaction = $0
            reaction.changes = reaction.changes.flatMap(change)
            return reaction
        }
    }

    /// Does what was promised at once, where `effect` says how: before it is on disk.
    static func promises(
        _ name: String, _ breaks: Invariant,
        tooEarly effect: @escaping @Sendable (Promise) -> Effect?
    ) -> PlantedBug {
        PlantedBug(name: name, breaks: breaks) {
            var reaction = $0
            reaction.effects += reaction.promises.compactMap(effect)
            reaction.promises.removeAll { effect($0) != nil }
            return reaction
        }
    }

    static let acknowledgesTooEarly: @Sendable (Promise) -> Effect? = {
        if case .ack(let app, let launch, let request) = $0 {
            .ack(app, launch, request: request)
        } else {
            nil
        }
    }

    /// The core hears something else than happened.
    static func hears(
        _ name: String, _ breaks: Invariant, _ change: @escaping @Sendable (Event) -> Event
    ) -> PlantedBug {
        PlantedBug(name: name, breaks: breaks, mishearing: change)
    }

    func run(_ scenario: Scenario) -> Outcome {
        Simulator.run(
            scenario, tampering: tampering, mishearing: mishearing, preparing: preparing)
    }

    /// The first of the seeds' scenarios that shows it.
    func find(
        in seeds: ClosedRange<UInt64>, _ scenario: (UInt64) -> Scenario
    ) -> (scenario: Scenario, finding: Finding)? {
        for seed in seeds {
            let scenario = scenario(seed)
            if let finding = run(scenario).finding, finding.invariant == breaks {
                return (scenario, finding)
            }
        }
        return nil
    }

    /// One of the seeds' scenarios shows it, also once all but a few steps are left out; without
    /// the bug nothing is wrong.
    /// - Returns: what is wrong after those steps.
    @discardableResult
    func requireFew(
        steps most: Int, in seeds: ClosedRange<UInt64>, _ scenario: (UInt64) -> Scenario
    ) throws -> Finding {
        let found = try #require(find(in: seeds, scenario)?.scenario)
        let smallest = try #require(Simulator.shrink(found, running: run))
        #expect(smallest.steps.count <= most, "\(smallest.steps)")
        #expect(Simulator.run(smallest).finding == nil, "without the bug nothing is wrong")
        let finding = try #require(run(smallest).finding)
        #expect(finding.invariant == breaks)
        return finding
    }
}
