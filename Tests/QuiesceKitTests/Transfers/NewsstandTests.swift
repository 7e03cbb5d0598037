import Foundation
import QuiesceWire
import TestSupport
import Testing

/// NKLibrary, on top of a background session.
@Suite(.behaviour("K1")) struct NewsstandTests {
    private static let session = "org.quiesce.newsstand"

    /// The list of the library's own session, once it is opened.
    private func list(_ app: TransferApp, _ tasks: [SessionTasks.Task] = []) throws {
        try app.daemon.send(.session(.init(session: Self.session, tasks: tasks, isLast: true)))
    }

    /// The app's requests when it begins to download its first asset.
    private func begun(_ app: TransferApp) throws -> (TransferOrder, identifier: String) {
        #expect(try app.daemon.sessionRequest() == .openSession(.init(identifier: Self.session)))
        try list(app)
        guard case .create(let order) = try app.daemon.sessionRequest(),
            case .setDescription(_, order.task, let identifier?) = try app.daemon.sessionRequest()
        else { throw Failure("nothing is created") }
        #expect(try app.daemon.sessionRequest() == .resume(session: Self.session, task: order.task))
        return (order, identifier)
    }

    @Test("An asset is downloaded in the background and put into its issue")
    func download() throws {
        let app = try TransferApp()
        app.tell("issue May")
        app.tell("asset May http://host/may.pdf cover")
        #expect(try app.lines(2) == ["issue May none", "asset of May downloading"])
        app.tell("take")
        let (order, _) = try begun(app)
        #expect(order.kind == .download)
        #expect(order.request.url == "http://host/may.pdf")
        try app.finish(order, body: "pages")
        #expect(
            try app.lines(3) == [
                "asset wrote 5 5 5", "asset cover: pages", "issue May is complete",
            ]
        )
        app.tell("read May")
        app.tell("library")
        #expect(try app.line() == #"library ["May available 0"] reading May"#)
    }

    @Test("A later launch takes part in it again, and finds its library as it was")
    func relaunch() throws {
        let first = try TransferApp()
        first.tell("issue May")
        first.tell("asset May http://host/may.pdf cover")
        first.tell("read May")
        first.tell("take")
        let (order, identifier) = try begun(first)

        let second = try TransferApp(background: true, container: first.container)
        #expect(second.atLaunch == [.openSession(.init(identifier: Self.session))])
        // The app isn't asked to handle the events of a session that it doesn't know.
        try second.deliver(.handleEvents(wake: 9, session: Self.session))
        try list(
            second,
            [
                .init(
                    task: order.task, kind: .download, url: order.request.url, state: .completed,
                    priority: 50, description: identifier)
            ])
        try second.finish(order, body: "pages")
        try second.deliver(.finishedEvents(session: Self.session))
        #expect(
            try second.lines(3) == [
                "asset wrote 5 5 5", "asset cover: pages", "issue May is complete",
            ])
        var last: MessageFromApp
        repeat {
            last = try second.daemon.receive()
        } while last.sessionRequest != .handled(transfer: 41)
        while true {
            if case .completeWake(_, wake: 9, _) = try second.daemon.receive() { break }
        }
        second.tell("library")
        #expect(try second.line() == #"library ["May available 0"] reading May"#)
    }

    @Test(
        "A failure, and a server's refusal, are told, and the asset can be tried again",
        arguments: [true, false])
    func failure(isRefused: Bool) throws {
        let app = try TransferApp()
        app.tell("issue May")
        app.tell("asset May http://host/may.pdf cover")
        _ = try app.lines(2)
        app.tell("take")
        let (order, _) = try begun(app)
        if isRefused {
            try app.finish(order, status: 404, body: "none")
            #expect(try app.lines(2).last == "asset failed -1011")
        } else {
            try app.fail(order, "hostNotFound")
            #expect(try app.line() == "asset failed -1003")
        }
        #expect(try app.daemon.sessionRequest() == .handled(transfer: 41))
        app.tell("take")
        guard case .create(let again) = try app.daemon.sessionRequest() else {
            throw Failure("it isn't tried again")
        }
        #expect(again.request == order.request)
    }

    @Test("An issue that is removed takes its downloads along")
    func remove() throws {
        let app = try TransferApp()
        app.tell("issue May")
        app.tell("asset May http://host/may.pdf cover")
        _ = try app.lines(2)
        app.tell("take")
        let (order, _) = try begun(app)
        app.tell("remove May")
        #expect(
            try app.daemon.sessionRequest()
                == .cancel(session: Self.session, task: order.task, keepingBytes: false))
        app.tell("library")
        #expect(try app.line() == "library [] reading none")
    }
}
