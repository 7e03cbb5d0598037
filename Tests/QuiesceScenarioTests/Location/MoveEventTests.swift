import Foundation
import QuiesceSimulation
import QuiesceVocabulary
import TestSupport
import Testing

@testable import QuiesceScenario

@Suite("The device goes along a track", .behaviour("D1", "G2")) struct MoveEventTests {
    /// Ten seconds to the north, at 10 m/s.
    private static let gpx = """
        <gpx version="1.1" creator="test"><trk><trkseg>
        <trkpt lat="47" lon="8"><time>2026-01-01T08:00:00Z</time></trkpt>
        <trkpt lat="47.000899322" lon="8"><time>2026-01-01T08:00:10Z</time></trkpt>
        </trkseg></trk></gpx>
        """

    /// With `walk.gpx` beside it.
    private func file(_ events: String..., lasts: String = "1h") throws -> ScenarioFile {
        let folder = try ScratchDirectory()
        try Data(Self.gpx.utf8).write(to: URL(filePath: folder.file("walk.gpx")))
        try Data("<gpx>".utf8).write(to: URL(filePath: folder.file("half.gpx")))
        let list = events.map { "  - {\($0)}\n" }.joined()
        return try ScenarioFile(
            text: """
                scenario: A walk
                device: {start: 2026-03-02 08:00, lasts: \(lasts)}
                apps: [{id: org.example.Runner, modes: [location]}]
                events:
                \(list)
                """, path: folder.file("walk.yaml"))
    }

    /// The time of each place, in milliseconds since the start, and the place's position.
    private func places(_ file: ScenarioFile) -> [(at: Int64, position: Position)] {
        var now: Int64 = 0
        return file.scenario.steps.compactMap { step in
            now += step.after
            guard case .location(.move(let position, _)) = step.action else { return nil }
            return (now, position)
        }
    }

    @Test("A place comes each second, from the event on, and what else happens comes between")
    func walk() throws {
        let file = try file(
            "at: 08:15, move: {gpx: walk.gpx, speed: 2.5, accuracy: 8}", "at: +1500ms, lock: ")
        let places = places(file)
        let begin: Int64 = 15 * 60_000
        #expect(places.map(\.at) == [0, 1_000, 2_000, 3_000, 4_000].map { begin + $0 })
        #expect(places[0].position == Position(latitude: 47, longitude: 8))
        #expect(places[4].position == Position(latitude: 47.000899322, longitude: 8))
        let lock = try #require(file.scenario.steps.firstIndex { $0.action == .lock })
        let before = file.scenario.steps[..<lock].map(\.after).reduce(0, +)
        #expect(before + file.scenario.steps[lock].after == begin + 1_500)
        #expect(
            file.scenario.steps.contains {
                $0.action == .location(.move(places[0].position, accuracy: 8))
            })
    }

    @Test("It is walked again each time, with as much between the places as the file says")
    func again() throws {
        let places = try places(
            file("at: every 20m, move: {gpx: walk.gpx, each: 4s}"))
        let walk: [Int64] = [0, 4_000, 8_000, 10_000]
        #expect(places.map(\.at) == (walk + walk.map { $0 + 1_200_000 }).map { $0 + 1_200_000 })
    }

    @Test(
        "Whatever can't be walked is said, with its line",
        arguments: [
            ("{gpx: none.gpx}", "none.gpx: No such file"),
            ("{gpx: half.gpx}", "not XML"),
            ("{speed: 2}", "move needs \"gpx\""),
            ("{gpx: walk.gpx, speed: fast}", "is not a speed"),
            ("{gpx: walk.gpx, speed: 0}", "is not a speed"),
            ("{gpx: walk.gpx, speed: 80}", "goes 800 m/s"),
            ("{gpx: walk.gpx, each: 0s}", "by some time"),
            ("{gpx: walk.gpx, app: Runner}", "unknown key \"app\""),
            ("walk.gpx", "move is a map"),
        ])
    func wrong(_ move: String, _ said: String) throws {
        let error = try #require(throws: ScenarioProblems.self) {
            try file("at: 08:15, move: \(move)")
        }
        #expect("\(error)".contains(said), "\(error)")
        #expect(error.problems.first?.line == 5)
    }

    @Test("A walk that goes on after the end of the scenario is an error")
    func late() throws {
        let error = try #require(throws: ScenarioProblems.self) {
            try file("at: 08:01:55, move: {gpx: walk.gpx}", lasts: "2m")
        }
        #expect("\(error)".contains("goes on after the end"), "\(error)")
    }

    @Test("A runner who is suspended is woken for each place", .behaviour("G3"))
    func woken() throws {
        let file = try file(
            "at: 08:01, permit: {app: Runner, permission: location, state: authorized}",
            "at: 08:02, open: Runner", "at: +1s, location: {app: Runner, start: 10}",
            "at: +1s, home: ", "at: 08:15, move: {gpx: walk.gpx, each: 5s}")
        var woken = 0
        let outcome = Simulator.run(
            file.scenario,
            observing: { _, _, reaction in
                woken += reaction.decisions.count {
                    $0.kind == .wake && $0.reason == .wokenForLocation
                }
            })
        #expect(outcome.finding == nil, "\(outcome.finding?.description ?? "")")
        #expect(woken == 3)
    }
}
