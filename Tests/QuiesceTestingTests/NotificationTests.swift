import Foundation
import QuiesceKit
import QuiesceTesting
import TestSupport
import Testing

@MainActor @Suite(.virtualDevice) struct NotificationTests {
    @Test(
        "An alarm rings for an app that is suspended, which the user then opens with it",
        .behaviour("N1", "N2"))
    func suspended() async throws {
        let device = try VirtualDevice.current
        Alarm.heard = []
        try await device.launch(Alarm.self)
        try await device.allow(.notifications)
        UIApplication.shared.scheduleLocalNotification(Alarm.tea(after: 300, of: device))
        try await device.pressHome()
        try await device.advance(by: .seconds(298))
        #expect(device.app.state == .suspended)
        #expect(device.notifications.isEmpty)
        try await device.advance(by: .seconds(2))
        #expect(device.notifications.map(\.body) == ["Tea"])
        #expect(device.badge == 1)
        #expect(device.app.state == .suspended)
        #expect(Alarm.heard.isEmpty)
        try await device.open(device.notifications[0])
        #expect(device.app.state == .active)
        #expect(Alarm.heard == ["Tea inactive"])
        #expect(UIApplication.shared.applicationIconBadgeNumber == 1)
        #expect(device.notifications.isEmpty)
        #expect(UIApplication.shared.scheduledLocalNotifications?.isEmpty == true)
    }

    @Test("It rings for an app that has crashed, which is launched by it", .behaviour("N2", "N7"))
    func dead() async throws {
        let device = try VirtualDevice.current
        Alarm.heard = []
        try await device.launch(Alarm.self)
        try await device.allow(.notifications)
        UIApplication.shared.scheduleLocalNotification(Alarm.tea(after: 300, of: device))
        try await device.advance(by: .seconds(1))
        try await device.kill()
        try await device.advance(by: .seconds(300))
        let shown = try #require(device.notifications.first)
        try await device.open(shown)
        #expect(Alarm.heard == ["launched by Tea"])
        #expect(device.app.launches == 2)
    }

    @Test("The user chooses how it is shown, and clears it away", .behaviour("S12"))
    func style() async throws {
        let device = try VirtualDevice.current
        Alarm.heard = []
        try await device.launch(Alarm.self)
        try await device.allow(.notifications)
        try await device.setAlertStyle(.alert)
        UIApplication.shared.scheduleLocalNotification(Alarm.tea(after: 5, of: device))
        try await device.pressHome()
        try await device.advance(by: .seconds(6))
        let shown = try #require(device.notifications.first)
        #expect(shown.style == .alert)
        try await device.dismiss(shown)
        #expect(device.notifications.isEmpty)
        #expect(Alarm.heard.isEmpty)
    }

    @Test("In front it comes to the app alone", .behaviour("N3"))
    func inFront() async throws {
        let device = try VirtualDevice.current
        Alarm.heard = []
        try await device.launch(Alarm.self)
        try await device.allow(.notifications)
        UIApplication.shared.scheduleLocalNotification(Alarm.tea(after: 5, of: device))
        try await device.advance(by: .seconds(6))
        #expect(Alarm.heard == ["Tea active"])
        #expect(device.notifications.isEmpty)
    }

    @Test(
        "One that an app asks for behind its completion of a fetch is scheduled before the fetch is over",
        .behaviour("F5", "N4"))
    func afterwards() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Alarm.self, as: .underTest("Alarm", modes: [.fetch]))
        try await device.allow(.notifications)
        try await device.pressHome()
        try await device.fetch()
        #expect(device.app.state == .suspended)
        #expect(device.notifications.map(\.body) == ["Fetched"])
        let reasons = device.log.map(\.reason).filter {
            $0 == .notificationFired || $0 == .completedNewData
        }
        #expect(reasons == [.notificationFired, .completedNewData])
    }

    @Test("Without the user's permission nothing is shown", .behaviour("U4"))
    func notAllowed() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Alarm.self)
        try await device.allow(.notifications, false)
        UIApplication.shared.scheduleLocalNotification(Alarm.tea(after: 5, of: device))
        try await device.pressHome()
        try await device.advance(by: .seconds(6))
        #expect(device.notifications.isEmpty)
    }
}

private final class Alarm: UIApplicationDelegate {
    static var heard: [String] = []

    static func tea(after seconds: TimeInterval, of device: VirtualDevice) -> UILocalNotification {
        let tea = UILocalNotification()
        tea.alertBody = "Tea"
        tea.applicationIconBadgeNumber = 1
        tea.fireDate = device.date + seconds
        return tea
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        application.registerUserNotificationSettings(
            UIUserNotificationSettings(types: [.alert, .badge]))
        if let tea = launchOptions?[.localNotification] as? UILocalNotification {
            Self.heard.append("launched by \(tea.alertBody ?? "")")
        }
        return true
    }

    func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        let fetched = UILocalNotification()
        fetched.alertBody = "Fetched"
        DispatchQueue.main.async {
            MainActor.assumeIsolated {
                completionHandler(.newData)
                UIApplication.shared.presentLocalNotificationNow(fetched)
            }
        }
    }

    func application(
        _ application: UIApplication, didReceive notification: UILocalNotification
    ) {
        Self.heard.append("\(notification.alertBody ?? "") \(application.applicationState)")
    }
}
