import QuiesceSimulation
import QuiesceVocabulary
import TestSupport
import Testing

@testable import QuiesceScenario

@Suite(.behaviour("A1", "A3")) struct SoundEventTests {
    private func steps(_ events: String...) throws -> [Step.Action] {
        let list = events.map { "  - at: 07:00\n    \($0)\n" }.joined()
        let text = """
            scenario: Sound
            device: {start: 2026-03-02 06:30}
            apps: [{id: org.example.Radio, modes: [audio]}]
            events:
            \(list)
            """
        return try ScenarioFile(text: text, path: "f").scenario.steps.map(\.action)
    }

    @Test("An app has a session and makes sound, and the sound server comes")
    func steps() throws {
        let steps = try steps(
            "sound: {app: Radio, session: playback, mixes: true}",
            "sound: {app: Radio, active: true}", "sound: {app: Radio, plays: true}",
            "sound: {app: Radio, plays: true, silent: true}",
            "sound: {app: Radio, records: true}", "sound: {app: Radio, plays: false}",
            "sound: {app: Radio, active: false}", "sound: {server: true}")
        for step: AudioStep in [
            .ask(app: 0, .set(AudioSetting(.playback, mixes: true))), .ask(app: 0, .activate),
            .sound(app: 0, plays: true, records: false, isLoud: true),
            .sound(app: 0, plays: true, records: false, isLoud: false),
            .sound(app: 0, plays: false, records: true, isLoud: false),
            .sound(app: 0, plays: false, records: false, isLoud: false),
            .ask(app: 0, .deactivate(notifies: true)), .server(isThere: true),
        ] {
            #expect(steps.contains(.audio(step)), "\(step)")
        }
    }

    @Test(
        "Whatever it can't mean is said",
        arguments: [
            ("{app: Radio}", "\"plays\" or \"records\""), ("{plays: true}", "sound needs \"app\""),
            ("{app: Radio, session: loud}", "soloAmbient"), ("{app: Radio, plays: much}", "much"),
        ])
    func wrong(_ sound: String, _ said: String) throws {
        let error = try #require(throws: (any Error).self) { try steps("sound: \(sound)") }
        #expect("\(error)".contains(said), "\(error)")
    }
}
