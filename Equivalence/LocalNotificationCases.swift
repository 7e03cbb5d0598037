import Foundation
import QuiesceKit
import QuiesceTesting
import Testing

/// The reference of `UILocalNotification`.
@MainActor @Suite struct LocalNotificationCases {
    /// The number of those that the system keeps of 130.
    private func kept() async throws -> Int {
        let device = try await launched(notifies: true)
        for number in (1...130).reversed() {
            UIApplication.shared.scheduleLocalNotification(
                alarm("\(number)", in: 3_600 + TimeInterval(number), on: device))
        }
        try await device.advance(by: .seconds(1))
        let bodies = UIApplication.shared.scheduledLocalNotifications?.compactMap(\.alertBody) ?? []
        #expect(Set(bodies) == Set((1...bodies.count).map(String.init)), "those that are due first")
        return bodies.count
    }

    @Test(
        "The system keeps the 64 notifications of an app that are due first, and discards the rest",
        .says(.localNotification, "Overview", under: [.ios26]))
    func keeps64() async throws {
        #expect(try await kept() == 64)
    }

    @Test(
        "The system of iOS 8 keeps 64 notifications of an app, too",
        .says(
            .localNotification, "Overview", under: [.ios8],
            differs: "it keeps 128, as the guides for iOS 4 to 8 have it"))
    func keeps128() async throws {
        #expect(try await kept() == 128)
    }

    @Test(
        "A notification that is presented now is, whatever its fire date",
        .says(.localNotification, "Overview"))
    func now() async throws {
        let device = try await launched(notifies: true)
        Subject.when["didEnterBackground"] = {
            UIApplication.shared.presentLocalNotificationNow(alarm(in: 86_400, on: device))
        }
        try await device.pressHome()
        try await device.advance(by: .seconds(1))
        #expect(device.bodies == ["Tea"])
    }

    @Test(
        "An app needn't run for its notification to be delivered at its time",
        .says(.localNotification, "Overview"))
    func notRunning() async throws {
        let device = try await launched(notifies: true)
        UIApplication.shared.scheduleLocalNotification(alarm(in: 86_400, on: device))
        try await device.quit()
        try await device.advance(by: .days(2))
        #expect(device.bodies == ["Tea"])
        #expect(device.app.launches == 1)
    }

    @Test(
        "An app in the background may schedule a notification, too",
        .says(.localNotification, "Overview"))
    func fromBackground() async throws {
        let device = try await launched(.underTest(modes: [.fetch]), notifies: true)
        Subject.when["performFetch background"] = {
            UIApplication.shared.scheduleLocalNotification(alarm(in: 60, on: device))
        }
        try await device.pressHome()
        try await device.fetch()
        try await device.advance(by: .minutes(2))
        #expect(device.bodies == ["Tea"])
    }

    @Test(
        "While the app is frontmost nothing is displayed, and its icon isn't badged",
        .says(.localNotification, "Overview"))
    func frontmost() async throws {
        let device = try await launched(notifies: true)
        let tea = alarm(in: 60, on: device)
        tea.applicationIconBadgeNumber = 3
        UIApplication.shared.scheduleLocalNotification(tea)
        try await device.advance(by: .minutes(2))
        #expect(Subject.told.last == "didReceive Tea")
        #expect(device.notifications.isEmpty && device.badge == 0)
    }

    @Test(
        "An app that the user launches after its icon was badged finds no notification in its launch options",
        .says(.localNotification, "Overview"))
    func badgeOnly() async throws {
        let device = try await launched(notifies: true)
        let quiet = UILocalNotification()
        quiet.fireDate = device.date + 60
        quiet.applicationIconBadgeNumber = 3
        UIApplication.shared.scheduleLocalNotification(quiet)
        try await device.advance(by: .seconds(1))
        try await device.kill()
        try await device.advance(by: .minutes(2))
        #expect(device.badge == 3)
        try await device.open()
        #expect(Subject.launchOptions[.localNotification] == nil)
    }

    @Test(
        "An app takes its badge away by setting the number to 0",
        .says(.localNotification, "Overview"))
    func noBadge() async throws {
        let device = try await launched(notifies: true)
        UIApplication.shared.applicationIconBadgeNumber = 5
        try await device.advance(by: .seconds(1))
        #expect(device.badge == 5)
        UIApplication.shared.applicationIconBadgeNumber = 0
        try await device.advance(by: .seconds(1))
        #expect(device.badge == 0)
    }

    @Test(
        "One notification of several can be cancelled",
        .says(.localNotification, "Overview"))
    func cancelled() async throws {
        let device = try await launched(notifies: true)
        let tea = alarm(in: 60, on: device)
        UIApplication.shared.scheduleLocalNotification(tea)
        UIApplication.shared.scheduleLocalNotification(alarm("Coffee", in: 60, on: device))
        UIApplication.shared.cancelLocalNotification(tea)
        try await device.pressHome()
        try await device.advance(by: .minutes(2))
        #expect(device.bodies == ["Coffee"])
    }

    @Test(
        "A notification can be delivered again and again, as it says",
        .says(.localNotification, "Overview"))
    func repeats() async throws {
        let device = try await launched(notifies: true)
        let tea = alarm(in: 60, on: device)
        tea.repeatInterval = .day
        UIApplication.shared.scheduleLocalNotification(tea)
        try await device.pressHome()
        var times = 0
        for _ in 1...3 {
            try await device.advance(by: .days(1))
            times += device.notifications.count
            for shown in device.notifications { try await device.dismiss(shown) }
        }
        #expect(times == 3)
    }

    @Test(
        "A running app that the user opens by a notification is told of it",
        .says(.delegate, "application(_:didReceive:)"))
    func opened() async throws {
        let device = try await launched(notifies: true)
        UIApplication.shared.scheduleLocalNotification(alarm(in: 60, on: device))
        try await device.pressHome()
        try await device.advance(by: .minutes(2))
        try await device.open(device.notifications[0])
        #expect(Subject.told.has("willEnterForeground", "didReceive Tea", "didBecomeActive"))
    }

    @Test(
        "Nothing is displayed before the app has registered for that",
        .says(.application, "scheduleLocalNotification(_:)"))
    func notRegistered() async throws {
        let device = try await launched()
        UIApplication.shared.scheduleLocalNotification(alarm(in: 60, on: device))
        try await device.pressHome()
        try await device.advance(by: .minutes(2))
        #expect(device.notifications.isEmpty)
    }
}
