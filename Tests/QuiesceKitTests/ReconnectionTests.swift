import Glibc
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceKit

/// The daemon dies and comes back; the app notices nothing.
@Suite(.behaviour("reliability P8", "reliability A5")) struct ReconnectionTests {
    @Test("A new connection says what was received, handled, opened and not acknowledged")
    func hello() throws {
        let daemon = try FakeDaemon()
        let app = try launched(by: daemon)
        app.command("begin 1")
        app.command("begin 1")
        app.command("end 1")
        #expect(try app.lines(3) == ["task 1", "task 2", "ended"])
        _ = try daemon.receive(3)
        try daemon.send(.ack(request: 1))
        try daemon.deliverAndWait(3, .willResignActive)
        daemon.disconnect()

        let hello = try daemon.welcome(lastRequest: 2)
        #expect(hello == .init(lastReceived: 3, lastHandled: 3, openTasks: [2], outbox: 2))
        // Request 2 was recorded: only 3 comes again, and new ones go on from there.
        #expect(try daemon.receive() == .endTask(request: 3, task: 1))
        app.command("begin 1")
        #expect(try daemon.receive() == .beginTask(request: 4, task: 3, name: "work"))
    }

    @Test("A delivery that was handled before is answered again and not run again")
    func redelivery() throws {
        let daemon = try FakeDaemon()
        let app = try launched(by: daemon)
        daemon.disconnect()
        #expect(try daemon.welcome().lastHandled == 2)
        try daemon.send(.deliver(.init(seq: 2, redelivered: true, call: .didBecomeActive)))
        #expect(try daemon.receive() == .handled(seq: 2))
        try daemon.deliverAndWait(3, .willResignActive)
        #expect(try app.line() == "willResignActive active")
    }

    @Test("What lay in the socket when the daemon died is read before the app reconnects")
    func lastWords() throws {
        let daemon = try FakeDaemon()
        let app = try launched(by: daemon)
        // The daemon dies with an answer unread, so the app gets ECONNRESET before the calls.
        app.command("begin 1")
        #expect(try app.line() == "task 1")
        try daemon.hold(app) {
            try daemon.deliver(3, .willResignActive)
            try daemon.deliver(4, .didEnterBackground(deadline: nil))
            daemon.disconnect()
        }
        #expect(try daemon.welcome().lastReceived == 4)
        #expect(
            try app.lines(5) == [
                "willResignActive active", "notification willResignActive",
                "didEnterBackground background", "remaining false",
                "notification didEnterBackground",
            ])
    }

    @Test("While there is no daemon the app runs on, and asks later for what it asked meanwhile")
    func withoutDaemon() throws {
        let daemon = try FakeDaemon()
        let app = try launched(by: daemon)
        daemon.stopListening()
        daemon.disconnect()
        for work in ["async", "timer", "actor"] {
            app.command(work)
            #expect(try app.line() == "served \(work)")
        }
        app.command("begin 1")
        #expect(try app.line() == "task 1")
        try daemon.listen()
        #expect(try daemon.welcome().openTasks == [1])
        #expect(try daemon.receive() == .beginTask(request: 1, task: 1, name: "work"))
    }

    @Test("Requests that find the socket full are sent when there is room, in order")
    func fullSocket() throws {
        let daemon = try FakeDaemon()
        let app = try launched(by: daemon)
        app.command("begin 900")
        _ = try app.lines(900)
        for request in 1...900 {
            guard case .beginTask(UInt64(request), _, _) = try daemon.receive() else {
                throw Failure("request \(request) is missing")
            }
        }
    }

    @Test(
        "Only errors that can't go away end the app", arguments: ["notAnApp", "unsupportedVersion"])
    func fatalErrors(code: String) throws {
        let daemon = try FakeDaemon()
        let app = try launched(by: daemon)
        try daemon.send(.error(code: .flooding, message: "too fast"))
        #expect(try app.complaint().contains("too fast (flooding)"))
        try daemon.deliverAndWait(3, .willResignActive)
        try daemon.send(.error(code: .init(rawValue: code), message: "no"))
        #expect(try app.exitStatus() == 78)
    }

    @Test("Rubbish from the daemon is dropped with a line on stderr")
    func rubbish() throws {
        let daemon = try FakeDaemon()
        let app = try launched(by: daemon)
        try daemon.send(raw: Array("{".utf8))
        #expect(try app.complaint().contains("dropped"))
        try daemon.deliverAndWait(3, .willResignActive)
    }

    @Test("Attempts to reconnect come soon at first, then less often, and anew after a good one")
    func backoff() {
        var reconnection = Reconnection()
        var waits: [Int32] = []
        for _ in 0..<9 {
            reconnection.failed(at: 0)
            waits.append(reconnection.timeout(at: 0))
        }
        #expect(waits == [10, 20, 40, 80, 160, 320, 640, 1_000, 1_000])
        reconnection.connected(at: 0)
        reconnection.lost(at: 5)
        #expect(reconnection.timeout(at: 5) == 1_000)
        reconnection.connected(at: 0)
        reconnection.lost(at: Reconnection.goodConnection)
        #expect(reconnection.timeout(at: Reconnection.goodConnection) == 10)
        #expect(reconnection.timeout(at: .max) == 0)
    }
}

extension FakeDaemon {
    /// Runs `body` while the app is stopped.
    func hold(_ app: ChildApp, _ body: () throws -> Void) throws {
        kill(app.pid, SIGSTOP)
        var status: Int32 = 0
        waitpid(app.pid, &status, WUNTRACED)
        defer { kill(app.pid, SIGCONT) }
        try body()
    }
}
