import QuiesceCore
import QuiesceKit
import QuiesceTesting
import Testing

/// The reference of regions.
@MainActor @Suite struct RegionCases {
    @Test(
        "A region takes the place of one that has the same identifier",
        .says(.location, "startMonitoring(for:)"))
    func replaced() async throws {
        let device = try await walker {
            $0.startMonitoring(for: region(meters: 200))
            $0.startMonitoring(for: region(meters: 50_000))
        }
        try await device.go(11_000)
        #expect(!Walker.told.contains("left home"))
        #expect(Walker.current?.manager.monitoredRegions.count == 1)
    }

    @Test(
        "Regions are shared by all location managers of an app",
        .says(.location, "startMonitoring(for:)"))
    func shared() async throws {
        _ = try await walker { $0.startMonitoring(for: region()) }
        #expect(CLLocationManager().monitoredRegions.map(\.identifier) == ["home"])
    }

    @Test(
        "An app can monitor twenty regions at a time; of more it is told that they failed",
        .says(.location, "startMonitoring(for:)"),
        .says(.proximity, "Define and Monitor a Geographic Condition"))
    func twenty() async throws {
        _ = try await walker { manager in
            for number in 1...21 { manager.startMonitoring(for: region("\(number)")) }
        }
        #expect(Walker.current?.manager.monitoredRegions.count == 20)
        #expect(Walker.told.contains("failed 21"))
    }

    @Test(
        "The regions are there again after the app was terminated and relaunched",
        .says(.location, "monitoredRegions"))
    func persist() async throws {
        let device = try await walker { $0.startMonitoring(for: region()) }
        try await device.pressHome()
        try await terminate(on: device)
        Subject.atLaunch = { Walker.current = Walker() }
        try await device.open()
        #expect(Walker.current?.manager.monitoredRegions.map(\.identifier) == ["home"])
    }

    @Test(
        "An app is told of an entry, too, if it wants that",
        .says(.region, "notifyOnEntry"))
    func entry() async throws {
        let device = try await walker { $0.startMonitoring(for: region()) }
        try await device.go(11_000)
        try await device.go(0)
        #expect(Walker.told.contains("entered home"))
    }

    @Test(
        "No notification is generated for entries into a region that doesn't ask for that",
        .says(.region, "notifyOnEntry"))
    func noEntry() async throws {
        let device = try await walker {
            let quiet = region()
            quiet.notifyOnEntry = false
            $0.startMonitoring(for: quiet)
        }
        try await device.go(11_000)
        try await device.go(0)
        #expect(Walker.told.contains("left home"))
        #expect(!Walker.told.contains("entered home"))
    }

    @Test(
        "The state of a region is delivered to the delegate of the manager that is asked",
        .says(.location, "requestState(for:)"))
    func state() async throws {
        let device = try await walker { $0.startMonitoring(for: region()) }
        Walker.told = []
        Walker.current?.manager.requestState(for: region())
        try await device.advance(by: .minutes(1))
        #expect(Walker.told == ["inside home"])
    }

    @Test(
        "Regions are monitored until the app stops that",
        .says(.proximity, "Define and Monitor a Geographic Condition"))
    func stopped() async throws {
        let device = try await walker { $0.startMonitoring(for: region()) }
        Walker.current?.manager.stopMonitoring(for: region())
        try await device.go(11_000)
        #expect(!Walker.told.contains("left home"))
    }

    @Test(
        "Regions are monitored until the device is restarted",
        .says(
            .proximity, "Define and Monitor a Geographic Condition",
            differs: "they outlive a restart, as an app isn't launched to begin anew"))
    func restarted() async throws {
        let device = try await walker { $0.startMonitoring(for: region()) }
        try await device.advance(by: .minutes(1))
        try await device.reboot()
        try await device.go(0)
        try await device.go(11_000)
        #expect(Walker.told.contains("left home"))
    }

    @Test(
        "After a restart of the device regions are monitored once the user has unlocked it",
        .says(.proximity, "Define and Monitor a Geographic Condition"))
    func firstUnlock() async throws {
        let device = try await walker { $0.startMonitoring(for: region()) }
        try await device.setPasscode()
        try await device.reboot()
        try await device.go(0)
        try await device.go(11_000)
        #expect(device.app.launches == 1)
        try await device.unlock()
        try await device.go(0)
        #expect(device.app.launches == 2)
    }
}
