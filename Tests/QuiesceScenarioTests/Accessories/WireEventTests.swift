import QuiesceSimulation
import QuiesceVocabulary
import TestSupport
import Testing

@testable import QuiesceScenario

@Suite(.behaviour("E1", "E2")) struct WireEventTests {
    private func file(_ events: String...) throws -> ScenarioFile {
        let list = events.map { "  - at: 07:00\n    \($0)\n" }.joined()
        let text = """
            scenario: Kitchen
            device: {start: 2026-03-02 06:30}
            apps: [{id: org.example.Kitchen, modes: [external-accessory], accessories: [org.example.scale]}]
            events:
            \(list)
            """
        return try ScenarioFile(text: text, path: "f")
    }

    @Test("Accessories come, send and go, and an app speaks to them")
    func steps() throws {
        let scenario = try file(
            "wire: {plug: Scale, speaks: [org.example.scale]}",
            "wire: {app: Kitchen, opens: Scale}", "wire: {from: Scale, bytes: 12}",
            "wire: {from: Scale}", "wire: {app: Kitchen, closes: true}", "wire: {pull: Scale}"
        ).scenario
        let steps = scenario.steps.map(\.action)
        for step: AccessoryStep in [
            .plug(name: "Scale", protocols: ["org.example.scale"]), .open(app: 0, name: "Scale"),
            .sends(name: "Scale", bytes: 12), .sends(name: "Scale", bytes: 1), .close(app: 0),
            .pull(name: "Scale"),
        ] {
            #expect(steps.contains(.accessory(step)), "\(step)")
        }
        #expect(scenario.header.apps[0].accessoryProtocols == ["org.example.scale"])
    }

    @Test(
        "Whatever it can't mean is said",
        arguments: [
            ("{plug: Scale}", "\"speaks\""), ("{bytes: 3}", "wire needs"),
            ("{app: Kitchen}", "\"opens\""), ("{from: Scale, bytes: many}", "many"),
        ])
    func wrong(_ wire: String, _ said: String) throws {
        let error = try #require(throws: (any Error).self) { _ = try file("wire: \(wire)") }
        #expect("\(error)".contains(said), "\(error)")
    }
}
