import Foundation
import QuiesceCore
import QuiesceKit
import QuiesceTesting
import Testing

@MainActor @Suite struct NotificationCases {
    @Test(
        "A local notification gets the user's attention for an app that is suspended",
        .says(
            .background, "Getting the User's Attention While in the Background",
            under: [.ios7, .ios8]),
        .says(.executing, "Scheduling the Delivery of Local Notifications", under: [.ios4]))
    func suspended() async throws {
        let device = try await launched(notifies: true)
        UIApplication.shared.scheduleLocalNotification(alarm(in: 60, on: device))
        try await device.pressHome()
        try await device.advance(by: .minutes(2))
        #expect(device.notifications.map(\.body) == ["Tea"])
        #expect(device.app.state == .suspended)
    }

    @Test(
        "A local notification gets the user's attention for an app that isn't running, too",
        .says(
            .background, "Getting the User's Attention While in the Background",
            under: [.ios7, .ios8]),
        .says(.executing, "Scheduling the Delivery of Local Notifications", under: [.ios4]))
    func notRunning() async throws {
        let device = try await launched(notifies: true)
        UIApplication.shared.scheduleLocalNotification(alarm(in: 60, on: device))
        try await device.advance(by: .seconds(1))
        try await device.kill()
        try await device.advance(by: .minutes(2))
        #expect(device.notifications.map(\.body) == ["Tea"])
        #expect(device.app.state == .notRunning)
    }

    @Test(
        "In the foreground a local notification is delivered quietly to the app, and not to the user",
        .says(
            .background, "Getting the User's Attention While in the Background",
            under: [.ios7, .ios8]),
        .says(.executing, "Scheduling the Delivery of Local Notifications", under: [.ios4]))
    func inFront() async throws {
        let device = try await launched(notifies: true)
        UIApplication.shared.scheduleLocalNotification(alarm(in: 60, on: device))
        try await device.advance(by: .minutes(2))
        #expect(Subject.told.last == "didReceive Tea")
        #expect(device.notifications.isEmpty)
    }

    @Test(
        "The user decides whether an app comes to the foreground for its notification",
        .says(.background, "Getting the User's Attention While in the Background"))
    func chosen() async throws {
        let device = try await launched(notifies: true)
        UIApplication.shared.scheduleLocalNotification(alarm(in: 60, on: device))
        try await device.pressHome()
        try await device.advance(by: .hours(1))
        #expect(device.app.state == .suspended)
        try await device.open(try #require(device.notifications.first))
        #expect(device.app.state == .active)
        #expect(Subject.told.contains("didReceive Tea"))
    }

    @Test(
        "A local notification badges the app's icon",
        .says(.background, "Getting the User's Attention While in the Background"))
    func badge() async throws {
        let device = try await launched(notifies: true)
        let tea = alarm(in: 60, on: device)
        tea.applicationIconBadgeNumber = 3
        UIApplication.shared.scheduleLocalNotification(tea)
        try await device.pressHome()
        try await device.advance(by: .minutes(2))
        #expect(device.badge == 3)
    }

    @Test(
        "An app has no more than 128 local notifications scheduled at a time",
        .says(
            .background, "Getting the User's Attention While in the Background",
            under: [.ios7, .ios8]),
        .says(.executing, "Scheduling the Delivery of Local Notifications", under: [.ios4]))
    func most() async throws {
        let device = try await launched(notifies: true)
        for number in 1...130 {
            UIApplication.shared.scheduleLocalNotification(
                alarm("\(number)", in: 3_600 + TimeInterval(number), on: device))
        }
        try await device.advance(by: .seconds(1))
        #expect(UIApplication.shared.scheduledLocalNotifications?.count == 128)
    }

    @Test(
        "An app can have its scheduled notifications listed, and cancel them",
        .says(.background, "Getting the User's Attention While in the Background"))
    func cancelled() async throws {
        let device = try await launched(notifies: true)
        UIApplication.shared.scheduleLocalNotification(alarm(in: 60, on: device))
        try await device.advance(by: .seconds(1))
        #expect(UIApplication.shared.scheduledLocalNotifications?.map(\.alertBody) == ["Tea"])
        UIApplication.shared.cancelAllLocalNotifications()
        #expect(UIApplication.shared.scheduledLocalNotifications?.isEmpty == true)
        try await device.pressHome()
        try await device.advance(by: .minutes(2))
        #expect(device.notifications.isEmpty)
    }

    @Test(
        "A local notification can be delivered immediately, too",
        .says(.background, "Getting the User's Attention While in the Background"))
    func now() async throws {
        let device = try await launched(notifies: true)
        Subject.when["didEnterBackground"] = {
            let done = UILocalNotification()
            done.alertBody = "Done"
            UIApplication.shared.presentLocalNotificationNow(done)
        }
        try await device.pressHome()
        try await device.advance(by: .seconds(1))
        #expect(device.notifications.map(\.body) == ["Done"])
    }
}
