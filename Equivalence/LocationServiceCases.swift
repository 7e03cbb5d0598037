import QuiesceCore
import QuiesceKit
import QuiesceTesting
import Testing

/// The reference of `CLLocationManager`: standard updates and significant changes.
@MainActor @Suite struct LocationServiceCases {
    private let significantly: @MainActor (CLLocationManager) -> Void = {
        $0.startMonitoringSignificantLocationChanges()
    }

    // MARK: Standard updates

    @Test(
        "An app that starts updates is told of an initial location",
        .says(.location, "startUpdatingLocation()"))
    func initial() async throws {
        _ = try await walker { $0.startUpdatingLocation() }
        #expect(!Walker.places.isEmpty)
    }

    @Test(
        "After that updates are generated when the distance filter is exceeded",
        .says(.location, "startUpdatingLocation()"))
    func filter() async throws {
        let device = try await walker {
            $0.distanceFilter = 100
            $0.startUpdatingLocation()
        }
        let before = Walker.places.count
        try await device.go(50)
        #expect(Walker.places.count == before)
        try await device.go(120)
        #expect(Walker.places.count == before + 1)
    }

    @Test(
        "The distance filter is relative to the location that was delivered last",
        .says(.location, "distanceFilter"))
    func relative() async throws {
        let device = try await walker {
            $0.distanceFilter = 100
            $0.startUpdatingLocation()
        }
        let before = Walker.places.count
        for meters in [60.0, 0, 60, 0, 60] { try await device.go(meters) }
        #expect(Walker.places.count == before)
    }

    @Test(
        "Without a distance filter an app hears of all movements",
        .says(.location, "distanceFilter"))
    func allMovements() async throws {
        let device = try await walker { $0.startUpdatingLocation() }
        let before = Walker.places.count
        for meters in [20.0, 40, 60] { try await device.go(meters, for: .seconds(30)) }
        #expect(Walker.places.count >= before + 3)
    }

    @Test(
        "Starting updates several times in succession generates no new events",
        .says(.location, "startUpdatingLocation()"))
    func severalTimes() async throws {
        let device = try await walker {
            $0.distanceFilter = 100
            $0.startUpdatingLocation()
        }
        let before = Walker.places.count
        for _ in 1...3 { Walker.current?.manager.startUpdatingLocation() }
        try await device.advance(by: .seconds(10))
        #expect(Walker.places.count == before)
    }

    @Test(
        "Updates that are stopped and started again begin with a new initial event",
        .says(.location, "startUpdatingLocation()"))
    func startsAgain() async throws {
        let device = try await walker {
            $0.distanceFilter = 100
            $0.startUpdatingLocation()
        }
        let before = Walker.places.count
        Walker.current?.manager.stopUpdatingLocation()
        Walker.current?.manager.startUpdatingLocation()
        try await device.advance(by: .seconds(10))
        #expect(Walker.places.count == before + 1)
    }

    // MARK: One location

    @Test(
        "A request for a location is answered with one, and location services stop then",
        .says(.location, "requestLocation()"))
    func one() async throws {
        let device = try await walker { _ in }
        Walker.current?.manager.requestLocation()
        try await device.advance(by: .minutes(2))
        #expect(Walker.places.count == 1)
        try await device.go(5_000)
        #expect(Walker.places.count == 1)
    }

    @Test(
        "A request for a location can be cancelled by stopping updates",
        .says(.location, "requestLocation()"))
    func oneCancelled() async throws {
        let device = try await walker { _ in }
        Walker.current?.manager.requestLocation()
        Walker.current?.manager.stopUpdatingLocation()
        try await device.go(5_000)
        #expect(Walker.places.isEmpty)
    }

    // MARK: Significant changes

    @Test(
        "The first event of the significant-change service is the most recent location",
        .says(.location, "startMonitoringSignificantLocationChanges()"))
    func first() async throws {
        _ = try await walker(uses: significantly)
        #expect(!Walker.places.isEmpty)
    }

    @Test(
        "The significant-change service doesn't rely on the distance filter",
        .says(.location, "startMonitoringSignificantLocationChanges()"))
    func noFilter() async throws {
        let device = try await walker {
            $0.distanceFilter = 1_000_000
            $0.startMonitoringSignificantLocationChanges()
        }
        let before = Walker.places.count
        try await device.go(11_000)
        #expect(Walker.places.count == before + 1)
    }

    @Test(
        "An app hears of a significant change once the device has moved by 500 m",
        .says(.location, "startMonitoringSignificantLocationChanges()"))
    func fiveHundredMeters() async throws {
        let device = try await walker(uses: significantly)
        let before = Walker.places.count
        try await device.go(300)
        #expect(Walker.places.count == before)
        try await device.go(600)
        #expect(Walker.places.count == before + 1)
    }

    @Test(
        "An app hears of significant changes no more often than every five minutes",
        .says(.location, "startMonitoringSignificantLocationChanges()"))
    func fiveMinutes() async throws {
        let device = try await walker(uses: significantly)
        let before = Walker.places.count
        for step in 1...20 {
            try await device.go(Double(step) * 1_000, for: .minutes(1))
        }
        #expect((3...5).contains(Walker.places.count - before))
    }

    @Test(
        "Starting the significant-change service several times generates no new events",
        .says(.location, "startMonitoringSignificantLocationChanges()"))
    func significantSeveralTimes() async throws {
        let device = try await walker(uses: significantly)
        let before = Walker.places.count
        for _ in 1...3 { Walker.current?.manager.startMonitoringSignificantLocationChanges() }
        try await device.advance(by: .minutes(10))
        #expect(Walker.places.count == before)
    }

    @Test(
        "The significant-change service that is stopped and started again sends a new initial event",
        .says(.location, "startMonitoringSignificantLocationChanges()"))
    func significantAgain() async throws {
        let device = try await walker(uses: significantly)
        let before = Walker.places.count
        Walker.current?.manager.stopMonitoringSignificantLocationChanges()
        Walker.current?.manager.startMonitoringSignificantLocationChanges()
        try await device.advance(by: .minutes(10))
        #expect(Walker.places.count == before + 1)
    }

    @Test(
        "An app that is relaunched has to start the service again to receive the event",
        .says(.location, "startMonitoringSignificantLocationChanges()"))
    func mustStartAgain() async throws {
        let device = try await walker(uses: significantly)
        try await device.pressHome()
        try await terminate(on: device)
        Subject.atLaunch = { Walker.current = Walker() }
        let before = Walker.places.count
        try await device.go(11_000)
        #expect(device.app.launches == 2)
        #expect(Walker.places.count == before)
    }

    @Test(
        "A manager knows the most recent location even before location services are started",
        .says(
            .location, "startMonitoringSignificantLocationChanges()",
            differs: "it knows none before its app is told of one in that launch"))
    func knowsBefore() async throws {
        let device = try await walker(uses: significantly)
        try await device.pressHome()
        try await terminate(on: device)
        Subject.when["didFinishLaunching background"] = {
            Subject.write("knows \(Walker.current?.manager.location != nil)")
        }
        try await device.go(11_000)
        #expect(Subject.told.contains("knows false"))
        #expect(Walker.current?.manager.location != nil)
    }
}
