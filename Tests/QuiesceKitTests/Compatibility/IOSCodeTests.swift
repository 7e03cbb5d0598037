import Foundation
import QuiesceWire
import TestSupport
import Testing

/// Tests/IOSTestApp, which is written as for iOS, as a process of its own.
@Suite("Code as it is written for iOS") struct IOSCodeTests {
    private func launched() throws -> (FakeDaemon, ChildApp) {
        let daemon = try FakeDaemon()
        let app = try ChildApp(
            ChildApp.products + "/IOSTestApp", [],
            environment: ["QUIESCE_SOCKET": daemon.path, "QUIESCE_CONTAINER": daemon.directory])
        try daemon.welcome()
        try daemon.deliver(1, LifeCycleTests.foreground)
        try daemon.deliver(2, .didBecomeActive)
        #expect(try app.line() == "Linux true true")
        #expect(try app.line() == "launched")
        return (daemon, app)
    }

    /// The result with which the app completed a wake-up.
    private func result(_ daemon: FakeDaemon, _ wake: UInt64) throws -> WakeResult {
        while true {
            if case .completeWake(_, wake, let result) = try daemon.receive() { return result }
        }
    }

    /// The name of the next task that it begins.
    private func beganTask(_ daemon: FakeDaemon) throws -> String? {
        while true {
            if case .beginTask(_, _, let name) = try daemon.receive() { return name }
        }
    }

    @Test(
        "A delegate's method that awaits is called for a push, and its result completes the wake-up",
        .behaviour("R2", "R5"))
    func push() throws {
        let (daemon, app) = try launched()
        try daemon.deliver(3, .willResignActive)
        #expect(try beganTask(daemon) == "write")
        #expect(try app.line() == "activity false")
        try daemon.deliver(4, .didEnterBackground(deadline: nil))
        for line in ["saving true", "refresh not submitted"] {
            #expect(try app.line().hasPrefix(line))
        }
        #expect(try app.line() == "saved")
        try daemon.deliver(5, .remoteNotification(wake: 9, payload: #"{"letter":7}"#))
        #expect(try app.line() == "push 7")
        #expect(try app.line() == "push handled main")
        #expect(try result(daemon, 9) == .newData)
    }

    @Test(
        "One that awaits is called for events of a background session, and the wake-up ends with it",
        .behaviour("X6"))
    func events() throws {
        let (daemon, app) = try launched()
        try daemon.deliver(3, .transfer(.handleEvents(wake: 9, session: "episodes")))
        #expect(try app.line() == "events of episodes")
        #expect(try app.line() == "events handled")
        #expect(try result(daemon, 9) == .newData)
    }
}
