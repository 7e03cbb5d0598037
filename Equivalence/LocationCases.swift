import QuiesceCore
import QuiesceKit
import QuiesceTesting
import Testing

/// Location in the background, as the guides have it.
@MainActor @Suite struct LocationCases {
    @Test(
        "A foreground-only service stops delivering when the app is suspended",
        .says(.background, "Tracking the User's Location", under: [.ios7, .ios8]),
        .says(.executing, "Receiving Location Events in the Background", under: [.ios4]),
        .says(.location, "startUpdatingLocation()"))
    func foregroundOnly() async throws {
        let device = try await walker { $0.startUpdatingLocation() }
        try await device.pressHome()
        let before = Walker.places.count
        try await device.go(11_000)
        #expect(Walker.places.count == before)
        #expect(device.app.state == .suspended)
    }

    @Test(
        "With the mode location the app is woken whenever there is a new location",
        .says(.background, "Tracking the User's Location", under: [.ios7, .ios8]))
    func mode() async throws {
        let device = try await walker(.underTest(modes: [.location])) {
            $0.startUpdatingLocation()
        }
        try await device.pressHome()
        let before = Walker.places.count
        try await device.go(11_000)
        #expect(Walker.places.count > before)
        #expect(device.app.launches == 1)
    }

    @Test(
        "With the mode location an application isn't suspended",
        .says(.executing, "Receiving Location Events in the Background", under: [.ios4]))
    func notSuspended() async throws {
        let device = try await walker(.underTest(modes: [.location])) {
            $0.startUpdatingLocation()
        }
        try await device.pressHome()
        try await device.advance(by: .hours(1))
        #expect(device.app.state == .background)
    }

    @Test(
        "A significant change wakes a suspended app in the background",
        .says(.background, "Tracking the User's Location", under: [.ios7, .ios8]),
        .says(.executing, "Receiving Location Events in the Background", under: [.ios4]))
    func significant() async throws {
        let device = try await walker { $0.startMonitoringSignificantLocationChanges() }
        try await device.pressHome()
        let before = Walker.places.count
        try await device.go(11_000)
        #expect(Walker.places.count > before)
        #expect(device.app.state == .suspended)
    }

    @Test(
        "An app that uses the significant-change service is relaunched after it was terminated",
        .says(.background, "Tracking the User's Location", under: [.ios7, .ios8]),
        .says(.executing, "Receiving Location Events in the Background", under: [.ios4]))
    func significantRelaunch() async throws {
        let device = try await walker { $0.startMonitoringSignificantLocationChanges() }
        try await device.pressHome()
        try await terminate(on: device)
        try await device.go(11_000)
        #expect(device.app.launches == 2)
    }

    @Test(
        "The launch options of an app that is relaunched for a location event say so",
        .says(.executing, "Receiving Location Events in the Background", under: [.ios4]),
        .says(.location, "startMonitoringSignificantLocationChanges()"))
    func launchOption() async throws {
        let device = try await walker { $0.startMonitoringSignificantLocationChanges() }
        try await device.pressHome()
        try await terminate(on: device)
        try await device.go(11_000)
        #expect(Subject.launchOptions[.location] != nil)
    }

    @Test(
        "With standard services a terminated application isn't relaunched for new locations",
        .says(.executing, "Receiving Location Events in the Background", under: [.ios4]),
        .says(.location, "startUpdatingLocation()"))
    func notRelaunched() async throws {
        let device = try await walker { $0.startUpdatingLocation() }
        try await device.pressHome()
        try await terminate(on: device)
        try await device.go(11_000)
        #expect(device.app.launches == 1)
    }

    @Test(
        "An app is launched when the device has left or entered one of its regions",
        .says(.background, "Understanding When Your App Gets Launched into the Background"),
        .says(.region, "notifyOnEntry"))
    func regions() async throws {
        let device = try await walker { $0.startMonitoring(for: region()) }
        try await device.pressHome()
        try await terminate(on: device)
        try await device.go(11_000)
        #expect(device.app.launches == 2)
        #expect(Walker.told.contains("left home"))
    }

    @Test(
        "In iOS 8 and later location apps are relaunched after the user has force quit them",
        .says(.background, "Understanding When Your App Gets Launched into the Background"))
    func forceQuit() async throws {
        let device = try await walker { $0.startMonitoringSignificantLocationChanges() }
        try await device.quit()
        try await device.go(11_000)
        #expect(device.app.launches == 2)
    }

    @Test(
        "Before iOS 8 location apps aren't relaunched after the user has force quit them",
        .says(
            .background, "Understanding When Your App Gets Launched into the Background",
            under: [.ios7]))
    func forceQuitBefore() async throws {
        let device = try await walker { $0.startMonitoringSignificantLocationChanges() }
        try await device.quit()
        try await device.go(11_000)
        #expect(device.app.launches == 1)
    }

    @Test(
        "The updates of a suspended app are queued, and delivered when it runs again",
        .says(
            .locationUpdates, "Overview",
            differs: "only where the device is then is delivered, and not the way there"))
    func queued() async throws {
        let device = try await walker { $0.startUpdatingLocation() }
        try await device.pressHome()
        let before = Walker.places.count
        for meters in [5_000.0, 11_000] { try await device.go(meters) }
        try await device.open()
        try await device.advance(by: .seconds(1))
        #expect(Walker.places.count == before + 1)
        #expect(try #require(Walker.places.last).coordinate.latitude > 47.09)
    }
}
