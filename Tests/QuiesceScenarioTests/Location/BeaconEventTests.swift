import QuiesceSimulation
import QuiesceVocabulary
import TestSupport
import Testing

@testable import QuiesceScenario

@Suite("Beacons in scenarios", .behaviour("D1")) struct BeaconEventTests {
    private static let uuid = "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0"

    private func steps(_ events: String...) throws -> [Step.Action] {
        let list = events.map { "  - at: 07:00\n    \($0)\n" }.joined()
        let text = """
            scenario: Beacons
            device: {start: 2026-03-02 06:30}
            apps: [{id: org.example.Shop}]
            events:
            \(list)
            """
        return try ScenarioFile(text: text, path: "f").scenario.steps.map(\.action)
    }

    @Test("An app monitors them, and they are heard and gone")
    func steps() throws {
        let beacon = try #require(Beacon(uuid: Self.uuid, major: 7, minor: 1))
        let region = BeaconRegion(identifier: "shop", uuid: Self.uuid, major: 7)
        let steps = try steps(
            "location: {app: Shop, beacons: shop, uuid: \(Self.uuid.lowercased()), major: 7}",
            "beacon: {uuid: \(Self.uuid), major: 7, minor: 1}",
            "beacon: {uuid: \(Self.uuid), major: 7, minor: 1, gone: true}")
        for step: LocationStep in [
            .ask(app: 0, .monitor(region: WatchedRegion(.beacons(region)))), .hear(beacon),
            .silence(beacon),
        ] {
            #expect(steps.contains(.location(step)), "\(step)")
        }
    }

    @Test(
        "Whatever it can't mean is said",
        arguments: [
            ("beacon: {major: 1}", "beacons have a \"uuid\""),
            ("beacon: {uuid: shop}", "\"shop\" is no UUID"),
            ("beacon: {uuid: \(uuid), minor: 65536}", "from 0 to 65535"),
            ("beacon: {uuid: \(uuid), gone: maybe}", "true or false"),
            ("location: {app: Shop, beacons: shop}", "beacons have a \"uuid\""),
        ])
    func wrong(_ event: String, _ said: String) throws {
        let error = try #require(throws: (any Error).self) { try steps(event) }
        #expect("\(error)".contains(said), "\(error)")
    }
}
