import Foundation
import QuiesceCore
import QuiesceCoreHarness
import QuiesceSimulation

/// Measures the core's cost of a fix where one app and where 200 apps monitor regions, how fast a
/// track replays, and how soon a suspended app's delegate has a fix.
struct LocationBenchmark {
    private static let few = (apps: 1, regions: 1)
    private static let many = (apps: 200, regions: 20)
    /// Fixes of one sample: one alone is too short for the clock.
    private static let fixes = 100
    let rounds: Int

    func run() throws -> Section {
        var section = Section(title: "location (\(rounds) of each, in turn)")
        try core(&section)
        try replay(&section)
        try delegate(&section)
        return section
    }

    // MARK: The core

    private func core(_ section: inout Section) throws {
        Progress.show("location: making \(Self.many.apps) apps")
        var few = Traveller(apps: Self.few.apps, regions: Self.few.regions)
        var many = Traveller(apps: Self.many.apps, regions: Self.many.regions)
        for round in 0..<(rounds + Traveller.warmUp) {
            Progress.show("location: \(round) of \(rounds)")
            few.move(Self.fixes, isCounted: round >= Traveller.warmUp)
            many.move(Self.fixes, isCounted: round >= Traveller.warmUp)
        }
        let (least, most) = (
            few.samples.median / Double(Self.fixes), many.samples.median / Double(Self.fixes)
        )
        section.measurements += [
            Measurement("a fix, 1 app with 1 region, p50", least / 1_000, "µs"),
            Measurement("a fix, 200 apps with 20 regions each, p50", most / 1_000, "µs"),
            Measurement("200 × 20 / 1 × 1, p50", most / least, "×", .atMost(5)),
        ]
    }

    // MARK: The simulator

    /// An hour's walk, a place each second, which an app in front is told of.
    private func replay(_ section: inout Section) throws {
        guard let app = AppID("org.example.Runner"),
            let home = Position(latitude: 47, longitude: 8)
        else { return }
        let manifest = AppManifest(
            id: app, name: "Runner", version: "1", executable: "Runner",
            backgroundModes: [.location])
        var steps = [
            Step(after: 0, .permit(app: 0, .location, .authorized)),
            Step(after: 1_000, .open(app: 0)),
            Step(
                after: 1_000,
                .location(
                    .ask(
                        app: 0, .start(manager: 1, wish: LocationWish(accuracy: 10, distance: 0)))
                )),
        ]
        for second in 0..<3_600 {
            let latitude = home.latitudeDegrees + Double(second) * 1.4 / 111_195
            guard let place = Position(latitude: latitude, longitude: 8) else { continue }
            steps.append(Step(after: 1_000, .location(.move(place, accuracy: 5))))
        }
        let hour = Scenario(
            header: .init(note: "an hour's walk", profile: "ios8", apps: [manifest]), steps: steps)
        var seconds = Double.infinity
        for pass in 0..<10 {
            Progress.show("location: walk \(pass) of 10")
            let start = CoreBenchmark.cpuTime()
            let outcome = Simulator.run(hour)
            seconds = min(seconds, Double(CoreBenchmark.cpuTime() - start) / 1e9)
            if let finding = outcome.finding { throw Failure("the walk went wrong: \(finding)") }
        }
        section.measurements.append(
            Measurement("an hour's walk of 3,600 places, times real time", 3_600 / seconds, ""))
    }

    // MARK: A device

    private func delegate(_ section: inout Section) throws {
        let device = try BenchDevice(traced: true)
        defer { device.stop() }
        let bare = try Bare(threads: 1)
        defer { bare.stop() }
        let app = try device.install("Runner")
        try device.ask(
            #"{"type":"setPermission","app":"\#(app)","permission":"location","state":"authorized"}"#
        )
        try device.openAndLeave(app)
        let marks = try device.marks(app)
        var (reference, wake) = (Samples(), Samples())
        for round in 0..<(rounds + Traveller.warmUp) {
            Progress.show("location: fix \(round) of \(rounds)")
            let sample = try bare.sample()
            BenchDevice.rest()
            let place = "\(47 + Double(round) * 0.001)"
            let total = try device.wake(
                app, marks,
                by: #"{"type":"sendEvent","words":["location","\#(place)","8","accuracy","5"]}"#,
                until: .located
            ).total
            BenchDevice.rest()
            guard round >= Traveller.warmUp else { continue }
            reference.add(sample.wake)
            wake.add(total)
        }
        section.measurements += [
            Measurement("bare wake, p50", reference.median / 1_000, "µs"),
            Measurement("a fix to the delegate of a suspended app, p50", wake.median / 1_000, "µs"),
            Measurement("fix to delegate / bare, p50", wake.median / reference.median, "×"),
            Measurement("fix to delegate / bare, p99", wake.p99 / reference.p99, "×"),
        ]
    }
}

/// A core whose apps, all of them suspended, monitor regions nowhere near the device, which moves.
private struct Traveller {
    /// These make what is shared with the recording the core's own.
    static let warmUp = 20

    private var machine: SystemMachine
    private var now: Moment
    private var latitude = 40.0
    private var direction = 1.0
    private(set) var samples = Samples()

    init(apps: Int, regions: Int) {
        let crowd = RegionCrowd(apps: apps, regions: regions)
        machine = crowd.machine
        now = crowd.now
    }

    /// By 100 m a second, to the north and back again.
    mutating func move(_ count: Int, isCounted: Bool) {
        let events = (0..<count).compactMap { step -> (LocationEvent, Moment)? in
            let latitude = latitude + Double(step) * 0.0009 * direction
            let moment = now.advanced(by: .seconds(Int64(step + 1)))
            return Position(latitude: latitude, longitude: 5).map {
                (.located(LocationFix(position: $0, accuracy: 5, time: moment.wall)), moment)
            }
        }
        let start = CoreBenchmark.cpuTime()
        for (event, moment) in events { _ = machine.handle(.location(event), at: moment) }
        let took = CoreBenchmark.cpuTime() - start
        now = events.last?.1 ?? now
        latitude += Double(count) * 0.0009 * direction
        if !(40...44).contains(latitude) { direction = latitude < 40 ? 1 : -1 }
        if isCounted { samples.add(took) }
    }
}

/// Apps that each monitor regions of a town of their own, and are suspended.
private final class RegionCrowd: CoreHarness {
    private let ids: [AppID]
    private let regions: Int

    init(apps: Int, regions: Int) {
        ids = (0..<apps).compactMap { AppID("org.example.crowd.App\(1000 + $0)") }
        self.regions = regions
        super.init(SystemMachine(profile: .ios8))
        for (number, app) in ids.enumerated() {
            let manifest = AppManifest(
                id: app, name: "App \(number)", version: "1", executable: "App")
            send(.install(manifest, StagedBundle(UInt64(number)), newTicket()))
            send(.setPermission(app, .location, .authorized, newTicket()))
            send(.open(app, arguments: [], newTicket()))
            advance(by: .seconds(1))
            send(.home(newTicket()))
            advance(by: .seconds(1))
        }
        advance(by: .seconds(60))
    }

    override func receive(_ delivery: Delivery, _ process: AppProcess) {
        if case .finishLaunching = delivery.call { monitor(process) }
        super.receive(delivery, process)
    }

    private func monitor(_ process: AppProcess) {
        let (app, launch) = (process.app, process.launch)
        let town = 47 + Double(ids.firstIndex(of: app) ?? 0) * 0.003
        for region in 0..<regions {
            guard let center = Position(latitude: town, longitude: 8 + Double(region) * 0.004)
            else { continue }
            let circle = CircularRegion(
                identifier: "region \(region)", center: center, radius: 100)
            perform(process) {
                .location(
                    .asked(
                        app, launch, request: $0,
                        .monitor(region: WatchedRegion(.circle(circle)))))
            }
        }
    }
}
