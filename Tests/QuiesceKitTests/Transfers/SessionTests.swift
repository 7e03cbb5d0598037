import Foundation
import QuiesceWire
import TestSupport
import Testing

/// Sessions and tasks, as an app makes them and the daemon hears of them.
@Suite struct SessionTests {
    private let url = "http://host/a"

    @Test(
        "A task is made suspended, is resumed by the app, and its number is of this launch",
        .behaviour("X1"))
    func create() throws {
        let app = try TransferApp()
        try app.open("s")
        let first = try app.create("download s \(url)")
        #expect(first.task == 1 << 32 | 1)
        #expect(first.kind == .download)
        #expect(first.request.url == url)
        app.tell("show last")
        #expect(try app.line().hasPrefix("\(URLStates.suspended) 0/-1"))
        app.tell("resume last")
        app.tell("resume last")
        app.tell("suspend last")
        app.tell("cancel last")
        app.tell("resume last")
        #expect(try app.daemon.sessionRequest() == .resume(session: "s", task: first.task))
        #expect(try app.daemon.sessionRequest() == .suspend(session: "s", task: first.task))
        #expect(
            try app.daemon.sessionRequest()
                == .cancel(session: "s", task: first.task, keepingBytes: false))
        let second = try app.create("data s \(url) --post")
        #expect(second.task == 1 << 32 | 2)
        #expect(second.kind == .data)
        #expect(second.request.method == "POST")
    }

    @Test("A session's configuration decides what the daemon is told", .behaviour("X9", "X4", "X6"))
    func configuration() throws {
        let app = try TransferApp()
        app.tell("open s discretionary silent wifi headers redirects")
        var expected = SessionConfiguration(identifier: "s")
        expected.settings.isDiscretionary = true
        expected.settings.sendsLaunchEvents = false
        expected.settings.allowsCellularAccess = false
        expected.settings.connectionsPerHost = 2
        expected.settings.resourceTimeout = 70
        #expect(try app.daemon.sessionRequest() == .openSession(expected))
        // A field of the request's own comes first.
        let order = try app.create("download s \(url) --post")
        #expect(
            order.request.headers == [
                .init(name: "Accept", value: "text/plain"), .init(name: "X-App", value: "test"),
            ])
        #expect(order.request.requestTimeout == 7)
        #expect(order.request.asksForRedirects)
        #expect(order.request.proxy?.url == "http://proxy:3128")
    }

    @Test("What a task is like can be changed at any time", .behaviour("X1", "X9"))
    func change() throws {
        let app = try TransferApp()
        try app.open("s")
        let task = try app.create("download s \(url)").task
        app.tell("describe last mine")
        app.tell("prioritise last 2")
        app.tell("delay last 1.5")
        #expect(
            try app.daemon.sessionRequest() == .setDescription(session: "s", task: task, "mine"))
        #expect(try app.daemon.sessionRequest() == .setPriority(session: "s", task: task, 100))
        #expect(
            try app.daemon.sessionRequest() == .setEarliestBegin(session: "s", task: task, 1_500))
    }

    @Test("An upload's file is sent from where it lies in the container", .behaviour("X1"))
    func uploadFile() throws {
        let app = try TransferApp()
        let file = app.container.appendingPathComponent("body")
        try Data("12345".utf8).write(to: file)
        try app.open("s")
        let order = try app.create("upload s \(url) \(file.path)")
        #expect(order.kind == .upload)
        #expect(order.uploadFile == "body")
        #expect(order.request.uploadBytes == 5)
    }

    @Test(
        "Other bodies are put into the container, and are gone with their task",
        .behaviour("X1"),
        arguments: ["send s http://host/a text", "upload s http://host/a OUTSIDE"])
    func uploadData(command: String) throws {
        let app = try TransferApp()
        let outside = app.daemon.directory + "/outside"
        try Data("text".utf8).write(to: URL(fileURLWithPath: outside))
        try app.open("s")
        let order = try app.create(command.replacing("OUTSIDE", with: outside))
        let file = app.container.appendingPathComponent(try #require(order.uploadFile))
        #expect(try String(contentsOf: file, encoding: .utf8) == "text")
        #expect(order.request.uploadBytes == 4)
        try app.finish(order, body: nil)
        #expect(try app.line() == "s: complete 200")
        #expect(try app.daemon.sessionRequest() == .handled(transfer: 41))
        #expect(!FileManager.default.fileExists(atPath: file.path))
        #expect(FileManager.default.fileExists(atPath: outside))
    }

    @Test(
        "What can't be asked for fails when it is resumed, and the daemon never hears of it",
        .behaviour("X1"),
        arguments: [
            ("download s ftp://host/a", -1002), ("upload s http://host/a /nowhere", -1100),
            ("continue s", -1015), ("data s http://host/LONG", -1103),
        ])
    func impossible(command: String, code: Int) throws {
        let app = try TransferApp()
        try app.open("s")
        app.tell(command.replacing("LONG", with: String(repeating: "a", count: 70_000)))
        _ = try app.newTask()
        app.tell("describe last mine")
        app.tell("resume last")
        #expect(try app.line() == "s: failed \(code) false none")
        #expect(try app.create("download s \(url)").description == nil)
    }

    @Test("Tasks of earlier launches are found again", .behaviour("X2", "X1"))
    func restored() throws {
        let app = try TransferApp()
        app.tell("open s")
        guard case .openSession = try app.daemon.sessionRequest() else {
            throw Failure("not opened")
        }
        app.tell("list s")
        // In two parts; the list is given when all of it is there.
        let tasks: [SessionTasks.Task] = [
            .init(
                task: 7, kind: .upload, url: "http://host/u", state: .running, priority: 25,
                description: "up"),
            .init(
                task: 5, kind: .download, url: "http://host/d", state: .suspended, priority: 50,
                description: nil),
            .init(
                task: 9, kind: .data, url: "http://host/x", state: .canceling, priority: 100,
                description: "x"),
        ]
        let daemon = app.daemon
        try daemon.send(.session(.init(session: "s", tasks: [tasks[0]], isLast: false)))
        try daemon.send(.session(.init(session: "s", tasks: Array(tasks[1...]), isLast: true)))
        let types = "BackgroundURLSession"
        #expect(
            try app.lines(4) == [
                "listed 5 \(types)DownloadTask \(URLStates.suspended) http://host/d none 0.5",
                "listed 7 \(types)UploadTask \(URLStates.running) http://host/u up 0.25",
                "listed 9 \(types)DataTask \(URLStates.canceling) http://host/x x 1.0",
                "listed 3",
            ])
    }

    @Test(
        "A second session of the same identifier is invalid, and the first goes on",
        .behaviour("X8"))
    func second() throws {
        let app = try TransferApp()
        try app.open("s")
        let order = try app.create("download s \(url)")
        app.tell("open s")
        #expect(try app.line().hasPrefix("s: invalid a background session with the identifier s"))
        // The app now knows the second by that name: its tasks are nobody's.
        app.tell("download s \(url)")
        _ = try app.newTask()
        app.tell("resume last")
        app.tell("resume 0")
        #expect(try app.daemon.sessionRequest() == .resume(session: "s", task: order.task))
        try app.finish(order, body: "text")
        #expect(try app.lines(2).last == "s: downloaded text")
    }

    @Test(
        "A session is let go of once its last task is done, and its name is free", .behaviour("X8"))
    func finishAndInvalidate() throws {
        let app = try TransferApp()
        try app.open("s")
        let order = try app.create("download s \(url)")
        app.tell("finish s")
        #expect(try app.daemon.sessionRequest() == .closeSession(session: "s", cancelling: false))
        app.tell("list s")
        #expect(try app.lines(2).last == "listed 1")
        try app.finish(order, body: nil)
        #expect(try app.lines(2) == ["s: complete 200", "s: invalid as wished"])
        #expect(try app.daemon.sessionRequest() == .handled(transfer: 41))
        try app.open("s")
        #expect(try app.create("download s \(url)").task == 1 << 32 | 2)
    }

    @Test("An abandoned session's tasks are cancelled first", .behaviour("X5"))
    func abandon() throws {
        let app = try TransferApp()
        try app.open("s")
        let order = try app.create("download s \(url)")
        app.tell("download s ftp://host/never")
        _ = try app.newTask()
        app.tell("abandon s")
        #expect(try app.daemon.sessionRequest() == .closeSession(session: "s", cancelling: true))
        #expect(try app.line() == "s: failed -999 false none")
        try app.fail(order, "cancelled")
        #expect(try app.lines(2) == ["s: failed -999 false none", "s: invalid as wished"])
    }
}

/// How Swift prints Foundation's states, which come from C's.
private enum URLStates {
    static let running = "running"
    static let suspended = "suspended"
    static let canceling = "canceling"
}
