import QuiesceSimulation
import QuiesceVocabulary
import TestSupport
import Testing

@testable import QuiesceScenario

@Suite(.behaviour("H2")) struct MotionEventTests {
    private func steps(_ events: String...) throws -> [Step.Action] {
        let list = events.map { "  - at: 07:00\n    \($0)\n" }.joined()
        let text = """
            scenario: Motion
            device: {start: 2026-03-02 06:30}
            apps: [{id: org.example.Level}]
            events:
            \(list)
            """
        return try ScenarioFile(text: text, path: "f").scenario.steps.map(\.action)
    }

    @Test("An app asks for a sensor, and a sensor reads what the file says")
    func steps() throws {
        let steps = try steps(
            "motion: {app: Level, start: accelerometer, each: 20ms}",
            "motion: {app: Level, stop: accelerometer}",
            "motion: {reading: gyroscope 0 1.5 0, times: 50}")
        for step: MotionStep in [
            .ask(app: 0, .start(sensor: .accelerometer, interval: .milliseconds(20))),
            .ask(app: 0, .stop(sensor: .accelerometer)),
            .read(MotionReading(.gyroscope, x: 0, y: 1.5, z: 0), times: 50),
        ] {
            #expect(steps.contains(.motion(step)), "\(step)")
        }
    }

    @Test(
        "Whatever it can't mean is said",
        arguments: [
            ("{app: Level}", "\"start\" or \"stop\""),
            ("{start: accelerometer}", "motion needs \"app\""),
            ("{reading: barometer 1 2 3}", "accelerometer, gyroscope, magnetometer"),
            ("{reading: gyroscope 1 2 up}", "is not a number"),
            ("{app: Level, start: barometer}", "barometer"),
        ])
    func wrong(_ motion: String, _ said: String) throws {
        let error = try #require(throws: (any Error).self) { try steps("motion: \(motion)") }
        #expect("\(error)".contains(said), "\(error)")
    }
}
