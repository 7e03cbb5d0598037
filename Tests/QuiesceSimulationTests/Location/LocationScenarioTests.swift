import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceSimulation

/// Apps that want to know where the device is, and what they are told: in scenarios with faults,
/// judged by `LocationWatch`.
@Suite struct LocationScenarioTests {
    /// The device moves, apps ask and are opened, left, ended and restarted; the user changes his
    /// mind, daemons die.
    static func random(_ seed: UInt64) -> Scenario {
        var random = QuiesceSimulation.SeededGenerator(seed: seed)
        let apps = ["org.example.a", "org.example.b"].compactMap { AppID($0) }.map {
            AppManifest(
                id: $0, name: $0.name, version: "1", executable: "a", backgroundModes: [.location])
        }
        let often: [LocationStepKind] = [
            .move, .move, .move, .move, .move, .start, .stop, .stop, .open, .monitorBeacons, .hear,
            .hear, .hear,
        ]
        let kinds = LocationStepKind.allCases + often
        let begin = (0..<2).map { Step(after: 1, .permit(app: $0, .location, .authorized)) }
        let steps = (0..<80).map { _ -> Step in
            let app = random.below(2)
            let action: Step.Action =
                switch random.below(12) {
                case 0: .open(app: app)
                case 1: .home
                case 2: .die(app: app, signal: 11)
                case 3:
                    random.chance(percent: 50)
                        ? .quit(app: app)
                        : .killDaemon(at: random.pick(Step.DaemonDeath.allCases), downtime: 20)
                case _: random.pick(kinds).step(apps: 2, &random)
                }
            // Nothing moves so far in less than a second.
            return Step(after: random.pick([1, 2_000, 7_000, 400_000]), action)
        }
        return Scenario(
            header: .init(note: "seed \(seed)", profile: "ios8", apps: apps), steps: begin + steps)
    }

    @Test(
        "Places go to those who asked and may know, whatever happens",
        .behaviour("G1", "G2", "G3", "G4", "G5", "G6"))
    func seeds() {
        for seed in UInt64(1)...120 {
            let finding = Simulator.run(Self.random(seed)).finding
            #expect(finding == nil, "seed \(seed): \(finding?.description ?? "")")
        }
    }

    @Test("The same steps give the same places", .behaviour("G2"))
    func deterministic() {
        let scenario = Self.random(7)
        let hashes = (0..<2).map { _ in Simulator.run(scenario).hash }
        #expect(hashes[0] == hashes[1])
    }

    @Test("Steps are written and read again")
    func written() throws {
        let scenario = Self.random(3)
        #expect(try Scenario(lines: scenario.lines()) == scenario)
    }

    @Test(
        "A region is monitored on after a power cut, and launches its app",
        .behaviour("G4", "reliability D3"))
    func powerCut() throws {
        let app = AppManifest(
            id: try #require(AppID("app.a")), name: "A", version: "1", executable: "a")
        let device = SimulatedDevice(apps: [app])
        func perform(_ action: Step.Action) {
            device.perform(action)
            device.advance(by: .seconds(60))
        }
        let home = try #require(Position(latitude: 47, longitude: 11))
        let away = try #require(Position(latitude: 47.01, longitude: 11))
        let region = CircularRegion(identifier: "home", center: home, radius: 100)
        perform(.permit(app: 0, .location, .authorized))
        perform(.open(app: 0))
        perform(.location(.ask(app: 0, .monitor(region: WatchedRegion(.circle(region))))))
        perform(.location(.move(away, accuracy: 5)))
        perform(.powerCut(journalKept: false))
        let launches = device.device.machine.view(app.id)?.launch
        perform(.location(.move(home, accuracy: 5)))
        #expect(device.device.machine.view(app.id)?.launch.number == (launches?.number ?? 0) + 1)
        #expect(device.finding == nil)
    }

    static let bugs: [PlantedBug] = [
        PlantedBug(
            name: "the source stays on when nobody wants it any more", breaks: .locationAsAsked,
            preparing: { device in
                var last: LocationDemand?
                device.parts.location.misreads = { asked in
                    last = asked ?? last
                    return last
                }
            }),
        PlantedBug(
            name: "the source is off", breaks: .locationAsAsked,
            preparing: { $0.parts.location.misreads = { _ in nil } }),
        .hears("the user's no is taken for a yes", .locationAsAsked) {
            if case .setPermission(let app, .location, .denied, let ticket) = $0 {
                .setPermission(app, .location, .authorized, ticket)
            } else {
                $0
            }
        },
        .hears("places are taken for others", .locationAsAsked) {
            if case .location(.located(var fix)) = $0 {
                fix.position = .origin
                return .location(.located(fix))
            }
            return $0
        },
        .hears("beacons are taken for others", .locationAsAsked) {
            if case .location(.heard(var beacon)) = $0 {
                beacon.major = 1 - beacon.major
                return .location(.heard(beacon))
            }
            return $0
        },
        .hears("a beacon that is heard on is taken for gone", .locationAsAsked) {
            if case .location(.heard(let beacon)) = $0, beacon.minor == 0 {
                .location(.silent(Beacon(uuid: beacon.uuid, major: beacon.major, minor: 1)!))
            } else {
                $0
            }
        },
        .hears("updates are paused that may not be", .locationAsAsked) {
            if case .location(
                .asked(let app, let launch, let request, .start(let manager, var wish, let again))) =
                $0
            {
                wish.mayPause = true
                return .location(
                    .asked(
                        app, launch, request: request,
                        .start(manager: manager, wish: wish, again: again)))
            }
            return $0
        },
        .hears("the device lies still, and moves", .locationAsAsked) {
            if case .location(.located(var fix)) = $0,
                let start = Position(latitude: 47, longitude: 11)
            {
                fix.position = start
                return .location(.located(fix))
            }
            return $0
        },
        .hears("an app that wants no more is told on", .locationAsAsked) {
            if case .location(.asked(let app, let launch, let request, .stop(let manager))) = $0 {
                .location(.asked(app, launch, request: request, .stop(manager: manager + 10)))
            } else {
                $0
            }
        },
    ]

    @Test(
        "Random scenarios find each mistake, and few steps show it", .behaviour("G2", "G5"),
        arguments: bugs)
    func planted(bug: PlantedBug) throws {
        try bug.requireFew(steps: 8, in: 1...200) { seed in
            // A daemon that starts anew has no mistake planted.
            var scenario = Self.random(seed)
            scenario.steps.removeAll { if case .killDaemon = $0.action { true } else { false } }
            return scenario
        }
    }
}
