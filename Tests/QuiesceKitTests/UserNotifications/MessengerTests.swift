import Foundation
import QuiesceWire
import TestSupport
import Testing

/// Examples/Messenger, which is written as for iOS, with the daemon that a test plays.
@Suite("A messenger as it is written for iOS") struct MessengerTests {
    private final class Messenger {
        let daemon: FakeDaemon
        let app: ChildApp
        private var seq: UInt64 = 1

        init(_ context: MessageToApp.LaunchContext = .init(state: .inactive, reason: .user)) throws
        {
            daemon = try FakeDaemon()
            app = try ChildApp(
                ChildApp.products + "/Messenger", [],
                environment: ["QUIESCE_SOCKET": daemon.path, "QUIESCE_CONTAINER": daemon.directory])
            try daemon.welcome()
            try daemon.deliver(1, .finishLaunching(context))
        }

        func deliver(_ call: MessageToApp.Call) throws {
            seq += 1
            try daemon.deliver(seq, call)
        }

        /// The app's next request about its notifications, and the number of that request.
        func request() throws -> (UInt64, LocalNotificationRequest) {
            while true {
                if case .notification(let number, let request) = try daemon.receive() {
                    return (number, request)
                }
            }
        }

        /// The result with which the app completed a wake-up.
        func result(_ wake: UInt64) throws -> WakeResult {
            while true {
                if case .completeWake(_, wake, let result) = try daemon.receive() { return result }
            }
        }
    }

    private var message: NotificationContent {
        var content = NotificationContent(name: "push 4")
        content.title = "Ada"
        content.body = "Hello"
        content.category = "MESSAGE"
        content.thread = "ada"
        return content
    }
    private let push = #"{"aps":{"alert":"Hello"},"id":7}"#

    @Test(
        "It asks the user, registers categories, and schedules by interval and by calendar",
        .behaviour("N1", "U4"))
    func schedules() throws {
        let messenger = try Messenger()
        guard case (_, .setCategories(let categories)) = try messenger.request() else {
            return #expect(Bool(false), "it registers its categories first")
        }
        #expect(categories.map(\.identifier) == ["MESSAGE"])
        #expect(categories.first?.reportsDismissal == true)
        #expect(categories.first?.actions.map(\.identifier) == ["REPLY", "READ", "CALL"])
        #expect(categories.first?.actions.map(\.takesText) == [true, false, false])
        #expect(categories.first?.actions.map(\.foreground) == [nil, nil, true])
        #expect(categories.first?.actions.map(\.needsUnlock) == [true, nil, nil])
        #expect(try messenger.request().1 == .register(["alert", "sound", "badge"]))
        #expect(try messenger.app.line() == "launched")
        let before = Date()
        try messenger.deliver(.permission("notifications", state: "authorized"))
        #expect(try messenger.app.line() == "granted true true")
        guard case (let first, .schedule(let soon)) = try messenger.request(),
            case (let second, .schedule(let evening)) = try messenger.request()
        else { return #expect(Bool(false), "it schedules two") }
        #expect(soon.name == "ada")
        let wait = Double(try #require(soon.fireDate)) / 1_000 - before.timeIntervalSince1970
        #expect(wait >= 1.5 && wait < 60)
        #expect([soon.title, soon.subtitle, soon.body] == ["Ada", "yesterday", "Are you coming?"])
        #expect([soon.sound, soon.category, soon.thread] == ["default", "MESSAGE", "ada"])
        #expect(soon.badge == 2)
        #expect(soon.repeatInterval == nil)
        #expect(evening.repeatInterval == "hour=18 minute=30")
        #expect(evening.timeZone != nil)
        #expect(evening.sound == "evening.wav")
        // Only what is on the device's disk is added.
        try messenger.daemon.send(.ack(request: first))
        #expect(try messenger.app.line() == "added ada true")
        try messenger.daemon.send(.ack(request: second))
        #expect(try messenger.app.line() == #"pending ["ada", "evening"] true true"#)
    }

    @Test("What isn't scheduled comes to its completion handler as an error", .behaviour("N1"))
    func refused() throws {
        let messenger = try Messenger()
        try messenger.deliver(.permission("notifications", state: "authorized"))
        while true {
            if case .schedule = try messenger.request().1 { break }
        }
        try messenger.deliver(.notification(.dropped(["ada"])))
        let lines = try (0..<3).map { _ in try messenger.app.line() }
        #expect(lines.last == "added ada false")
    }

    @Test(
        "One that comes in front is handed to the delegate, which has it presented",
        .behaviour("N3"))
    func presents() throws {
        let messenger = try Messenger()
        try messenger.deliver(.didBecomeActive)
        try messenger.deliver(.notification(.received(message, opened: false, date: 1_000)))
        try messenger.deliver(
            .push(.received(payload: push, opened: false, notification: message, date: 1_000)))
        while true {
            guard case .present(let name, let types) = try messenger.request().1 else { continue }
            #expect(name == "push 4")
            #expect(types == ["banner", "sound", "badge"])
            break
        }
        #expect(try messenger.app.line() == "launched")
        #expect(try messenger.app.line() == "present Ada: Hello")
        #expect(try messenger.app.line() == "present Ada: Hello")
    }

    @Test(
        "The user's answers come to the delegate: opened, an action with a text, dismissed, settings",
        .behaviour("N2"))
    func answers() throws {
        let messenger = try Messenger()
        #expect(try messenger.app.line() == "launched")
        func answer(_ answer: NotificationAnswer, wake: UInt64?) throws {
            try messenger.deliver(
                .notification(
                    .answered(
                        .init(notification: message, date: 1_000, push: push, answer: answer),
                        wake: wake)))
        }
        try messenger.deliver(
            .push(.received(payload: push, opened: true, notification: message, date: 1_000)))
        #expect(try messenger.app.line() == "opened ada 7")
        try answer(.action(identifier: "REPLY", text: "Yes"), wake: 9)
        #expect(try messenger.app.line() == "reply Yes to ada in front")
        while true {
            guard case (let number, .setBadge(0)) = try messenger.request() else { continue }
            try messenger.daemon.send(.ack(request: number))
            break
        }
        #expect(try messenger.app.line() == "badge true")
        #expect(try messenger.result(9) == .newData)
        try answer(.dismissed, wake: 10)
        #expect(try messenger.app.line() == "dismissed ada")
        #expect(try messenger.result(10) == .newData)
        try answer(.settings, wake: nil)
        #expect(try messenger.app.line() == "settings push 4")
        try answer(.action(identifier: "CALL", text: nil), wake: nil)
        #expect(try messenger.app.line() == "action CALL")
    }

    @Test("A launch by a notification or a push comes to the delegate, too", .behaviour("N2", "R1"))
    func launches() throws {
        var context = MessageToApp.LaunchContext(state: .inactive, reason: .localNotification)
        context.notification = message
        let messenger = try Messenger(context)
        #expect(try messenger.app.line() == "launched")
        #expect(try messenger.app.line() == "opened ada none")
        context = .init(state: .inactive, reason: .remoteNotification, push: push)
        context.shown = message
        let pushed = try Messenger(context)
        #expect(try pushed.app.line() == "launched by a push")
        #expect(try pushed.app.line() == "opened ada 7")
    }

    @Test("What is shown is asked of the device, and comes in pages")
    func delivered() throws {
        let messenger = try Messenger()
        try messenger.deliver(.didBecomeActive)
        while true {
            guard case (let number, .listDelivered) = try messenger.request() else { continue }
            var page = DeliveredNotifications(
                request: number, notifications: [.init(notification: message, date: 1, push: push)])
            page.more = true
            try messenger.daemon.send(.deliveredNotifications(page))
            var last = DeliveredNotifications(
                request: number,
                notifications: [.init(notification: NotificationContent(name: "ada"), date: 2)])
            last.continues = true
            try messenger.daemon.send(.deliveredNotifications(last))
            break
        }
        #expect(try messenger.app.line() == "launched")
        #expect(try messenger.app.line() == #"delivered ["push 4", "ada"]"#)
    }
}
