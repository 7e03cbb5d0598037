import Foundation
import QuiesceWire
import TestSupport
import Testing

/// The callbacks that an app gets about its notifications.
@Suite struct NotificationDeliveryTests {
    private var tea: NotificationContent {
        var content = NotificationContent(name: "1.7")
        content.body = "Tea"
        content.sound = "default"
        content.fireDate = 4_000_000_000_000
        content.userInfo =
            "<plist version=\"1.0\"><dict><key>key</key><string>pot</string></dict></plist>"
        return content
    }
    private let words = "Tea info=pot sound=UILocalNotificationDefaultSoundName"

    @Test(
        "One that fires in front, or that is opened, comes to the delegate", .behaviour("N2", "N3"))
    func received() throws {
        let app = try NotifyingApp()
        try app.deliver(.notification(.received(tea, opened: false)))
        #expect(try app.line() == "received \(words) active")
        try app.deliver(.willResignActive)
        try app.deliver(.didEnterBackground(deadline: nil))
        try app.deliver(.willEnterForeground)
        try app.deliver(.notification(.received(tea, opened: true)))
        try app.deliver(.didBecomeActive)
        #expect(try app.lines(through: "received \(words) inactive").count > 4)
    }

    @Test("A launch by one has it in its options, and nowhere else", .behaviour("N2"))
    func launched() throws {
        var context = MessageToApp.LaunchContext(state: .inactive, reason: .localNotification)
        context.notification = tea
        let app = try NotifyingApp(context)
        #expect(app.atLaunch.contains("opened by \(words)"))
        #expect(!app.atLaunch.contains { $0.hasPrefix("received") })
    }

    @Test("A delivery that is repeated within a launch isn't told twice", .behaviour("N7"))
    func redelivered() throws {
        let app = try NotifyingApp()
        try app.deliver(.notification(.received(tea, opened: false)))
        try app.daemon.send(
            .deliver(
                .init(
                    seq: app.seq, redelivered: true,
                    call: .notification(.received(tea, opened: false)))))
        #expect(try app.line() == "received \(words) active")
        #expect(try app.answer("badge") == "badge 0")
    }

    @Test(
        "What was scheduled by earlier launches is known, without what has passed",
        .behaviour("N4", "N7"))
    func told() throws {
        var past = NotificationContent(name: "1.1")
        (past.body, past.fireDate) = ("past", 1)
        var daily = past
        (daily.name, daily.body, daily.repeatInterval) = ("1.2", "daily", "day")
        let app = try NotifyingApp()
        try app.daemon.send(
            .notifications(.init(scheduled: [past, daily], badge: 5, types: ["sound", "other"])))
        try app.daemon.send(
            .notifications(.init(scheduled: [tea], badge: 5, types: [], continues: true)))
        try app.deliver(.notification(.received(past, opened: false)))
        #expect(try app.line() == "received past active")
        #expect(try app.answer("scheduled") == "scheduled daily every=day, \(words)")
        #expect(try app.answer("badge") == "badge 5")
        // One of an earlier launch is cancelled by its name.
        app.tell("cancel body=daily at=0.001 every=day")
        while try app.notificationRequest() != .cancel(name: "1.2") {}
    }

    @Test(
        "One that has been shown can still be taken back, after the daemon has told anew",
        .behaviour("N4"))
    func passed() throws {
        let app = try NotifyingApp()
        app.tell("schedule body=a at=1")
        _ = try app.notificationRequest()
        try app.daemon.send(.notifications(.init(scheduled: [tea], badge: 1)))
        try app.deliver(.willResignActive)
        _ = try app.lines(2)
        #expect(try app.answer("scheduled") == "scheduled \(words)")
        app.tell("cancel body=a at=1")
        #expect(try app.notificationRequest() == .cancel(name: "1.1"))
    }

    @Test(
        "What a new daemon hasn't recorded counts over what it tells, and is said again",
        .behaviour("N7", "reliability P8"))
    func reconnection() throws {
        let app = try NotifyingApp()
        app.tell("schedule body=a at=4000000000")
        app.tell("schedule body=b at=4000000000")
        app.tell("badge 2")
        #expect(try app.line() == "badge 2")
        let first = try app.notificationRequest()
        _ = try (app.notificationRequest(), app.notificationRequest())
        app.daemon.disconnect()
        let hello = try app.daemon.welcome(lastRequest: 1)
        #expect(hello.outbox == 3)
        let content = try #require(first.content)
        try app.daemon.send(.notifications(.init(scheduled: [content], badge: 0)))
        let again = try (app.notificationRequest(), app.notificationRequest())
        #expect(again.0.content?.body == "b" && again.1 == .setBadge(2))
        try app.deliver(.willResignActive)
        _ = try app.lines(2)
        #expect(try app.answer("scheduled") == "scheduled a, b")
        #expect(try app.answer("badge") == "badge 2")
    }
}
