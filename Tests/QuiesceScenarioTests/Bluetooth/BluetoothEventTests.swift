import QuiesceCore
import QuiesceSimulation
import TestSupport
import Testing

@testable import QuiesceScenario

@Suite(.behaviour("B1")) struct BluetoothEventTests {
    private func steps(_ events: String...) throws -> [Step.Action] {
        let list = events.map { "  - at: 07:00\n    \($0)\n" }.joined()
        let text = """
            scenario: Belt
            device: {start: 2026-03-02 06:30}
            apps: [{id: org.example.Pulse, modes: [bluetooth-central]}]
            events:
            \(list)
            """
        return try ScenarioFile(text: text, path: "f").scenario.steps.map(\.action)
    }

    @Test("A belt is near, and an app is connected to it")
    func steps() throws {
        let steps = try steps(
            "bluetooth: {belt: near}", "bluetooth: {app: Pulse, open: true}",
            "bluetooth: {app: Pulse, scan: true}", "bluetooth: {app: Pulse, connect: true}",
            "bluetooth: {app: Pulse, notify: true}", "bluetooth: {beats: 10}",
            "bluetooth: {app: Pulse, connect: false}", "bluetooth: {belt: far}",
            "bluetooth: {adapter: false}")
        let belt = PlayedBluetooth.identifier(of: "Belt")
        for step: BluetoothStep in [
            .belt(isNear: true),
            .ask(app: 0, .open(manager: "belt", role: .central, restores: true)),
            .ask(app: 0, .scan(manager: "belt", services: ["180D"], duplicates: false)),
            .ask(app: 0, .connect(manager: "belt", peripheral: belt)),
            .ask(app: 0, .notify(peripheral: belt, handle: 2, isOn: true)), .beat(times: 10),
            .ask(app: 0, .disconnect(manager: "belt", peripheral: belt)), .belt(isNear: false),
            .adapter(isOn: false),
        ] {
            #expect(steps.contains(.bluetooth(step)), "\(step)")
        }
    }

    @Test(
        "Whatever it can't mean is said",
        arguments: [
            ("{app: Pulse}", "\"connect\""), ("{beat: 1}", "unknown key"),
            ("{}", "bluetooth needs"),
            ("{belt: there}", "near"), ("{beats: 0}", "1"), ("{adapter: much}", "much"),
        ])
    func wrong(_ words: String, _ said: String) throws {
        let error = try #require(throws: (any Error).self) { try steps("bluetooth: \(words)") }
        #expect("\(error)".contains(said), "\(error)")
    }
}
