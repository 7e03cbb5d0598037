import Foundation
import QuiesceWire
import TestSupport
import Testing

/// handleEventsForBackgroundURLSession, its delegate calls, and urlSessionDidFinishEvents (X6).
@Suite(.behaviour("X6")) struct HandleEventsTests {
    private static let task = SessionTasks.Task(
        task: 5, kind: .download, url: "http://host/a", state: .completed, priority: 50,
        description: nil)

    /// As the daemon does: the wake-up first, the rest once the session is open.
    private func events(_ app: TransferApp, wake: UInt64 = 9) throws {
        try app.deliver(.handleEvents(wake: wake, session: "s"))
    }

    private func verdict(_ app: TransferApp) throws {
        try Data("text".utf8).write(to: app.container.appendingPathComponent("tmp/3"))
        var verdict = TransferVerdict()
        verdict.response = TransferResponse(
            url: "http://host/a", status: 200, version: "2", headers: [])
        verdict.file = "tmp/3"
        verdict.bytesReceived = 4
        try app.deliver(.completed(transfer: 3, session: "s", task: 5, verdict))
        try app.deliver(.finishedEvents(session: "s"))
    }

    private let told = [
        "s: wrote 4 4 4", "s: downloaded text", "s: complete 200", "s: finished events",
    ]

    private func expectCompletion(_ app: TransferApp, wake: UInt64 = 9) throws {
        var handled = false
        while true {
            switch try app.daemon.receive() {
            case .transfer(_, .handled(transfer: 3)): handled = true
            case .completeWake(_, wake, .newData):
                // The delivered events are on record before the app may be suspended.
                #expect(handled)
                return
            case _: continue
            }
        }
    }

    @Test("A launched app makes its session again and hears all, in order")
    func relaunched() throws {
        let app = try TransferApp(background: true)
        #expect(app.atLaunch.isEmpty)
        try events(app)
        #expect(try app.line() == "handleEvents s")
        #expect(try app.daemon.sessionRequest() == .openSession(.init(identifier: "s")))
        try app.daemon.send(.session(.init(session: "s", tasks: [Self.task], isLast: true)))
        try verdict(app)
        #expect(try app.lines(4) == told)
        try expectCompletion(app)
    }

    @Test("A session that is made at launch hears of its wake-up all the same")
    func madeAtLaunch() throws {
        let app = try TransferApp("--open", "s", background: true)
        #expect(app.atLaunch == [.openSession(.init(identifier: "s"))])
        try events(app)
        // Even where they come before the list of its tasks.
        try verdict(app)
        try app.daemon.send(.session(.init(session: "s", tasks: [Self.task], isLast: true)))
        #expect(try app.lines(5) == ["handleEvents s"] + told)
        try expectCompletion(app)
    }

    @Test("Events wait for a session that the app makes later")
    func later() throws {
        let app = try TransferApp("--later", background: true)
        try events(app)
        try verdict(app)
        #expect(try app.line() == "handleEvents s")
        try app.open("s", tasks: [Self.task])
        #expect(try app.lines(4) == told)
        try expectCompletion(app)
    }

    @Test("A session that is closed meanwhile says that all is told, once, before it is invalid")
    func closed() throws {
        let app = try TransferApp("--open", "s", background: true)
        try events(app)
        #expect(try app.line() == "handleEvents s")
        app.tell("finish s")
        #expect(try app.daemon.sessionRequest() == .closeSession(session: "s", cancelling: false))
        try app.daemon.send(.session(.init(session: "s", tasks: [Self.task], isLast: true)))
        try verdict(app)
        #expect(try app.lines(5) == told + ["s: invalid as wished"])
        try expectCompletion(app)
        // The next of its name isn't told what was this one's.
        try app.open("s")
        app.tell("list s")
        #expect(try app.line() == "listed 0")
    }

    @Test("Calling the completion handler again is harmless")
    func twice() throws {
        let app = try TransferApp("--open", "s", "--hold", background: true)
        try events(app)
        #expect(try app.line() == "handleEvents s")
        app.tell("complete")
        #expect(try app.complaint().contains("called again"))
        app.tell("open t")
        var seen: [MessageFromApp] = []
        while seen.last?.sessionRequest != .openSession(.init(identifier: "t")) {
            seen.append(try app.daemon.receive())
        }
        // The end of the wake-up may come behind that, and once.
        while !seen.contains(where: \.isCompletion) { seen.append(try app.daemon.receive()) }
        app.tell("open u")
        while seen.last?.sessionRequest != .openSession(.init(identifier: "u")) {
            seen.append(try app.daemon.receive())
        }
        let completions = seen.filter(\.isCompletion)
        #expect(completions.count == 1)
        guard case .completeWake(_, wake: 9, result: .newData) = completions.first else {
            throw Failure("completed otherwise: \(completions)")
        }
    }
}

extension MessageFromApp {
    fileprivate var isCompletion: Bool { if case .completeWake = self { true } else { false } }
}
