import QuiesceCore
import QuiesceKit
import QuiesceTesting
import Testing

/// Pauses, and the user's permission to know where the device is.
@MainActor @Suite struct LocationPolicyCases {
    private let tracker = AppManifest.underTest(modes: [.location])

    // MARK: Pauses

    @Test(
        "A manager may pause updates, unless an app says otherwise",
        .says(.location, "pausesLocationUpdatesAutomatically"))
    func mayPause() async throws {
        _ = try await walker { _ in }
        #expect(Walker.current?.manager.pausesLocationUpdatesAutomatically == true)
    }

    @Test(
        "Updates are paused when the location is unlikely to change, and the delegate is told",
        .says(.location, "pausesLocationUpdatesAutomatically"))
    func paused() async throws {
        let device = try await walker(tracker) { $0.startUpdatingLocation() }
        try await device.pressHome()
        for _ in 1...30 { try await device.go(0, for: .minutes(1)) }
        try await device.open()
        #expect(Walker.told.contains("paused"))
    }

    @Test(
        "An app that doesn't allow it has its updates not paused",
        .says(.location, "pausesLocationUpdatesAutomatically"))
    func notPaused() async throws {
        let device = try await walker(tracker) {
            $0.pausesLocationUpdatesAutomatically = false
            $0.startUpdatingLocation()
        }
        try await device.pressHome()
        for _ in 1...30 { try await device.go(0, for: .minutes(1)) }
        let before = Walker.places.count
        try await device.go(11_000)
        #expect(Walker.places.count > before)
        #expect(!Walker.told.contains("paused"))
    }

    @Test(
        "After a pause the app has to start updates again",
        .says(.location, "pausesLocationUpdatesAutomatically"))
    func startAgain() async throws {
        let device = try await walker(tracker) { $0.startUpdatingLocation() }
        try await device.pressHome()
        for _ in 1...30 { try await device.go(0, for: .minutes(1)) }
        let before = Walker.places.count
        try await device.go(11_000)
        #expect(Walker.places.count == before)
    }

    // MARK: Permission

    @Test(
        "An app that hasn't asked for it receives no locations",
        .says(.location, "requestWhenInUseAuthorization()"))
    func notAsked() async throws {
        let device = try await walker(mayKnow: false) { $0.startUpdatingLocation() }
        try await device.go(11_000)
        #expect(Walker.places.isEmpty)
    }

    @Test(
        "The delegate is told the authorization when the manager is created",
        .says(.locationDelegate, "locationManagerDidChangeAuthorization(_:)"))
    func toldAtFirst() async throws {
        _ = try await walker(mayKnow: false) { _ in }
        #expect(Walker.told == ["authorization notDetermined"])
    }

    @Test(
        "The delegate is told when the user changes the authorization",
        .says(.locationDelegate, "locationManagerDidChangeAuthorization(_:)"))
    func toldOfChange() async throws {
        let device = try await walker { _ in }
        Walker.told = []
        try await device.allow(.location, false)
        #expect(Walker.told == ["authorization denied"])
    }

    @Test(
        "The delegate isn't told of a choice that changes nothing",
        .says(.locationDelegate, "locationManagerDidChangeAuthorization(_:)"))
    func notToldOfNothing() async throws {
        let device = try await walker { _ in }
        Walker.told = []
        try await device.allow(.location)
        #expect(Walker.told.isEmpty)
    }

    @Test(
        "An app that the user denies is shown no further prompt",
        .says(.location, "requestWhenInUseAuthorization()"))
    func noFurtherPrompt() async throws {
        let device = try await walker(mayKnow: false) { _ in }
        try await device.allow(.location, false)
        Walker.current?.manager.requestWhenInUseAuthorization()
        try await device.advance(by: .seconds(1))
        #expect(device.app.state == .active)
    }

    @Test(
        "Asking shows the user a prompt, and returns at once",
        .says(.location, "requestWhenInUseAuthorization()"))
    func prompt() async throws {
        let device = try await walker(mayKnow: false) { _ in }
        Walker.current?.manager.requestWhenInUseAuthorization()
        try await device.advance(by: .seconds(1))
        #expect(device.app.state == .inactive)
        #expect(Walker.current?.manager.authorizationStatus == .notDetermined)
    }

    @Test(
        "With authorization for when it is in use an app receives locations then",
        .says(.location, "requestWhenInUseAuthorization()"))
    func inUse() async throws {
        let device = try await whenInUse { $0.startUpdatingLocation() }
        #expect(Walker.current?.manager.authorizationStatus == .authorizedWhenInUse)
        let before = Walker.places.count
        try await device.go(11_000)
        #expect(Walker.places.count > before)
    }

    @Test(
        "An app that may know while in use may ask for always, and the user is prompted",
        .says(.location, "requestAlwaysAuthorization()"))
    func asksForMore() async throws {
        let device = try await whenInUse { _ in }
        Walker.current?.manager.requestAlwaysAuthorization()
        try await device.advance(by: .seconds(1))
        #expect(device.app.state == .inactive)
        try await device.answerPrompt(true)
        #expect(Walker.current?.manager.authorizationStatus == .authorizedAlways)
    }

    @Test(
        "Where the user keeps to while using the authorization stays, and the delegate hears nothing",
        .says(.location, "requestAlwaysAuthorization()"))
    func keepsToInUse() async throws {
        let device = try await whenInUse { _ in }
        Walker.told = []
        Walker.current?.manager.requestAlwaysAuthorization()
        try await device.answerPrompt(false)
        #expect(Walker.current?.manager.authorizationStatus == .authorizedWhenInUse)
        #expect(Walker.told.isEmpty)
    }

    /// The app asked for that, and the user agreed.
    private func whenInUse(
        _ uses: @escaping @MainActor (CLLocationManager) -> Void
    ) async throws -> VirtualDevice {
        let device = try await walker(mayKnow: false) {
            $0.requestWhenInUseAuthorization()
            uses($0)
        }
        try await device.answerPrompt(true)
        try await device.go(0)
        return device
    }
}
