import Foundation
import QuiesceWire
import TestSupport
import Testing

/// An app's local notifications, with the daemon that a test plays.
@Suite(.behaviour("N1", "N4")) struct NotificationTests {
    private static let future = Int64(4_000_000_000_000)

    @Test(
        "All that is set of a notification is said, as it was when it was scheduled",
        .behaviour("N1", "N5", "N6"))
    func properties() throws {
        let app = try NotifyingApp()
        app.tell(
            "schedule body=Tea title=Kitchen at=4000000000.5 zone=Europe/Berlin every=day action=Drink noAction image=cup.png category=food sound=tea.wav badge=3 info=pot"
        )
        guard case .schedule(let content) = try app.notificationRequest() else {
            throw Failure("nothing is scheduled")
        }
        var expected = NotificationContent(name: "1.1")
        expected.fireDate = Self.future + 500
        expected.timeZone = "Europe/Berlin"
        expected.repeatInterval = "day"
        (expected.title, expected.body, expected.action) = ("Kitchen", "Tea", "Drink")
        expected.withoutAction = true
        (expected.launchImage, expected.category) = ("cup.png", "food")
        (expected.sound, expected.badge) = ("tea.wav", 3)
        expected.userInfo = content.userInfo
        #expect(content == expected)
        let info = try PropertyListSerialization.propertyList(
            from: Data((content.userInfo ?? "").utf8), format: nil)
        #expect(info as? NSDictionary == ["key": "pot", "list": [1, 2]])
        #expect(
            try app.answer("scheduled")
                == "scheduled Tea info=pot sound=tea.wav zone=Europe/Berlin every=day")
    }

    @Test("What isn't set of it isn't said")
    func usual() throws {
        let app = try NotifyingApp()
        app.tell("schedule body=Tea")
        var expected = NotificationContent(name: "1.1")
        expected.body = "Tea"
        #expect(try app.notificationRequest() == .schedule(expected))
    }

    @Test(
        "The repeat units have the daemon's words",
        arguments: ["minute", "hour", "day", "week", "month", "quarter", "year"])
    func units(unit: String) throws {
        let app = try NotifyingApp()
        app.tell("schedule body=a at=4000000000 every=\(unit)")
        guard case .schedule(let content) = try app.notificationRequest() else {
            throw Failure("nothing is scheduled")
        }
        #expect(content.repeatInterval == unit)
    }

    @Test("What can't be kept of a notification is left out, and said on stderr")
    func problems() throws {
        let app = try NotifyingApp()
        app.tell("schedule body=a at=4000000000 every=era oddInfo=b offset=1800")
        guard case .schedule(let content) = try app.notificationRequest() else {
            throw Failure("nothing is scheduled")
        }
        #expect(content.repeatInterval == nil && content.userInfo == nil && content.timeZone == nil)
        let complaint = try app.complaint()
        for word in ["userInfo", "repeatInterval", "GMT+0030"] {
            #expect(complaint.contains(word))
        }
    }

    @Test("A fixed offset of whole hours is a zone of the database")
    func offset() throws {
        let app = try NotifyingApp()
        app.tell("schedule body=a offset=-10800")
        guard case .schedule(let content) = try app.notificationRequest() else {
            throw Failure("nothing is scheduled")
        }
        #expect(content.timeZone == "Etc/GMT+3")
    }

    @Test("One that no datagram could take isn't scheduled, and the app is told")
    func tooLarge() throws {
        let app = try NotifyingApp()
        app.tell("schedule large")
        #expect(try app.line().hasPrefix("not scheduled "))
        #expect(try app.answer("scheduled") == "scheduled ")
    }

    @Test("Presenting now leaves its time and its repeats away")
    func present() throws {
        let app = try NotifyingApp()
        app.tell("present body=Now at=4000000000 every=day")
        var expected = NotificationContent(name: "1.1")
        expected.body = "Now"
        #expect(try app.notificationRequest() == .schedule(expected))
        #expect(try app.answer("scheduled") == "scheduled ")
    }

    @Test("One that is equal to what was scheduled cancels that; another nothing")
    func cancel() throws {
        let app = try NotifyingApp()
        app.tell("schedule body=a at=4000000000")
        app.tell("schedule body=b at=4000000000")
        app.tell("cancel body=a at=4000000001")
        app.tell("cancel body=b at=4000000000")
        _ = try (app.notificationRequest(), app.notificationRequest())
        #expect(try app.notificationRequest() == .cancel(name: "1.2"))
        #expect(try app.answer("scheduled") == "scheduled a")
        app.tell("cancelAll")
        #expect(try app.notificationRequest() == .cancel(name: nil))
        #expect(try app.answer("scheduled") == "scheduled ")
    }

    @Test("Setting the scheduled ones replaces all")
    func replace() throws {
        let app = try NotifyingApp()
        app.tell("schedule body=a at=4000000000")
        app.tell("replace body=b body=c")
        let requests = try (0..<4).map { _ in try app.notificationRequest() }
        #expect(requests[1] == .cancel(name: nil))
        #expect(requests[2...].compactMap(\.content?.body) == ["b", "c"])
    }

    @Test("The badge is set, never below 0")
    func badge() throws {
        let app = try NotifyingApp()
        #expect(try app.answer("badge 4") == "badge 4")
        #expect(try app.answer("badge -1") == "badge 0")
        #expect(try app.notificationRequest() == .setBadge(4))
        #expect(try app.notificationRequest() == .setBadge(0))
    }

    @Test("Those that aren't scheduled after all are named to the app", .behaviour("N1"))
    func dropped() throws {
        let app = try NotifyingApp()
        app.tell("schedule body=a at=4000000000")
        app.tell("schedule body=b at=4000000001")
        _ = try (app.notificationRequest(), app.notificationRequest())
        try app.deliver(.notification(.dropped(["1.2"])))
        #expect(try app.line() == "not scheduled b")
        #expect(try app.complaint().contains("not scheduled: 1"))
        #expect(try app.answer("scheduled") == "scheduled a")
    }

    @Test("Registering says what for, and the user's answer comes from there", .behaviour("U4"))
    func register() throws {
        let app = try NotifyingApp()
        #expect(try app.answer("settings") == "settings none")
        app.tell("register")
        #expect(try app.notificationRequest() == .register(["alert", "badge"]))
        #expect(
            try app.daemon.receive() == .requestPermission(request: 2, permission: "notifications"))
        try app.deliver(.permission("notifications", state: "authorized"))
        #expect(try app.line() == "registered 5")
        #expect(try app.answer("settings") == "settings 5")
    }
}

extension LocalNotificationRequest {
    var content: NotificationContent? {
        if case .schedule(let content) = self { content } else { nil }
    }
}
