import Foundation
import QuiesceWire
import TestSupport
import Testing

/// Background fetches and background tasks, with the daemon that a test plays.
@Suite(.behaviour("F1")) struct FetchTests {
    private static let manifest: [String: [String]] = [
        "BGTaskSchedulerPermittedIdentifiers": ["news", "clean"],
        "UIBackgroundModes": ["fetch", "processing"],
    ]

    @Test(
        "The interval is the minimum, never, or a number of seconds",
        arguments: [
            ("minimum", 0.0), ("never", nil), ("3600", 3_600), ("-1", 0), ("inf", nil), ("nan", 0),
        ])
    func interval(words: String, seconds: Double?) throws {
        let app = try NotifyingApp()
        app.tell("interval \(words)")
        #expect(try app.fetchRequest() == .setMinimumInterval(seconds))
    }

    @Test("Requests are said with what they need, replaced by their identifier, and cancelled")
    func submit() throws {
        let app = try NotifyingApp(manifest: Self.manifest)
        #expect(try app.answer("refresh news 4000000000") == "submitted")
        #expect(try app.answer("processing clean network power") == "submitted")
        #expect(try app.answer("refresh news 4000000001") == "submitted")
        var news = BackgroundTaskRequest(kind: .appRefresh, identifier: "news")
        news.earliestBegin = 4_000_000_000_000
        #expect(try app.fetchRequest() == .submit(news))
        var clean = BackgroundTaskRequest(kind: .processing, identifier: "clean")
        (clean.requiresNetwork, clean.requiresPower) = (true, true)
        #expect(try app.fetchRequest() == .submit(clean))
        _ = try app.fetchRequest()
        #expect(try app.answer("pending") == "pending clean processing, news 4000000001")
        #expect(try app.answer("awaitPending") == "pending clean processing, news 4000000001")
        app.tell("cancelTask clean")
        #expect(try app.fetchRequest() == .cancel(identifier: "clean"))
        #expect(try app.answer("pending") == "pending news 4000000001")
        app.tell("cancelTasks")
        #expect(try app.fetchRequest() == .cancel(identifier: nil))
        #expect(try app.answer("pending") == "pending ")
    }

    @Test("A request that Info.plist doesn't permit is refused, and so is its handler")
    func notPermitted() throws {
        let app = try NotifyingApp(
            manifest: [
                "BGTaskSchedulerPermittedIdentifiers": ["news"], "UIBackgroundModes": ["fetch"],
            ], "--tasks", "news,other")
        #expect(app.atLaunch.contains("handler news true"))
        #expect(app.atLaunch.contains("handler other false"))
        #expect(try app.complaint().contains("BGTaskSchedulerPermittedIdentifiers"))
        #expect(try app.answer("refresh other") == "not permitted")
        #expect(try app.answer("refresh \(String(repeating: "x", count: 129))") == "not permitted")
        #expect(try app.answer("processing news") == "not permitted")
    }

    @Test("More than may be pending are refused, and so are all with refresh off", .behaviour("F8"))
    func refused() throws {
        let app = try NotifyingApp(
            manifest: [
                "BGTaskSchedulerPermittedIdentifiers": ["news", "more"],
                "UIBackgroundModes": ["fetch"],
            ])
        #expect(try app.answer("refresh news") == "submitted")
        #expect(
            try app.answer("refresh more") == "refused: 1 of its kind are pending already")
        try app.deliver(.permission("backgroundRefresh", state: "denied"))
        #expect(try app.line() == "event backgroundRefresh denied")
        #expect(try app.answer("refresh news") == "unavailable")
    }

    @Test("What an earlier launch asked for is pending, counts, and can be taken back")
    func earlierLaunch() throws {
        var clean = BackgroundTaskRequest(kind: .processing, identifier: "clean")
        clean.earliestBegin = 4_000_000_000_000
        let app = try NotifyingApp(
            manifest: Self.manifest,
            pendingTasks: [BackgroundTaskRequest(kind: .appRefresh, identifier: "more"), clean])
        #expect(try app.answer("pending") == "pending clean processing 4000000000, more")
        #expect(try app.answer("refresh news") == "refused: 1 of its kind are pending already")
        app.tell("cancelTask more")
        #expect(try app.fetchRequest() == .cancel(identifier: "more"))
        #expect(try app.answer("refresh news") == "submitted")
        #expect(try app.answer("pending") == "pending clean processing 4000000000, news")
        // After the daemon's death the new one doesn't know yet what isn't acknowledged.
        app.daemon.disconnect()
        try app.daemon.welcome(pendingTasks: [
            BackgroundTaskRequest(kind: .appRefresh, identifier: "more")
        ])
        #expect(try app.fetchRequest() == .cancel(identifier: "more"))
        // It says again what isn't acknowledged before it looks at what the daemon has told it.
        #expect(try (0..<1_000).contains { _ in try app.answer("pending") == "pending news" })
    }

    @Test(
        "What isn't kept after all is told, and isn't pending", .behaviour("reliability D5"),
        arguments: [
            ("noSpace", "notStored"), ("storeFailed", "notStored"),
            ("taskNotPermitted", "notPermitted"),
            ("tooManyTaskRequests", "tooManyPendingTaskRequests"),
        ])
    func refusedLater(reason: String, code: String) throws {
        let app = try NotifyingApp(manifest: Self.manifest)
        #expect(try app.answer("refresh news") == "submitted")
        try app.deliver(.fetchRefused(identifier: "news", reason: reason))
        #expect(try app.line() == "refused news \(code)")
        #expect(try app.complaint().contains(reason))
        #expect(try app.answer("pending") == "pending ")
        try app.deliver(.fetchRefused(identifier: nil, reason: reason))
        #expect(try app.line() == "interval refused")
    }

    @Test("A handler is registered before the launch is finished: later it ends the app")
    func registersLate() throws {
        let app = try NotifyingApp(manifest: Self.manifest, "--tasks", "news")
        #expect(app.atLaunch.filter { $0.hasPrefix("handler") } == ["handler news true"])
        app.tell("registerTask clean")
        #expect(try app.complaint().contains("before didFinishLaunching"))
    }

    @Test("A second handler for a task ends the app")
    func registersTwice() throws {
        let daemon = try FakeDaemon()
        let app = try ChildApp.testApp(daemon, manifest: Self.manifest, ["--tasks", "news,news"])
        try daemon.welcome()
        try daemon.deliver(1, .finishLaunching(.init(state: .inactive, reason: .user)))
        #expect(try app.complaint().contains("it has one already"))
        #expect(try app.exitStatus() > 128)
    }

    @Test("Its handler gets the task, whose completion counts once", .behaviour("F5"))
    func task() throws {
        let app = try NotifyingApp(manifest: Self.manifest, "--tasks", "news,clean")
        #expect(try app.answer("refresh news") == "submitted")
        try app.deliver(.backgroundTask(wake: 7, identifier: "news", kind: .appRefresh))
        #expect(try app.line() == "task refresh news")
        #expect(try app.answer("pending") == "pending ")
        #expect(try app.answer("completeTask true") == "task completed")
        #expect(try app.completion() == .completeWake(request: 2, wake: 7, result: .newData))
        try app.deliver(.backgroundTask(wake: 8, identifier: "clean", kind: .processing))
        #expect(try app.line() == "task processing clean")
        #expect(try app.answer("completeTask false") == "task completed")
        #expect(try app.answer("completeTask true") == "task completed")
        #expect(try app.completion() == .completeWake(request: 3, wake: 8, result: .failed))
        #expect(try app.complaint().contains("called again"))
    }

    @Test("A task whose time is over hears of it, or fails", .behaviour("F5"))
    func expiration() throws {
        let app = try NotifyingApp(manifest: Self.manifest, "--tasks", "news")
        try app.deliver(.backgroundTask(wake: 7, identifier: "news", kind: .appRefresh))
        #expect(try app.line() == "task refresh news")
        #expect(try app.answer("handleExpiration") == "handles expiration")
        try app.deliver(.expireWake(wake: 7))
        #expect(try app.line() == "task expired")
        #expect(try app.completion() == .completeWake(request: 1, wake: 7, result: .failed))
        try app.deliver(.backgroundTask(wake: 8, identifier: "news", kind: .appRefresh))
        #expect(try app.line() == "task refresh news")
        try app.deliver(.expireWake(wake: 8))
        #expect(try app.completion() == .completeWake(request: 2, wake: 8, result: .failed))
        // One that is over, or was never begun.
        try app.deliver(.expireWake(wake: 9))
        #expect(try app.answer("pending") == "pending ")
    }

    @Test("A task without a handler has failed", .behaviour("F5"))
    func noHandler() throws {
        let app = try NotifyingApp(manifest: Self.manifest)
        try app.deliver(.backgroundTask(wake: 7, identifier: "news", kind: .appRefresh))
        #expect(try app.completion() == .completeWake(request: 1, wake: 7, result: .failed))
        #expect(try app.complaint().contains("news"))
    }
}

extension NotifyingApp {
    /// The next completion of a wake-up.
    fileprivate func completion() throws -> MessageFromApp {
        while true {
            let message = try daemon.receive()
            if case .completeWake = message { return message }
        }
    }
}
