import Foundation
import QuiesceCore
import QuiesceKit
import QuiesceSimulation
import QuiesceTesting
import Testing

/// A central, and a belt that measures a heart's rate.
@MainActor @Suite struct BluetoothCases {
    private let central = AppManifest.underTest(modes: [.bluetoothCentral])

    // MARK: In front

    @Test(
        "A central that scans for a service finds a peripheral that advertises it",
        .says(.central, "scanForPeripherals(withServices:options:)"))
    func finds() async throws {
        let device = try await heartRate(central)
        Runner.current?.scan()
        try await device.happen(.bluetooth(.belt(isNear: true)))
        #expect(Subject.told.contains("found Belt"))
    }

    @Test(
        "A central that scans for another service doesn't find it",
        .says(.central, "scanForPeripherals(withServices:options:)"))
    func findsOnly() async throws {
        let device = try await heartRate(central)
        Runner.current?.scan(for: "180F")
        try await device.happen(.bluetooth(.belt(isNear: true)))
        #expect(!Subject.told.contains("found Belt"))
    }

    @Test(
        "An attempt to connect has no end in time",
        .says(.central, "connect(_:options:)"),
        .says(.bluetooth, "State Preservation and Restoration"))
    func noTimeOut() async throws {
        let device = try await connected(central)
        try await device.happen(.bluetooth(.belt(isNear: false)))
        Runner.current?.connect()
        try await device.advance(by: .days(3))
        #expect(Subject.told.last == "disconnected")
        try await device.happen(.bluetooth(.belt(isNear: true)))
        #expect(Subject.told.contains("connected again"))
    }

    @Test(
        "A pending attempt to connect can be cancelled",
        .says(.central, "connect(_:options:)"))
    func cancelled() async throws {
        let device = try await connected(central)
        try await device.happen(.bluetooth(.belt(isNear: false)))
        Runner.current?.connect()
        Runner.current?.cancel()
        try await device.happen(.bluetooth(.belt(isNear: true)))
        #expect(!Subject.told.contains("connected again"))
    }

    // MARK: Suspended

    @Test(
        "New data of a peripheral wake the app, which can process that",
        .says(.background, "Communicating with a Bluetooth Accessory", under: [.ios7, .ios8]),
        .says(.bluetooth, "The bluetooth-central Background Execution Mode"))
    func dataWakes() async throws {
        let device = try await connected(central)
        try await device.pressHome()
        try await device.advance(by: .minutes(1))
        try await device.happen(.bluetooth(.beat(times: 1)))
        #expect(Subject.told.last == "beat background")
        #expect(device.app.state == .suspended)
    }

    @Test(
        "A disconnection wakes the app",
        .says(.background, "Communicating with a Bluetooth Accessory", under: [.ios7, .ios8]),
        .says(.bluetooth, "The bluetooth-central Background Execution Mode"))
    func disconnectionWakes() async throws {
        let device = try await connected(central)
        try await device.pressHome()
        try await device.advance(by: .minutes(1))
        try await device.happen(.bluetooth(.belt(isNear: false)))
        #expect(Subject.told.last == "disconnected")
        #expect(device.app.state == .suspended)
    }

    @Test(
        "A connection wakes the app",
        .says(.background, "Communicating with a Bluetooth Accessory", under: [.ios7, .ios8]),
        .says(.bluetooth, "The bluetooth-central Background Execution Mode"))
    func connectionWakes() async throws {
        let device = try await connected(central)
        try await device.happen(.bluetooth(.belt(isNear: false)))
        Runner.current?.connect()
        try await device.pressHome()
        try await device.advance(by: .hours(1))
        try await device.happen(.bluetooth(.belt(isNear: true)))
        #expect(Subject.told.contains("connected again"))
        #expect(device.app.state == .suspended)
    }

    @Test(
        "The sessions of an app with the mode stay open while it is suspended",
        .says(.background, "Communicating with a Bluetooth Accessory", under: [.ios7, .ios8]))
    func staysOpen() async throws {
        let device = try await connected(central)
        try await device.pressHome()
        try await device.advance(by: .hours(9))
        try await device.open()
        #expect(!Subject.told.contains("disconnected"))
        #expect(Runner.current?.belt?.state == .connected)
    }

    @Test(
        "An app in the background can still discover peripherals, if it scans for a service",
        .says(.bluetooth, "The bluetooth-central Background Execution Mode"),
        .says(.central, "scanForPeripherals(withServices:options:)"))
    func findsInBackground() async throws {
        let device = try await heartRate(central)
        Runner.current?.scan()
        try await device.pressHome()
        try await device.advance(by: .minutes(1))
        try await device.happen(.bluetooth(.belt(isNear: true)))
        #expect(Subject.told.last == "found Belt")
    }

    @Test(
        "An app in the background that names no service discovers nothing",
        .says(.central, "scanForPeripherals(withServices:options:)"))
    func findsNothing() async throws {
        let device = try await heartRate(central)
        Runner.current?.scan(for: nil)
        try await device.pressHome()
        try await device.advance(by: .minutes(1))
        try await device.happen(.bluetooth(.belt(isNear: true)))
        #expect(!Subject.told.contains("found Belt"))
    }

    @Test(
        "In the background several discoveries of a peripheral are one, whatever the options say",
        .says(.bluetooth, "The bluetooth-central Background Execution Mode"))
    func coalesced() async throws {
        let device = try await heartRate(central)
        Runner.current?.scan(duplicates: true)
        try await device.pressHome()
        try await device.advance(by: .minutes(1))
        for _ in 1...3 {
            try await device.happen(.bluetooth(.belt(isNear: true)))
            try await device.advance(by: .minutes(1))
        }
        #expect(Subject.told.count { $0 == "found Belt" } == 1)
    }

    @Test(
        "An app that was woken has around ten seconds, and is suspended then",
        .says(.background, "Communicating with a Bluetooth Accessory", under: [.ios7, .ios8]),
        .says(.bluetooth, "Use Background Execution Modes Wisely"))
    func tenSeconds() async throws {
        let device = try await connected(central)
        try await device.pressHome()
        try await device.advance(by: .minutes(1))
        try await device.happen(.bluetooth(.beat(times: 1)))
        try await device.advance(by: .seconds(11))
        #expect(device.app.state == .suspended)
    }

    @Test(
        "An app that needs more time than that can begin a background task",
        .says(.background, "Communicating with a Bluetooth Accessory", under: [.ios7, .ios8]))
    func moreTime() async throws {
        let device = try await connected(central)
        Subject.when["beat background"] = { _ = UIApplication.shared.beginBackgroundTask() }
        try await device.pressHome()
        try await device.advance(by: .minutes(1))
        try await device.happen(.bluetooth(.beat(times: 1)))
        try await device.advance(by: .seconds(30))
        #expect(device.app.state == .background)
    }

    @Test(
        "Events of an app without the mode are queued while it is suspended, until it is in front again",
        .says(.bluetooth, "Foreground-Only Apps"))
    func queued() async throws {
        let device = try await connected(.underTest())
        try await device.pressHome()
        try await device.advance(by: .minutes(1))
        try await device.happen(.bluetooth(.belt(isNear: false)))
        #expect(!Subject.told.contains("disconnected"))
        #expect(device.app.state == .suspended)
        try await device.open()
        #expect(Subject.told.contains("disconnected"))
    }

    @Test(
        "An app without the mode can't discover peripherals while it is suspended",
        .says(.bluetooth, "Foreground-Only Apps"))
    func foregroundOnly() async throws {
        let device = try await heartRate(.underTest())
        Runner.current?.scan()
        try await device.pressHome()
        try await device.advance(by: .minutes(1))
        try await device.happen(.bluetooth(.belt(isNear: true)))
        #expect(!Subject.told.contains("found Belt"))
    }

    // MARK: Ended

    @Test(
        "An app that was terminated is launched for data of a connected peripheral",
        .says(.background, "Understanding When Your App Gets Launched into the Background"),
        .says(.bluetooth, "State Preservation and Restoration"))
    func dataLaunches() async throws {
        let device = try await connected(central)
        try await device.pressHome()
        try await terminate(on: device)
        try await device.happen(.bluetooth(.beat(times: 1)))
        #expect(device.app.launches == 2)
        #expect(Subject.told.last == "beat background")
    }

    @Test(
        "The launch options have the identifiers of the managers that were preserved",
        .says(.bluetooth, "Reinstantiate Your Central and Peripheral Managers"))
    func launchOptions() async throws {
        let device = try await connected(central)
        try await device.pressHome()
        try await terminate(on: device)
        try await device.happen(.bluetooth(.beat(times: 1)))
        #expect(Subject.launchOptions[.bluetoothCentrals] as? [String] == ["belt"])
    }

    @Test(
        "The delegate is told which peripherals the manager was connected to",
        .says(.bluetooth, "Implement the Appropriate Restoration Delegate Method"),
        .says(.centralDelegate, "centralManager(_:willRestoreState:)"))
    func restores() async throws {
        let device = try await connected(central)
        try await device.pressHome()
        try await terminate(on: device)
        try await device.happen(.bluetooth(.beat(times: 1)))
        #expect(Subject.told.has("didFinishLaunching background", "restored 1", "beat background"))
    }

    @Test(
        "A connection that was pending when the app was terminated launches it when it is made",
        .says(.bluetooth, "State Preservation and Restoration"))
    func connectionLaunches() async throws {
        let device = try await connected(central)
        try await device.happen(.bluetooth(.belt(isNear: false)))
        Runner.current?.connect()
        try await device.pressHome()
        try await terminate(on: device)
        try await device.happen(.bluetooth(.belt(isNear: true)))
        #expect(device.app.launches == 2)
    }

    @Test(
        "Managers without a restoration identifier aren't preserved",
        .says(.bluetooth, "Opt In to State Preservation and Restoration"))
    func notPreserved() async throws {
        let device = try await connected(central, restores: false)
        try await device.pressHome()
        try await terminate(on: device)
        try await device.happen(.bluetooth(.beat(times: 1)))
        #expect(device.app.launches == 1)
    }
}
