import Foundation
import QuiesceWire
import TestSupport
import Testing

/// The app may be frozen milliseconds after the daemon has heard that it is done.
@Suite("What an app asks for right after it is done goes first")
struct EndingTests {
    private static let modes: [String: [String]] = [
        "BGTaskSchedulerPermittedIdentifiers": ["news"],
        "UIBackgroundModes": ["fetch", "remote-notification", "voip", "bluetooth-central"],
    ]

    /// A `KitTestApp` that does so, in the background.
    private struct App {
        let daemon: FakeDaemon
        let app: ChildApp

        init(_ way: String, _ more: String...) throws {
            daemon = try FakeDaemon()
            app = try ChildApp.testApp(
                daemon, manifest: EndingTests.modes, ["--afterwards", way] + more)
            try daemon.welcome()
            try daemon.deliverAndWait(
                1, .finishLaunching(.init(state: .background, reason: .fetch)))
        }

        /// All that it says until it is over, without requests' numbers.
        func said(until isOver: (MessageFromApp) -> Bool) throws -> [MessageFromApp] {
            var said: [MessageFromApp] = []
            repeat { said.append(try daemon.receive()) } while !isOver(said[said.count - 1])
            return said
        }
    }

    private static func content() -> NotificationContent { NotificationContent(name: "n") }

    /// Those for which the app itself says when it is done.
    static let wakes: [(String, MessageToApp.Call)] = [
        ("a fetch", .performFetch(wake: 9)),
        ("a push", .remoteNotification(wake: 9, payload: "{}")),
        ("a voip push", .push(.voipReceived(wake: 9, payload: "{}"))),
        ("transfers", .transfer(.handleEvents(wake: 9, session: "s"))),
        ("a background task", .backgroundTask(wake: 9, identifier: "news", kind: .appRefresh)),
        (
            "an answer to a notification",
            .notification(
                .answered(
                    .init(notification: content(), date: nil, answer: .dismissed), wake: 9))
        ),
    ]

    @Test(
        "The completion of a wake-up comes behind it, wherever on the main thread it is asked for",
        .behaviour("F5", "R5"), arguments: wakes, ["callback", "block", "later", "task"])
    func completion(wake: (String, MessageToApp.Call), way: String) throws {
        let app = try App(way)
        try app.daemon.deliver(2, wake.1)
        #expect(try saysAllBeforeTheEnd(app), "\(wake.0)")
    }

    /// Those that the Kit completes once the app's methods have returned.
    static let news: [(String, MessageToApp.Call)] = [
        ("a place", .location(wake: 9, news: .entered(region: "home"))),
        ("a key", .audio(wake: 9, order: RemoteOrder(.play))),
        ("a keep-alive", .voip(wake: 9, news: .keepAlive)),
        (
            "an accessory",
            .accessories(
                wake: 9,
                news: .present([
                    Accessory(
                        connection: 3, name: "Scale", manufacturer: "Maker", model: "S1",
                        serial: "007", firmware: "1.2", hardware: "2",
                        protocols: ["org.example.scale"])
                ]))
        ),
        (
            "Bluetooth",
            .bluetooth(
                wake: 9,
                news: [
                    .opened(manager: "#1", role: .central),
                    .discovered(
                        manager: "#1",
                        peripheral: KnownPeripheral("51E5CE00-0000-4000-8000-AABBCCDDEEFF"),
                        BluetoothAdvertisement(), signal: -50),
                ])
        ),
    ]

    @Test(
        "A wake-up that the Kit completes ends behind the blocks that the app's methods have left",
        .behaviour("G4", "A5", "V2", "E2", "B1"), arguments: news)
    func completedByTheKit(news: (String, MessageToApp.Call)) throws {
        let app = try App("later")
        if case .accessories = news.1 {
            // At a launch nothing was there before.
            try app.daemon.deliverAndWait(2, .accessories(wake: nil, news: .present([])))
        }
        if case .location = news.1 {
            let home = try #require(Position(latitude: 48.2, longitude: 16.4))
            let region = WatchedRegion(
                .circle(CircularRegion(identifier: "home", center: home, radius: 100)))
            try app.daemon.send(.location(.monitored([region])))
        }
        try app.daemon.deliver(3, news.1)
        #expect(try saysAllBeforeTheEnd(app), "\(news.0)")
    }

    @Test(
        "The end of a background task comes behind it", .behaviour("T6"),
        arguments: ["callback", "block", "later", "task"])
    func task(way: String) throws {
        let app = try App(way, "--task")
        try app.daemon.deliver(2, .didEnterBackground(deadline: nil))
        let said = try app.said { if case .endTask = $0 { true } else { false } }
        #expect(said.contains { $0.schedules("after 1") })
    }

    @Test(
        "On another queue the app has a moment to ask for it", .behaviour("F5", "T6"),
        arguments: [false, true])
    func otherQueue(isTask: Bool) throws {
        let app = try isTask ? App("queue", "--task") : App("queue")
        try app.daemon.deliver(
            2, isTask ? .didEnterBackground(deadline: nil) : .performFetch(wake: 9))
        let said = try app.said {
            switch $0 {
            case .endTask, .completeWake: true
            case _: false
            }
        }
        #expect(said.contains { $0.schedules("after 1") })
    }

    @Test(
        "An end is heard although the turn in which it was said doesn't end",
        .behaviour("F5", "T4"))
    func longTurn() throws {
        let daemon = try FakeDaemon()
        let app = try launched(by: daemon)
        try daemon.deliverAndWait(3, .performFetch(wake: 9))
        app.command("begin 1")
        _ = try app.lines(through: "task 1")
        app.command("finishAndBlock 1")
        _ = try app.lines(through: "blocked")
        _ = try daemon.receive()  // The task began.
        #expect(
            try daemon.receive(2) == [
                .completeWake(request: 2, wake: 9, result: .newData), .endTask(request: 3, task: 1),
            ])
        app.command("free")
    }

    private func saysAllBeforeTheEnd(_ app: App) throws -> Bool {
        let said = try app.said { if case .completeWake(_, 9, _) = $0 { true } else { false } }
        return said.contains { $0.schedules("after 1") }
    }
}

extension MessageFromApp {
    fileprivate func schedules(_ body: String) -> Bool {
        guard case .notification(_, .schedule(let content)) = self else { return false }
        return content.body == body
    }
}
