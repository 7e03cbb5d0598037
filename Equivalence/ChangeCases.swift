import Foundation
import QuiesceCore
import QuiesceKit
import QuiesceTesting
import Testing

/// Table 3-2 of the document: the notifications that are delivered to waking apps.
@MainActor @Suite struct ChangeCases {
    private static let localeChange = NSLocale.currentLocaleDidChangeNotification.rawValue

    /// A suspended app is told of the changes once it runs again, and of all together once.
    private func expectToldOnce(_ name: String, _ changes: DeviceChange...) async throws {
        let device = try await launched()
        UIDevice.current.isBatteryMonitoringEnabled = true
        UIDevice.current.isProximityMonitoringEnabled = true
        defer { UIDevice.current.isProximityMonitoringEnabled = false }
        try await device.pressHome()
        let asleep = try await posts(of: name) {
            for change in changes { try await device.change(change) }
            try await device.advance(by: .hours(1))
        }
        #expect(asleep == 0)
        let awake = try await posts(of: name) { try await device.open() }
        #expect(awake == 1)
    }

    @Test(
        "A suspended app hears of the device's orientation once it runs again",
        .says(.states, "Processing Queued Notifications at Wakeup Time", under: [.ios7, .ios8]),
        .says(
            .executing, "Responding to System Changes While in the Background", under: [.ios4]))
    func orientation() async throws {
        try await expectToldOnce(
            "UIDeviceOrientationDidChangeNotification", .orientation(.landscapeLeft),
            .orientation(.portraitUpsideDown))
    }

    @Test(
        "A suspended app hears of a significant time change once it runs again",
        .says(.states, "Processing Queued Notifications at Wakeup Time"))
    func time() async throws {
        try await expectToldOnce(
            "UIApplicationSignificantTimeChangeNotification", .timeZone("Pacific/Auckland"),
            .timeZone("America/New_York"))
    }

    @Test(
        "A suspended app hears of the battery's level once it runs again",
        .says(.states, "Processing Queued Notifications at Wakeup Time"))
    func batteryLevel() async throws {
        try await expectToldOnce(
            "UIDeviceBatteryLevelDidChangeNotification", .battery(percent: 80, .unplugged),
            .battery(percent: 70, .unplugged))
        #expect(UIDevice.current.batteryLevel == 0.7)
    }

    @Test(
        "A suspended app hears of the battery's state once it runs again",
        .says(.states, "Processing Queued Notifications at Wakeup Time"))
    func batteryState() async throws {
        try await expectToldOnce(
            "UIDeviceBatteryStateDidChangeNotification", .battery(percent: 80, .unplugged),
            .battery(percent: 80, .charging))
    }

    @Test(
        "A suspended app hears of what is close to the screen once it runs again",
        .says(.states, "Processing Queued Notifications at Wakeup Time"))
    func proximity() async throws {
        try await expectToldOnce(
            "UIDeviceProximityStateDidChangeNotification", .proximity(near: true))
    }

    @Test(
        "A suspended app hears of an external display once it runs again",
        .says(.states, "Processing Queued Notifications at Wakeup Time"))
    func display() async throws {
        try await expectToldOnce(
            "UIScreenDidConnectNotification", .screen(ScreenMode(width: 1920, height: 1080)))
    }

    @Test(
        "A suspended app hears of the language and locale once it runs again",
        .says(.states, "Handling Locale Changes Gracefully"))
    func locale() async throws {
        try await expectToldOnce(
            Self.localeChange, .locale("fr_FR"), .locale("ja_JP"))
    }

    @Test(
        "A suspended app hears of the user's iCloud account once it runs again",
        .says(.states, "Handling iCloud Changes"))
    func account() async throws {
        try await expectToldOnce("NSUbiquityIdentityDidChangeNotification", .ubiquityIdentity("me"))
    }

    @Test(
        "A suspended app is told of the net change: of none that was taken back meanwhile",
        .says(.states, "Processing Queued Notifications at Wakeup Time", under: [.ios7, .ios8]),
        .says(
            .executing, "Responding to System Changes While in the Background", under: [.ios4]))
    func netChange() async throws {
        let device = try await launched()
        try await device.change(.locale("en_GB"))
        try await device.pressHome()
        let told = try await posts(of: Self.localeChange) {
            try await device.change(.locale("fr_FR"))
            try await device.change(.locale("en_GB"))
            try await device.open()
        }
        #expect(told == 0)
    }

    @Test(
        "Queued changes are delivered as soon as the app executes again, in the background, too",
        .says(.states, "Processing Queued Notifications at Wakeup Time"))
    func inBackground() async throws {
        let device = try await launched(.underTest(modes: [.fetch]))
        try await device.pressHome()
        try await device.change(.locale("fr_FR"))
        let told = try await posts(of: Self.localeChange) {
            try await device.fetch()
        }
        #expect(told == 1)
        #expect(device.app.state == .suspended)
    }

    @Test(
        "The status bar grows when the user takes a call, which the app is told of when it is back",
        .says(.states, "Adjusting Your User Interface During a Phone Call"))
    func statusBar() async throws {
        let device = try await launched()
        try await device.interrupt(.callIncoming)
        let told = try await posts(of: "UIApplicationDidChangeStatusBarFrameNotification") {
            try await device.interrupt(.callAnswer)
            try await device.open()
        }
        #expect(told == 1)
    }
}
