import Foundation
import QuiesceKit
import QuiesceTesting
import Testing

/// Notifications that an app schedules with `UNUserNotificationCenter`.
@MainActor @Suite struct SchedulingCases {
    @Test(
        "A notification without a trigger is delivered right away",
        .says(.notificationCenter, "add(_:withCompletionHandler:)"))
    func rightAway() async throws {
        let device = try await alarmClock()
        Subject.when["didEnterBackground"] = { device.add(nil) }
        try await device.pressHome()
        try await device.advance(by: .seconds(1))
        #expect(device.bodies == ["Tea"])
    }

    @Test(
        "A notification is delivered once so many seconds have passed",
        .says(.timeTrigger, "Overview"))
    func seconds() async throws {
        let device = try await alarmClock()
        try await device.schedule(after(1_800))
        try await device.pressHome()
        try await device.advance(by: .seconds(1_799))
        #expect(device.bodies.isEmpty)
        try await device.advance(by: .seconds(1))
        #expect(device.bodies == ["Tea"])
    }

    @Test(
        "A notification is delivered at the date that its trigger's components match",
        .says(.calendarTrigger, "Overview"))
    func calendar() async throws {
        let device = try await alarmClock()
        try await device.change(.timeZone("UTC"))
        try await device.schedule(
            UNCalendarNotificationTrigger(
                dateMatching: DateComponents(hour: 8, minute: 30), repeats: false))
        try await device.pressHome()
        // It begins at 22:13:20.
        try await device.advance(by: .hours(10))
        #expect(device.bodies.isEmpty)
        try await device.advance(by: .minutes(17))
        #expect(device.bodies == ["Tea"])
    }

    @Test(
        "A weekday and an hour that repeat deliver the notification every week",
        .says(.scheduling, "Specify the Conditions for Delivery"))
    func weekly() async throws {
        let device = try await alarmClock()
        try await device.change(.timeZone("UTC"))
        try await device.schedule(
            UNCalendarNotificationTrigger(
                dateMatching: DateComponents(hour: 14, weekday: 3), repeats: true))
        try await device.pressHome()
        for _ in 1...3 {
            try await device.advance(by: .days(7))
            #expect(device.bodies == ["Tea"])
            for shown in device.notifications { try await device.dismiss(shown) }
        }
    }

    @Test(
        "A trigger that repeats has the event scheduled again after its delivery",
        .says(.scheduling, "Specify the Conditions for Delivery"))
    func repeats() async throws {
        let device = try await alarmClock()
        try await device.schedule(after(3_600, repeats: true))
        try await device.pressHome()
        var times = 0
        for _ in 1...3 {
            try await device.advance(by: .hours(1))
            times += device.notifications.count
            for shown in device.notifications { try await device.dismiss(shown) }
        }
        #expect(times == 3)
    }

    @Test(
        "A new request takes the place of a scheduled one with its identifier",
        .says(.notificationRequest, "identifier"))
    func replaces() async throws {
        let device = try await alarmClock()
        try await device.schedule(after(60))
        try await device.schedule(after(120), "Coffee")
        try await device.pressHome()
        try await device.advance(by: .minutes(5))
        #expect(device.bodies == ["Coffee"])
    }

    @Test(
        "A request that was removed isn't delivered",
        .says(.notificationCenter, "removePendingNotificationRequests(withIdentifiers:)"),
        .says(.scheduling, "Cancel a Scheduled Notification Request"))
    func removed() async throws {
        let device = try await alarmClock()
        try await device.schedule(after(60), "Tea", as: "tea")
        try await device.schedule(after(60), "Coffee", as: "coffee")
        UNUserNotificationCenter.current().removePendingNotificationRequests(
            withIdentifiers: ["tea"])
        try await device.pressHome()
        try await device.advance(by: .minutes(5))
        #expect(device.bodies == ["Coffee"])
    }

    @Test(
        "Removing pending requests ignores one that was delivered: it stays shown",
        .says(.notificationCenter, "removePendingNotificationRequests(withIdentifiers:)"))
    func deliveredStays() async throws {
        let device = try await alarmClock()
        try await device.schedule(after(60))
        try await device.pressHome()
        try await device.advance(by: .minutes(5))
        UNUserNotificationCenter.current().removePendingNotificationRequests(
            withIdentifiers: ["tea"])
        try await device.open()
        #expect(device.bodies == ["Tea"])
    }

    @Test(
        "An app can remove its delivered notifications by their identifiers",
        .says(.notificationCenter, "removeDeliveredNotifications(withIdentifiers:)"))
    func removesDelivered() async throws {
        let device = try await alarmClock()
        try await device.schedule(after(60), "Tea", as: "tea")
        try await device.schedule(after(60), "Coffee", as: "coffee")
        try await device.pressHome()
        try await device.advance(by: .minutes(5))
        try await device.open()
        UNUserNotificationCenter.current().removeDeliveredNotifications(withIdentifiers: ["tea"])
        try await device.advance(by: .seconds(1))
        #expect(device.bodies == ["Coffee"])
    }

    @Test(
        "Removing delivered notifications ignores those that aren't displayed: they are delivered later",
        .says(.notificationCenter, "removeDeliveredNotifications(withIdentifiers:)"))
    func pendingStays() async throws {
        let device = try await alarmClock()
        try await device.schedule(after(60))
        UNUserNotificationCenter.current().removeDeliveredNotifications(withIdentifiers: ["tea"])
        try await device.pressHome()
        try await device.advance(by: .minutes(5))
        #expect(device.bodies == ["Tea"])
    }

    @Test(
        "An app can have its delivered notifications listed that are still shown",
        .says(.notificationCenter, "getDeliveredNotifications(completionHandler:)"))
    func listed() async throws {
        let device = try await alarmClock()
        try await device.schedule(after(60), "Tea", as: "tea")
        try await device.schedule(after(3_600), "Coffee", as: "coffee")
        try await device.pressHome()
        try await device.advance(by: .minutes(5))
        try await device.open()
        UNUserNotificationCenter.current().getDeliveredNotifications { delivered in
            let bodies = delivered.map(\.request.content.body)
            MainActor.assumeIsolated { Subject.write("delivered \(bodies)") }
        }
        try await device.advance(by: .seconds(1))
        #expect(Subject.told.last == "delivered [\"Tea\"]")
    }

    @Test(
        "While its app isn't in front the system shows the user the notification",
        .says(.scheduling, "Overview"))
    func systemShows() async throws {
        let device = try await alarmClock()
        try await device.schedule(after(60))
        try await device.kill()
        try await device.advance(by: .minutes(5))
        #expect(device.bodies == ["Tea"])
        #expect(!Subject.told.contains("willPresent Tea"))
    }

    @Test(
        "A notification is delivered when the device enters the region of its trigger",
        .says(.locationTrigger, "Overview"))
    func enters() async throws {
        let device = try await atRegion()
        try await device.go(0)
        #expect(device.bodies == ["Tea"])
    }

    @Test(
        "An app needs no authorization for always to have a region's notification delivered",
        .says(.locationTrigger, "Overview"))
    func inUseSuffices() async throws {
        let device = try await atRegion(always: false)
        try await device.go(0)
        #expect(device.bodies == ["Tea"])
        #expect(device.app.state == .suspended)
    }

    /// Away from home, with a notification for when the device is back there.
    private func atRegion(always: Bool = true) async throws -> VirtualDevice {
        let device = try await alarmClock()
        let manager = CLLocationManager()
        if always {
            manager.requestAlwaysAuthorization()
        } else {
            manager.requestWhenInUseAuthorization()
        }
        try await device.answerPrompt(true)
        let home = region()
        home.notifyOnExit = false
        try await device.schedule(UNLocationNotificationTrigger(region: home, repeats: false))
        try await device.pressHome()
        try await device.go(11_000)
        #expect(device.bodies.isEmpty)
        return device
    }
}
