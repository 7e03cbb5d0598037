import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceSimulation

/// Apps that ask for sensors, and what of their samples they get: in scenarios with faults, judged
/// by `MotionWatch`.
@Suite struct MotionScenarioTests {
    /// Sensors play, apps ask and are opened, left, ended and restarted; daemons die.
    static func random(_ seed: UInt64) -> Scenario {
        var random = QuiesceSimulation.SeededGenerator(seed: seed)
        let apps = ["org.example.a", "org.example.b"].compactMap { AppID($0) }.map {
            AppManifest(id: $0, name: $0.name, version: "1", executable: "a")
        }
        let steps = (0..<60).map { _ -> Step in
            let app = random.chance(percent: 50) ? 0 : 1
            let sensor = random.pick(MotionSensor.allCases)
            let action: Step.Action =
                switch random.below(12) {
                case 0, 1: .open(app: app)
                case 2: .home
                case 3, 4, 5:
                    .motion(
                        .ask(
                            app: app,
                            .start(
                                sensor: sensor,
                                interval: .milliseconds(random.pick([0, 10, 35, 200])))))
                case 6: .motion(.ask(app: app, .stop(sensor: sensor)))
                case 7, 8: .motion(.read(MotionReading(sensor, x: 0, y: 0, z: -1), times: 40))
                case 9:
                    random.chance(percent: 50)
                        ? .beginTask(app: app) : .endTask(app: app, known: true)
                case 10: random.chance(percent: 50) ? .fetch(app: app) : .die(app: app, signal: 11)
                case _:
                    random.chance(percent: 50)
                        ? .killDaemon(at: random.pick(Step.DaemonDeath.allCases), downtime: 20)
                        : .interrupt(random.pick([.alertShow, .alertDismiss]))
                }
            return Step(after: random.pick([1, 30, 400, 7_000]), action)
        }
        return Scenario(
            header: .init(note: "seed \(seed)", profile: "ios8", apps: apps), steps: steps)
    }

    @Test(
        "Samples go to those who asked and execute, as often as asked, whatever happens",
        .behaviour("H2", "S13"))
    func seeds() {
        for seed in UInt64(1)...120 {
            let finding = Simulator.run(Self.random(seed)).finding
            #expect(finding == nil, "seed \(seed): \(finding?.description ?? "")")
        }
    }

    @Test(
        "Samples go on when the daemon has died, also of what its journal couldn't take",
        .behaviour("H2", "reliability P8"))
    func restarts() throws {
        let app = AppManifest(
            id: try #require(AppID("app.a")), name: "A", version: "1", executable: "a")
        let device = SimulatedDevice(apps: [app])
        func ask(_ sensor: MotionSensor, milliseconds: Int64) {
            device.perform(
                .motion(
                    .ask(
                        app: 0,
                        .start(sensor: sensor, interval: .milliseconds(milliseconds)))))
            device.advance(by: .seconds(1))
        }
        func killDaemon() {
            device.perform(.killDaemon(at: .idle, downtime: 20))
            device.advance(by: .seconds(3))
        }
        device.perform(.open(app: 0))
        device.advance(by: .seconds(1))
        ask(.accelerometer, milliseconds: 100)
        #expect(device.parts.motion.reads == [.accelerometer: .milliseconds(100)])
        killDaemon()
        #expect(device.parts.motion.reads == [.accelerometer: .milliseconds(100)])
        #expect(
            !device.decisions.contains { $0.reason == .motionStarted },
            "what is asked again is nothing new")
        device.perform(.disk(.full))
        ask(.gyroscope, milliseconds: 20)
        ask(.accelerometer, milliseconds: 50)
        killDaemon()
        #expect(
            device.parts.motion.reads == [
                .accelerometer: .milliseconds(50), .gyroscope: .milliseconds(20),
            ])
        #expect(device.finding == nil)
    }

    @Test("The same steps give the same samples", .behaviour("H2"))
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

    static let bugs: [PlantedBug] = [
        PlantedBug(
            name: "whoever asked once gets samples for ever, also suspended",
            breaks: .samplesAsAsked,
            preparing: { device in
                var ever: [MotionFeed] = []
                device.device.motion.misfeed = { now in
                    ever.removeAll { old in now.contains { $0.app == old.app } }
                    ever += now
                    return ever
                }
            }),
        PlantedBug(
            name: "another app gets them", breaks: .samplesAsAsked,
            preparing: { device in
                let other = device.apps[1].id
                device.device.motion.misfeed = { now in
                    now + now.map { MotionFeed(app: other, launch: $0.launch, wishes: $0.wishes) }
                }
            }),
        PlantedBug(
            name: "nobody gets any", breaks: .samplesAsAsked,
            preparing: { $0.device.motion.misfeed = { _ in [] } }),
        PlantedBug(
            name: "they come more often than was asked", breaks: .samplesAsAsked,
            preparing: {
                $0.device.motion.misfeed = { now in
                    now.map { feed in
                        MotionFeed(
                            app: feed.app, launch: feed.launch,
                            wishes: feed.wishes.map {
                                MotionWish($0.sensor, each: .milliseconds(10))
                            })
                    }
                }
            }),
        PlantedBug(
            name: "an app's last word never reaches the daemon", breaks: .samplesAsAsked,
            preparing: {
                $0.parts.motion.loses = { if case .stop = $0 { true } else { false } }
            }),
        .hears("a sensor stays on when nobody wants it any more", .samplesAsAsked) {
            if case .motion(.asked(let app, let launch, let request, .stop)) = $0 {
                .motion(
                    .asked(app, launch, request: request, .stop(sensor: .magnetometer)))
            } else {
                $0
            }
        },
    ]

    @Test(
        "Random scenarios find each mistake, and few steps show it", .behaviour("H2"),
        arguments: bugs)
    func planted(bug: PlantedBug) throws {
        try bug.requireFew(steps: 6, in: 1...60) { seed in
            // A daemon that starts anew has no mistake planted.
            var scenario = Self.random(seed)
            scenario.steps.removeAll { if case .killDaemon = $0.action { true } else { false } }
            return scenario
        }
    }
}
