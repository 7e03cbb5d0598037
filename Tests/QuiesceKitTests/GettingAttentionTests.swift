import Foundation
import QuiesceWire
import TestSupport
import Testing

/// GettingAttention, as a process of its own.
@Suite(.behaviour("S11")) struct GettingAttentionTests {
    private static let alert = "Alert Button Selected"

    @Test(
        "Its button brings an alert at once, which stays over the background until it is answered")
    func alert() throws {
        let (daemon, app) = try launched()
        defer { withExtendedLifetime(app) {} }
        try daemon.tap(3, x: 160, y: 225)
        #expect(try daemon.scene { $0.texts.contains(Self.alert) }.texts.contains("Ok"))
        try daemon.deliver(5, .willResignActive)
        try daemon.deliver(6, .didEnterBackground(deadline: nil))
        try daemon.deliver(7, .willEnterForeground)
        try daemon.deliver(8, .didBecomeActive)
        let scene = try daemon.scene { $0.texts.contains(Self.alert) }
        #expect(try daemon.state()["alert"] as? String == Self.alert)
        // The only button of a box in the middle is in its lowest third.
        try daemon.tap(9, x: scene.size.width / 2, y: scene.size.height / 2 + 44)
        #expect(try !daemon.scene { !$0.texts.contains(Self.alert) }.texts.contains("Ok"))
        #expect(try daemon.state()["answers"] as? Int == 1)
    }

    @Test("Built for a system before 4.0, it has the alert answered when it quits")
    func quit() throws {
        let (daemon, app) = try launched { bundle in
            let plist = bundle.appendingPathComponent("Info.plist")
            let text = try String(contentsOf: plist, encoding: .utf8)
            try text.replacingOccurrences(
                of: "</dict>", with: "<key>DTPlatformVersion</key><string>3.1</string></dict>"
            ).write(to: plist, atomically: true, encoding: .utf8)
        }
        try daemon.tap(3, x: 160, y: 225)
        try daemon.deliverAndWait(5, .willTerminate)
        #expect(try app.exitStatus() == 0)
        #expect(try daemon.state()["answers"] as? Int == 1)
    }

    @Test("Built for a later one, it quits with the alert unanswered")
    func quitUnanswered() throws {
        let (daemon, app) = try launched()
        try daemon.tap(3, x: 160, y: 225)
        try daemon.deliverAndWait(5, .willTerminate)
        #expect(try app.exitStatus() == 0)
        #expect(try daemon.state()["answers"] as? Int == 0)
        #expect(try daemon.state()["alert"] as? String == Self.alert)
    }

    @Test(
        "Its button schedules a notification five minutes later, then daily, in place of earlier ones",
        .behaviour("N1", "N4", "N6"))
    func notification() throws {
        let (daemon, app) = try launched()
        defer { withExtendedLifetime(app) {} }
        let before = Date().timeIntervalSince1970
        try daemon.tap(3, x: 160, y: 225)
        #expect(try daemon.notificationRequest() == .register(["alert", "sound", "badge"]))
        #expect(try daemon.notificationRequest() == .cancel(name: nil))
        guard case .schedule(let content) = try daemon.notificationRequest() else {
            throw Failure("nothing is scheduled")
        }
        let delay = Double(try #require(content.fireDate)) / 1_000 - before
        #expect((300...400).contains(delay))
        #expect(content.timeZone == NSTimeZone.default.identifier)
        #expect(content.repeatInterval == "day" && content.badge == 1)
        #expect(content.sound == "soundeffect.wav")
        #expect(content.body == "I'd like to get your attention again!")
    }

    @Test(
        "Opened from the notification, it says so, and its icon shows nothing any more",
        .behaviour("N2"))
    func opened() throws {
        let daemon = try FakeDaemon()
        let app = try ChildApp.bundled("GettingAttention", daemon)
        try daemon.welcome()
        try daemon.send(.notifications(.init(scheduled: [], badge: 1)))
        var launch = MessageToApp.LaunchContext(state: .inactive, reason: .localNotification)
        launch.notification = NotificationContent(name: "1.1")
        launch.notification?.body = "again!"
        try daemon.deliver(1, .finishLaunching(launch))
        try daemon.deliver(2, .didBecomeActive)
        #expect(try app.line() == "launched by: again!")
        while try daemon.notificationRequest() != .setBadge(0) {}
        try daemon.deliverAndWait(
            3, .notification(.received(NotificationContent(name: "1.1"), opened: false)))
        #expect(try app.line() == "got: ")
        #expect(try daemon.state()["notifications"] as? Int == 2)
    }

    @Test(
        "What it can't read of its options is refused at launch",
        arguments: [["--every", "fortnight"], ["--in", "-1"]])
    func wrongOptions(arguments: [String]) throws {
        let daemon = try FakeDaemon()
        let app = try ChildApp.bundled("GettingAttention", daemon, arguments: arguments)
        try daemon.welcome()
        try daemon.deliver(1, LifeCycleTests.foreground)
        #expect(try app.exitStatus() == 64)
    }

    private func launched(
        _ change: (URL) throws -> Void = { _ in }
    ) throws -> (FakeDaemon, ChildApp) {
        let daemon = try FakeDaemon()
        let app = try ChildApp.bundled("GettingAttention", daemon, change)
        try daemon.welcome()
        try daemon.deliver(1, LifeCycleTests.foreground)
        try daemon.deliver(2, .didBecomeActive)
        return (daemon, app)
    }
}
