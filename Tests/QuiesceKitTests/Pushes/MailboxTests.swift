import Foundation
import QuiesceWire
import TestSupport
import Testing

/// Mailbox, as a process of its own.
@Suite(.behaviour("R1")) struct MailboxTests {
    @Test("It registers at each launch, and prints its token")
    func token() throws {
        let (daemon, app) = try launched()
        #expect(try daemon.pushRequest() == .register)
        try daemon.deliverAndWait(3, .push(.registered(token: "0aff")))
        #expect(try app.line() == "token 0aff")
        #expect(try daemon.state()["token"] as? String == "0aff")
        try daemon.deliverAndWait(4, .push(.notRegistered(why: "join a gateway")))
        #expect(try app.line() == "no token: join a gateway")
    }

    @Test("A letter that it has is shown when its push is chosen", .behaviour("R2"))
    func chosen() throws {
        let (daemon, app) = try launched { container in
            let letters = container.appendingPathComponent("Documents/letters")
            try FileManager.default.createDirectory(at: letters, withIntermediateDirectories: true)
            try Data("Dear all".utf8).write(to: letters.appendingPathComponent("7.txt"))
        }
        try daemon.deliver(3, .push(.received(payload: #"{"letter":7}"#, opened: true)))
        #expect(try app.line() == "shows letter 7: Dear all")
        #expect(try daemon.scene { $0.texts.contains("Dear all") }.texts.contains("Letter 7"))
        #expect(try daemon.state()["letter"] as? Int == 7)
    }

    @Test("One that it can't get is said, and the wake-up has failed", .behaviour("R5"))
    func unreachable() throws {
        let (daemon, app) = try launched()
        try daemon.deliverAndWait(3, .willResignActive)
        try daemon.deliverAndWait(4, .didEnterBackground(deadline: nil))
        // A port of nobody's.
        try daemon.deliver(5, .remoteNotification(wake: 9, payload: #"{"letter":7}"#))
        #expect(try app.line().hasPrefix("letter 7: "))
        while true {
            guard case .completeWake(_, let wake, let result) = try daemon.receive() else {
                continue
            }
            #expect(wake == 9 && result == .failed)
            return
        }
    }

    private func launched(
        _ prepare: (URL) throws -> Void = { _ in }
    ) throws -> (FakeDaemon, ChildApp) {
        let daemon = try FakeDaemon()
        let container = URL(fileURLWithPath: daemon.directory)
        try FileManager.default.createDirectory(
            at: container.appendingPathComponent("Documents"), withIntermediateDirectories: true)
        try prepare(container)
        let app = try ChildApp(
            ChildApp.products + "/Mailbox", ["--server", "http://127.0.0.1:1"],
            environment: ["QUIESCE_SOCKET": daemon.path, "QUIESCE_CONTAINER": daemon.directory])
        try daemon.welcome()
        try daemon.deliver(1, LifeCycleTests.foreground)
        try daemon.deliver(2, .didBecomeActive)
        return (daemon, app)
    }
}
