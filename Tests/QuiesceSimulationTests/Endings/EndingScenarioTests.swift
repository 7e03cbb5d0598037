import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceSimulation

/// Apps that ask for something right after they have said that they are done, judged by
/// `EndingPart`.
@Suite struct EndingScenarioTests {
    static func random(_ seed: UInt64) -> Scenario { .random(seed: seed, with: ["endings"]) }

    @Test(
        "The daemon has heard it when they are suspended, whatever happens",
        .behaviour("F5", "R5", "T6"))
    func seeds() {
        for seed in UInt64(1)...120 {
            let finding = Simulator.run(Self.random(seed)).finding
            #expect(finding == nil, "seed \(seed): \(finding?.description ?? "")")
        }
    }

    static let saysEndsFirst = PlantedBug(
        name: "the end is said first, and the rest of the turn freezes", breaks: .turnsAreWhole,
        preparing: { $0.parts.endings.saysEndsFirst = true })

    @Test("Random scenarios find an app that says so first, and few steps show it")
    func planted() throws {
        try Self.saysEndsFirst.requireFew(steps: 4, in: 1...40) { Self.random($0) }
    }
}
