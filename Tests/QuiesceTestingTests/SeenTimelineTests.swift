import Foundation
import QuiesceKit
import QuiesceTesting
import TestSupport
import Testing

@MainActor @Suite("The user's sights", .virtualDevice) struct SeenTimelineTests {
    private final class Kettle: UIResponder, UIApplicationDelegate {
        func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
            application.registerUserNotificationSettings(
                UIUserNotificationSettings(types: [.alert, .badge]))
            let tea = UILocalNotification()
            tea.alertBody = "Tea is ready"
            tea.applicationIconBadgeNumber = 1
            tea.fireDate = DeviceClock().date + 300
            application.scheduleLocalNotification(tea)
            return true
        }
    }

    @Test("A notification was seen when it came, also when it is gone", .behaviour("N2"))
    func notification() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Kettle.self)
        try await device.allow(.notifications)
        try await device.pressHome()
        let left = device.date
        try await device.advance(by: .minutes(4))
        #expect(!device.timeline.shows("Tea is ready") && !device.timeline.shows(badge: 1))
        try await device.advance(by: .minutes(2))
        try await device.dismiss(#require(device.notifications.first))
        #expect(device.notifications.isEmpty)
        #expect(device.timeline.shows("Tea is ready") && device.timeline.shows(badge: 1))
        let seen = try #require(device.timeline.date(of: "Tea"))
        #expect((290...301).contains(seen.timeIntervalSince(left)))
        #expect(!device.timeline.shows("Coffee"))
    }

    @Test("The app was seen while it was in front", .behaviour("S3", "S5"))
    func app() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Kettle.self)
        let opened = device.date
        try await device.advance(by: .seconds(10))
        try await device.pressHome()
        try await device.advance(by: .hours(1))
        #expect(device.timeline.showsApp(at: opened))
        #expect(!device.timeline.showsApp(at: device.date))
        #expect(!device.timeline.showsApp(at: opened - 3_600))
    }
}
