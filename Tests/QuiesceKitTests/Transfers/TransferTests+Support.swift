import Foundation
import QuiesceWire

/// The TransferTestApp, with the daemon that a test plays.
final class TransferApp {
    let daemon: FakeDaemon
    private(set) var app: ChildApp
    private var seq: UInt64 = 2
    /// The requests that the app made while it was launched.
    let atLaunch: [BackgroundSessionRequest]
    /// Where the app's container is.
    let container: URL

    /// In front; `background`: launched into the background, for events.
    init(_ arguments: String..., background: Bool = false, container: URL? = nil) throws {
        daemon = try FakeDaemon()
        self.container =
            container
            ?? URL(fileURLWithPath: daemon.directory + "/container").resolvingSymlinksInPath()
        try FileManager.default.createDirectory(
            at: self.container.appendingPathComponent("tmp"), withIntermediateDirectories: true)
        app = try ChildApp(
            ChildApp.products + "/TransferTestApp", arguments,
            environment: ["QUIESCE_SOCKET": daemon.path, "QUIESCE_CONTAINER": self.container.path])
        try daemon.welcome()
        let launched = try daemon.deliverAndWait(
            1,
            .finishLaunching(
                .init(
                    state: background ? .background : .inactive,
                    reason: background ? .transfer : .user)))
        atLaunch = launched.compactMap(\.sessionRequest)
        if background {
            seq = 1
        } else {
            try daemon.deliverAndWait(2, .didBecomeActive)
        }
        _ = try app.line()
    }

    /// Has the app do something.
    func tell(_ command: String) { app.command(command) }

    /// Sets the app's answer from now on, and passes over the lines that the app printed until
    /// then.
    func answers(_ answer: String) throws {
        tell("answer \(answer)")
        while try line() != "answers \(answer)" {}
    }

    /// The next piece of its stderr.
    func complaint() throws -> String { try app.complaint() }

    func line() throws -> String { try app.line() }
    func lines(_ count: Int) throws -> [String] { try app.lines(count) }

    /// The number of a task that the app has just made.
    func newTask() throws -> UInt64 {
        let line = try app.line()
        guard line.hasPrefix("task "), let task = UInt64(line.dropFirst(5)) else {
            throw Failure("no task: \(line)")
        }
        return task
    }

    /// Opens the session, which has `tasks`.
    func open(_ session: String, _ options: String = "", tasks: [SessionTasks.Task] = []) throws {
        tell("open \(session) \(options)")
        guard case .openSession(let opened) = try daemon.sessionRequest(),
            opened.identifier == session
        else { throw Failure("\(session) isn't opened") }
        try daemon.send(.session(.init(session: session, tasks: tasks, isLast: true)))
    }

    /// Has the app make a task, and returns what it asks for.
    func create(_ command: String) throws -> TransferOrder {
        tell(command)
        let number = try newTask()
        guard case .create(let order) = try daemon.sessionRequest(), order.task == number else {
            throw Failure("\(command): nothing is created")
        }
        return order
    }

    func deliver(_ callback: TransferCallback) throws {
        seq += 1
        try daemon.deliver(seq, .transfer(callback))
    }

    /// The verdict on `order`, whose response's body is `body`.
    func finish(
        _ order: TransferOrder, transfer: UInt64 = 41, status: Int = 200, body: String?
    ) throws {
        var verdict = TransferVerdict()
        verdict.response = TransferResponse(
            url: order.request.url, status: status, version: "1.1",
            headers: [.init(name: "Content-Type", value: "text/plain")])
        verdict.bytesReceived = UInt64(body?.utf8.count ?? 0)
        if let body {
            verdict.file = "tmp/\(transfer)"
            try Data(body.utf8).write(to: container.appendingPathComponent("tmp/\(transfer)"))
        }
        try deliver(
            .completed(transfer: transfer, session: order.session, task: order.task, verdict))
    }

    func fail(
        _ order: TransferOrder, transfer: UInt64 = 41, _ reason: String, resumable: Bool = false
    ) throws {
        var verdict = TransferVerdict()
        verdict.failure = .init(reason: reason)
        verdict.resumable = resumable ? transfer : nil
        try deliver(
            .completed(transfer: transfer, session: order.session, task: order.task, verdict))
    }
}

extension FakeDaemon {
    /// The app's next request about its transfers.
    func sessionRequest() throws -> BackgroundSessionRequest {
        while true {
            if let request = try receive().sessionRequest { return request }
        }
    }
}

extension MessageFromApp {
    var sessionRequest: BackgroundSessionRequest? {
        if case .transfer(_, let request) = self { request } else { nil }
    }
}
