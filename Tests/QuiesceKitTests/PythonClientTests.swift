import Foundation
import QuiesceWire
import TestSupport
import Testing

/// The client of docs/protocol.md, which speaks nothing but the protocol.
@Suite struct PythonClientTests {
    static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    static let bundle = repository.appendingPathComponent("Examples/Python/PythonApp.app")

    private func app(_ daemon: FakeDaemon) throws -> ChildApp {
        try ChildApp(
            Self.bundle.appendingPathComponent("PythonApp").path,
            environment: ["QUIESCE_SOCKET": daemon.path])
    }

    @Test(
        "A Python app lives the whole life, with a task and a fetch",
        .behaviour("S3", "S5", "S6", "T1", "W3"))
    func wholeLife() throws {
        let daemon = try FakeDaemon()
        let app = try app(daemon)
        try daemon.welcome()
        try daemon.deliverAndWait(1, LifeCycleTests.foreground)
        try daemon.deliverAndWait(2, .didBecomeActive)
        try daemon.deliverAndWait(3, .willResignActive)
        #expect(
            try daemon.deliverAndWait(4, .didEnterBackground(deadline: .max)) == [
                .beginTask(request: 1, task: 1, name: "saving"), .handled(seq: 4),
            ])
        #expect(try daemon.receive() == .endTask(request: 2, task: 1))
        try daemon.send(.ack(request: 2))
        try daemon.deliverAndWait(5, .performFetch(wake: 3))
        #expect(try daemon.receive() == .completeWake(request: 3, wake: 3, result: .newData))
        try daemon.deliverAndWait(6, .willEnterForeground)
        try daemon.deliverAndWait(7, .didBecomeActive)
        try daemon.deliverAndWait(8, .willTerminate)
        #expect(
            try app.lines(9) == [
                "did finish launching inactive", "did become active", "will resign active",
                "did enter background: task 1", "saved, with time left: True", "perform fetch",
                "will enter foreground", "did become active", "will terminate: task None",
            ])
        #expect(try app.exitStatus() == 0)
    }

    @Test("A Python app outlives the daemon", .behaviour("reliability P8"))
    func reconnection() throws {
        let daemon = try FakeDaemon()
        let app = try app(daemon)
        try daemon.welcome()
        try daemon.deliverAndWait(1, LifeCycleTests.foreground)
        // The second daemon has the beginning of the task on record, not its end.
        try daemon.deliver(2, .didEnterBackground(deadline: nil))
        _ = try daemon.receive(3)
        daemon.disconnect()
        let hello = try daemon.welcome(lastRequest: 1)
        #expect(hello == .init(lastReceived: 2, lastHandled: 2, openTasks: [], outbox: 2))
        #expect(try daemon.receive() == .endTask(request: 2, task: 1))
        try daemon.send(
            .deliver(.init(seq: 2, redelivered: true, call: .didEnterBackground(deadline: nil))))
        #expect(try daemon.receive() == .handled(seq: 2))
        try daemon.deliverAndWait(3, .willTerminate)
        #expect(try app.exitStatus() == 0)
    }

    @Test("The calls of expired tasks reach a Python app", .behaviour("T4"))
    func expiration() throws {
        let daemon = try FakeDaemon()
        let app = try app(daemon)
        try daemon.welcome()
        try daemon.deliverAndWait(1, LifeCycleTests.foreground)
        // Both lie in the socket before the app reads: its task has no time to end by itself.
        try daemon.hold(app) {
            try daemon.deliver(2, .didEnterBackground(deadline: 1))
            try daemon.deliver(3, .expireTasks([1, 7]))
        }
        #expect(
            try daemon.receive(4) == [
                .beginTask(request: 1, task: 1, name: "saving"), .handled(seq: 2),
                .endTask(request: 2, task: 1), .handled(seq: 3),
            ])
    }

    @Test("The document's downloader asks for a file, takes it and says so", .behaviour("X1", "X5"))
    func download() throws {
        let daemon = try FakeDaemon()
        let folder = URL(fileURLWithPath: daemon.directory)
        let documents = folder.appendingPathComponent("Documents")
        try FileManager.default.createDirectory(at: documents, withIntermediateDirectories: true)
        let app = try documented("Downloader", daemon)
        try daemon.welcome()
        let said = try daemon.deliverAndWait(1, LifeCycleTests.foreground)
        #expect(said.first?.sessionRequest == .openSession(.init(identifier: "files")))
        try daemon.send(.session(.init(session: "files", tasks: [], isLast: true)))
        guard case .create(let order) = try daemon.sessionRequest() else {
            throw Failure("no task")
        }
        #expect(order.task == 1 << 32 | 1)
        #expect(try daemon.sessionRequest() == .resume(session: "files", task: order.task))
        try Data("picture".utf8).write(to: folder.appendingPathComponent("body"))
        var verdict = TransferVerdict()
        verdict.file = "body"
        try daemon.deliver(
            2,
            .transfer(.completed(transfer: 5, session: "files", task: order.task, verdict)))
        #expect(try daemon.sessionRequest() == .handled(transfer: 5))
        let picture = documents.appendingPathComponent("picture.png")
        #expect(try String(contentsOf: picture, encoding: .utf8) == "picture")
        app.command("")
    }

    @Test(
        "The document's alarm is scheduled once, and is told when it rings", .behaviour("N1", "N3"))
    func alarm() throws {
        let daemon = try FakeDaemon()
        let app = try documented("Alarm", daemon)
        try daemon.welcome()
        let said = try daemon.deliverAndWait(1, LifeCycleTests.foreground)
        #expect(said[0] == .fetching(request: 1, .setMinimumInterval(0)))
        #expect(said[1] == .notification(request: 2, .register(["alert", "sound"])))
        guard case .notification(request: 4, .schedule(let alarm)) = said[3] else {
            throw Failure("nothing is scheduled")
        }
        #expect(alarm.name == "1.1" && alarm.repeatInterval == "day")
        try daemon.deliverAndWait(2, .notification(.received(alarm, opened: false)))
        #expect(try app.line() == "Good morning here")
        try daemon.deliverAndWait(3, .willTerminate)
        #expect(try app.exitStatus() == 0)
        daemon.disconnect()

        let again = try documented("Alarm", daemon)
        try daemon.welcome()
        try daemon.send(.notifications(.init(scheduled: [], badge: 0)))
        try daemon.send(.notifications(.init(scheduled: [alarm], badge: 0, continues: true)))
        var launch = MessageToApp.LaunchContext(state: .inactive, reason: .localNotification)
        launch.notification = alarm
        // No more than the interval, what it presents and the permission, and that it is done.
        #expect(try daemon.deliverAndWait(1, .finishLaunching(launch)).count == 4)
        #expect(try again.line() == "Good morning chosen")
    }

    /// The app called `name` in docs/protocol.md.
    private func documented(_ name: String, _ daemon: FakeDaemon) throws -> ChildApp {
        let document = try String(
            contentsOf: Self.repository.appendingPathComponent("docs/protocol.md"), encoding: .utf8)
        let start = try #require(document.range(of: "class \(name)(App):"))
        let rest = document[start.lowerBound...]
        let end = try #require(rest.range(of: "```"))
        let script = daemon.directory + "/\(name)"
        let library = Self.bundle.deletingLastPathComponent().path
        try Data(
            """
            import os, sys, time
            sys.dont_write_bytecode = True
            sys.stdout.reconfigure(line_buffering=True)
            sys.path.insert(0, "\(library)")
            from quiesce_app import App
            \(rest[..<end.lowerBound])
            \(name)().run()
            """.utf8
        ).write(to: URL(fileURLWithPath: script))
        return try ChildApp(
            "/usr/bin/python3", [script],
            environment: [
                "QUIESCE_SOCKET": daemon.path, "QUIESCE_CONTAINER": daemon.directory,
            ])
    }
}
