import Foundation
import QuiesceKit
import QuiesceTesting
import Testing

/// Notifications in front, and the user's answers.
@MainActor @Suite struct AnswerCases {
    // MARK: In front

    @Test(
        "A notification that comes while the app is in front is delivered to its delegate",
        .says(
            .notificationDelegate,
            "userNotificationCenter(_:willPresent:withCompletionHandler:)"),
        .says(.handling, "Handle Notifications While Your App Runs in the Foreground"))
    func inFront() async throws {
        let device = try await alarmClock()
        try await device.schedule(after(60))
        try await device.advance(by: .minutes(2))
        #expect(Subject.told.last == "willPresent Tea")
        #expect(device.bodies.isEmpty)
    }

    @Test(
        "The delegate says how a notification is presented that comes in front",
        .says(
            .notificationDelegate,
            "userNotificationCenter(_:willPresent:withCompletionHandler:)"))
    func presented() async throws {
        let device = try await alarmClock()
        Center.presents = [.banner, .list]
        defer { Center.presents = [] }
        try await device.schedule(after(60))
        try await device.advance(by: .minutes(2))
        #expect(Subject.told.last == "willPresent Tea")
        #expect(device.bodies == ["Tea"])
    }

    @Test(
        "Where there is no delegate at all the user is alerted as the notification asks",
        .says(
            .notificationDelegate,
            "userNotificationCenter(_:willPresent:withCompletionHandler:)"))
    func noDelegate() async throws {
        let device = try await alarmClock(hears: false)
        try await device.schedule(after(60))
        try await device.advance(by: .minutes(2))
        #expect(!Subject.told.contains("didReceive Tea"))
        #expect(device.bodies == ["Tea"])
    }

    // MARK: Answers

    /// The app was left, and its notification is shown.
    private func shown(_ category: String = "tea") async throws -> VirtualDevice {
        let device = try await alarmClock()
        try await device.schedule(after(60), category: category)
        try await device.pressHome()
        try await device.advance(by: .minutes(2))
        return device
    }

    @Test(
        "An action is forwarded to the app, which isn't brought to the foreground",
        .says(.handling, "Handle User-Selected Actions"))
    func action() async throws {
        let device = try await shown()
        try await device.open(device.notifications[0], action: "snooze")
        #expect(Subject.told.last == "response snooze background")
        #expect(device.app.state == .suspended)
    }

    @Test(
        "An app that isn't running is launched in the background for an action",
        .says(.handling, "Handle User-Selected Actions"))
    func launchesForAction() async throws {
        let device = try await shown()
        try await device.kill()
        try await device.open(device.notifications[0], action: "snooze")
        #expect(Subject.told.last == "response snooze background")
        #expect(device.app.launches == 2)
        #expect(!Subject.told.contains("didBecomeActive") || device.app.state != .active)
    }

    @Test(
        "The response to a custom action has its identifier",
        .says(
            .notificationDelegate, "userNotificationCenter(_:didReceive:withCompletionHandler:)"))
    func identifier() async throws {
        let device = try await shown()
        try await device.open(device.notifications[0], action: "open")
        #expect(Subject.told.contains { $0.hasPrefix("response open") })
    }

    @Test(
        "An action that asks for a text passes the text on",
        .says(
            .notificationDelegate, "userNotificationCenter(_:didReceive:withCompletionHandler:)"))
    func text() async throws {
        let device = try await shown()
        try await device.open(device.notifications[0], action: "reply", text: "Coming")
        #expect(Subject.told.contains("response Coming background"))
    }

    @Test(
        "The response can also say that the user opened the app, without an action",
        .says(
            .notificationDelegate, "userNotificationCenter(_:didReceive:withCompletionHandler:)"))
    func opened() async throws {
        let device = try await shown()
        try await device.open(device.notifications[0])
        #expect(
            Subject.told.contains {
                $0.hasPrefix("response \(UNNotificationDefaultActionIdentifier)")
            })
        #expect(device.app.state == .active)
    }

    @Test(
        "An action for the foreground brings the app there",
        .says(.notificationAction, "foreground"))
    func toForeground() async throws {
        let device = try await shown()
        try await device.open(device.notifications[0], action: "open")
        #expect(device.app.state == .active)
    }

    @Test(
        "A category may have the delegate told that a notification was dismissed",
        .says(.notificationCategory, "customDismissAction"))
    func dismissed() async throws {
        let device = try await shown()
        try await device.dismiss(device.notifications[0])
        #expect(
            Subject.told.contains("response \(UNNotificationDismissActionIdentifier) background"))
    }

    @Test(
        "Without that option an app isn't told that a notification was dismissed",
        .says(.notificationCategory, "customDismissAction"))
    func quietlyDismissed() async throws {
        let device = try await shown("plain")
        let told = Subject.told
        try await device.dismiss(device.notifications[0])
        #expect(Subject.told == told)
    }

    // MARK: Permission

    @Test(
        "The first request for authorization prompts the user, and the answer is passed on",
        .says(.notificationCenter, "requestAuthorization(options:completionHandler:)"))
    func prompts() async throws {
        let device = try await launched()
        request()
        try await device.advance(by: .seconds(1))
        #expect(device.app.state == .inactive)
        try await device.answerPrompt(true)
        #expect(Subject.told.contains("granted true"))
    }

    @Test(
        "Later requests for authorization don't prompt the user: the answer was stored",
        .says(.notificationCenter, "requestAuthorization(options:completionHandler:)"))
    func promptsOnce() async throws {
        let device = try await launched()
        request()
        try await device.answerPrompt(false)
        try await device.kill()
        try await device.open()
        request()
        try await device.advance(by: .seconds(1))
        #expect(device.app.state == .active)
        #expect(
            Subject.told.filter { $0.hasPrefix("granted") } == ["granted false", "granted false"])
    }

    @Test(
        "The user may change at any time what an app may do, and the app can ask for that",
        .says(.notificationCenter, "requestAuthorization(options:completionHandler:)"))
    func changes() async throws {
        let device = try await launched(notifies: true)
        try await device.allow(.notifications, false)
        UNUserNotificationCenter.current().getNotificationSettings { settings in
            let isDenied = settings.authorizationStatus == .denied
            MainActor.assumeIsolated { Subject.write("denied \(isDenied)") }
        }
        try await device.advance(by: .seconds(1))
        #expect(Subject.told.last == "denied true")
    }

    private func request() {
        UNUserNotificationCenter.current().requestAuthorization(options: [.alert]) { granted, _ in
            MainActor.assumeIsolated { Subject.write("granted \(granted)") }
        }
    }
}
