import QuiesceCore

/// The steps that a generator chooses from where apps want to know where the device is.
enum LocationStepKind: StepMix {
    case move, start, stop, significant, monitor, forget, permit, source, open, home,
        monitorBeacons,
        hear, silence

    static let name = "location"
    static let percentOfSeeds = 10
    static let isEverywhere = true
    static let draws: (ofSome: UInt64, ofEvery: UInt64) = (0x6c6f_6361_7465, 0x706c_6163_6573)
    static let common = Self.move
    static let pauses: [Int64] = [0, 5, 900, 30_000, 400_000, 1_000_000]

    /// The largest weight.
    var most: Int {
        switch self {
        case .move: 30
        case .start, .monitor: 10
        case .stop, .significant, .forget, .permit, .open, .home, .monitorBeacons, .silence: 4
        case .hear: 8
        case .source: 1
        }
    }

    static func begin(_ header: inout Scenario.Header, _ random: inout SeededGenerator) -> [Step] {
        declare([.location], percent: 70, &header, &random)
        return []
    }

    func step(apps: Int, _ random: inout SeededGenerator) -> Step.Action {
        let app = random.below(apps)
        let region = "region \(random.below(3))"
        return switch self {
        case .move:
            .location(.move(Self.place(&random), accuracy: random.pick([-1, 0, 5, 65, 1_000])))
        case .start:
            .location(
                .ask(
                    app: app,
                    .start(
                        manager: UInt64(random.below(2)) + 1,
                        wish: LocationWish(
                            accuracy: random.pick([0, 10, 3_000]),
                            distance: random.pick([0, 0, 100, 1_000]),
                            mayPause: random.below(2) > 0))))
        case .stop: .location(.ask(app: app, .stop(manager: UInt64(random.below(2)) + 1)))
        case .significant:
            .location(.ask(app: app, random.below(3) > 0 ? .startSignificant : .stopSignificant))
        case .monitor:
            .location(
                .ask(
                    app: app,
                    .monitor(
                        region: WatchedRegion(
                            .circle(
                                CircularRegion(
                                    identifier: region, center: Self.place(&random),
                                    radius: random.pick([10, 100, 1_000])))))))
        case .forget: .location(.ask(app: app, .stopMonitoring(region: region)))
        case .permit:
            .permit(
                app: app, .location,
                random.pick([.authorized, .authorized, .authorizedWhenInUse, .denied]))
        case .source: .location(.source(isThere: random.below(2) > 0))
        case .open: .open(app: app)
        case .home: .home
        case .monitorBeacons:
            .location(
                .ask(
                    app: app,
                    .monitor(
                        region: WatchedRegion(
                            .beacons(
                                BeaconRegion(
                                    identifier: region, uuid: Self.uuid(0),
                                    major: random.pick([nil, 0, 1])))))))
        case .hear: .location(.hear(Self.beacon(&random)))
        case .silence: .location(.silence(Self.beacon(&random)))
        }
    }

    private static func uuid(_ number: Int) -> String {
        "00000000-0000-0000-0000-00000000000\(number)"
    }

    /// One of a few; of the last UUID no region is.
    private static func beacon(_ random: inout SeededGenerator) -> Beacon {
        let (uuid, major) = (random.pick([0, 0, 0, 1]), UInt16(random.below(2)))
        // Hexadecimal digits make a UUID.
        return Beacon(uuid: Self.uuid(uuid), major: major, minor: UInt16(random.below(2)))!
    }

    /// One of a few, some hundred metres apart: or nothing would be entered twice.
    private static func place(_ random: inout SeededGenerator) -> Position {
        Position(
            latitude: 47 + Double(random.below(6)) * 0.004,
            longitude: 11 + Double(random.below(3)) * 0.006) ?? .origin
    }
}
