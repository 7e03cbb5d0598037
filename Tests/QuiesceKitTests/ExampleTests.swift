import Foundation
import QuiesceWire
import TestSupport
import Testing

/// The examples do as their chapters say. Their lives on a real device are in DeviceTests.
@Suite struct ExampleTests {
    @Test("HelloNoun greets its noun, and says goodbye when it is terminated", .behaviour("O1"))
    func helloNoun() throws {
        let daemon = try FakeDaemon()
        let app = try example("HelloNoun", daemon, "--noun", "bunny")
        #expect(try app.line() == "Hello, bunny!")
        try daemon.deliverAndWait(3, .willTerminate)
        #expect(try app.line() == "Goodbye")
        #expect(try app.exitStatus() == 0)
    }

    @Test("ImageHop asks whether it slept and hops on where it was", .behaviour("S6"))
    func imageHop() throws {
        let daemon = try FakeDaemon()
        let app = try example("ImageHop", daemon, "--interval", "0.01")
        #expect(try app.line() == "hop 1")
        try daemon.deliverAndWait(3, .didEnterBackground(deadline: nil))
        try daemon.deliverAndWait(4, .willEnterForeground)
        let alert = "[ Yawn! ] Was I asleep?  ( Welcome Back )"
        let before = try app.lines(through: alert).count
        #expect(try app.line() == "hop \(before + 1)")
        #expect(try state(daemon)["alert"] as? String == "Yawn!")
    }

    @Test("SlowCount counts under a task, which it ends after the last number", .behaviour("T1"))
    func slowCount() throws {
        let daemon = try FakeDaemon()
        let app = try example("SlowCount", daemon, "--count", "3", "--interval", "0.01")
        #expect(try app.lines(through: "done") == ["1", "2", "3", "done"])
        #expect(
            try Set(daemon.receiveWords(2)) == [.handled(seq: 2), .endTask(request: 2, task: 1)])
        #expect(try state(daemon)["count"] as? Int == 3)
    }

    @Test("SlowCount counts without a task as well")
    func slowCountWithoutTask() throws {
        let daemon = try FakeDaemon()
        let app = try example(
            "SlowCount", daemon, "--count", "2", "--interval", "0.01", "--no-task")
        #expect(try app.lines(through: "done") == ["1", "2", "done"])
        #expect(
            try daemon.deliverAndWait(3, .willResignActive).filter { !$0.isScene } == [
                .handled(seq: 2), .handled(seq: 3),
            ])
    }

    @Test(
        "Misbehaving sends what it is told to over its own connection",
        .behaviour("reliability A3"),
        arguments: [
            "malformed", "notUTF8", "unknownType", "oversized", "descriptor", "secondHello",
            "falseHandled",
        ])
    func garbage(kind: String) throws {
        let daemon = try FakeDaemon()
        let app = try example("Misbehaving", daemon, "--garbage", kind)
        #expect(try app.lines(through: "sent \(kind)").contains("didBecomeActive"))
    }

    @Test("Misbehaving floods, crashes and exits as it is told to")
    func sins() throws {
        let flood = try FakeDaemon()
        let flooding = try example("Misbehaving", flood, "--flood", "2000")
        #expect(try flooding.lines(through: "flooded 2000").count == 3)

        let crash = try FakeDaemon()
        let crashing = try example("Misbehaving", crash, "--crash-after", "0")
        #expect(try crashing.exitStatus() == 128 + SIGABRT)

        let exit = try FakeDaemon()
        let exiting = try example("Misbehaving", exit, "--exit", "3", "--after", "0.01")
        #expect(try exiting.exitStatus() == 3)
    }

    @Test(
        "An option that an example doesn't know is named, and it exits with 64",
        arguments: [
            ("Misbehaving", ["--nonsense"]), ("Misbehaving", ["--garbage", "nonsense"]),
            ("Misbehaving", ["--slow-launch"]), ("SlowCount", ["--count", "-1"]),
            ("SlowCount", ["--interval", "nan"]), ("ImageHop", ["7"]),
            ("HelloNoun", ["--noun"]),
        ])
    func unknownOption(name: String, arguments: [String]) throws {
        let daemon = try FakeDaemon()
        let app = try ChildApp(
            ChildApp.products + "/\(name)", arguments,
            environment: ["QUIESCE_SOCKET": daemon.path])
        #expect(try app.complaint().contains(arguments[0]))
        #expect(try app.exitStatus() == 64)
    }

    /// An example in front, with a container.
    private func example(_ name: String, _ daemon: FakeDaemon, _ arguments: String...) throws
        -> ChildApp
    {
        let documents = daemon.directory + "/Documents"
        try FileManager.default.createDirectory(
            atPath: documents, withIntermediateDirectories: true)
        let app = try ChildApp(
            ChildApp.products + "/\(name)", arguments,
            environment: [
                "QUIESCE_SOCKET": daemon.path, "QUIESCE_CONTAINER": daemon.directory,
            ])
        try daemon.welcome()
        try daemon.deliverAndWait(1, LifeCycleTests.foreground)
        // One that is told to end at once may have; what the others do then is looked at.
        try? daemon.deliver(2, .didBecomeActive)
        return app
    }

    private func state(_ daemon: FakeDaemon) throws -> [String: Any] {
        let file = URL(fileURLWithPath: daemon.directory + "/Documents/state.json")
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
        return try #require(object as? [String: Any])
    }
}
