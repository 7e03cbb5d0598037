import Foundation
import QuiesceWire
import TestSupport
import Testing

/// The calls that a session's delegate receives, and their order.
@Suite struct DelegateTests {
    private let url = "http://host/a"

    @Test(
        "A download's file is there until didFinishDownloadingTo returns; handled follows the last call",
        .behaviour("X5"))
    func download() throws {
        let app = try TransferApp()
        try app.open("s")
        let order = try app.create("download s \(url)")
        try app.finish(order, status: 404, body: "not found")
        #expect(
            try app.lines(3) == ["s: wrote 9 9 9", "s: downloaded not found", "s: complete 404"])
        #expect(try app.daemon.sessionRequest() == .handled(transfer: 41))
        #expect(!FileManager.default.fileExists(atPath: app.container.path + "/tmp/41"))
        app.tell("show last")
        #expect(try app.line() == "completed 9/9 0/-1")
    }

    @Test("A file that was moved in time stays", .behaviour("X5"))
    func kept() throws {
        let folder = try FakeDaemon()
        let app = try TransferApp("--keep", folder.directory + "/kept")
        try app.open("s")
        try app.finish(try app.create("download s \(url)"), body: "text")
        #expect(try app.lines(3).last == "s: complete 200")
        #expect(
            try String(contentsOfFile: folder.directory + "/kept", encoding: .utf8) == "text")
    }

    @Test("Progress comes as differences, after the offset that it goes on from", .behaviour("X5"))
    func progress() throws {
        let app = try TransferApp()
        try app.open("s")
        let task = try app.create("download s \(url)").task
        let steps: [(UInt64, UInt64?, UInt64?, [String])] = [
            (10, nil, nil, ["s: wrote 10 10 -1"]), (30, 100, nil, ["s: wrote 20 30 100"]),
            // After an interruption, and after another from which nothing was left.
            (35, 100, 25, ["s: resumed 25 100", "s: wrote 10 35 100"]),
            (5, 90, 25, ["s: wrote 5 5 90"]),
        ]
        for (received, expected, resumedAt, lines) in steps {
            try app.daemon.send(
                .progress(
                    .init(
                        session: "s", task: task, received: received, expected: expected, sent: 0,
                        expectedToSend: nil, resumedAt: resumedAt)))
            #expect(try app.lines(lines.count) == lines)
        }
    }

    @Test("An upload tells what was sent, and then its response's body", .behaviour("X5"))
    func upload() throws {
        let app = try TransferApp()
        try app.open("s")
        let order = try app.create("send s \(url) 123456")
        try app.daemon.send(
            .progress(
                .init(
                    session: "s", task: order.task, received: 0, expected: nil, sent: 4,
                    expectedToSend: 6)))
        #expect(try app.line() == "s: sent 4 4 6")
        try app.finish(order, body: "thanks")
        #expect(try app.lines(2) == ["s: data thanks", "s: complete 200"])
    }

    @Test("A large body comes in parts", .behaviour("X5"))
    func parts() throws {
        let app = try TransferApp()
        try app.open("s")
        let order = try app.create("data s \(url)")
        try app.finish(order, body: String(repeating: "a", count: 3 << 19))
        #expect(
            try app.lines(3) == [
                "s: data \(1 << 20) bytes", "s: data \(1 << 19) bytes", "s: complete 200",
            ])
    }

    @Test("A delegate that wants the main queue is called there", .behaviour("X5"))
    func mainQueue() throws {
        let app = try TransferApp()
        try app.open("s", "main")
        try app.finish(try app.create("download s \(url)"), body: "text")
        #expect(
            try app.lines(3) == [
                "s (main): wrote 4 4 4", "s (main): downloaded text", "s (main): complete 200",
            ])
    }

    @Test(
        "A verdict that comes again is told once, and answered each time",
        .behaviour("X5", "reliability P8"))
    func again() throws {
        let app = try TransferApp()
        try app.open("s")
        let order = try app.create("download s \(url)")
        try app.finish(order, body: "text")
        #expect(try app.lines(3).last == "s: complete 200")
        #expect(try app.daemon.sessionRequest() == .handled(transfer: 41))
        app.daemon.disconnect()
        // The daemon lost its memory of the last request: it is sent again, the session opened
        // anew.
        try app.daemon.welcome(lastRequest: 2)
        #expect(try app.daemon.sessionRequest() == .handled(transfer: 41))
        #expect(try app.daemon.sessionRequest() == .openSession(.init(identifier: "s")))
        try app.finish(order, body: "text")
        #expect(try app.daemon.sessionRequest() == .handled(transfer: 41))
        try app.finish(try app.create("data s \(url)"), transfer: 42, body: "x")
        #expect(try app.lines(2) == ["s: data x", "s: complete 200"])
    }

    @Test(
        "A launch that is told again of what the one before moved away hears only that it is done",
        .behaviour("X5"))
    func moved() throws {
        let app = try TransferApp()
        try app.open(
            "s",
            tasks: [
                .init(
                    task: 5, kind: .download, url: url, state: .completed, priority: 50,
                    description: nil)
            ])
        var verdict = TransferVerdict()
        verdict.response = TransferResponse(url: url, status: 200, version: "2", headers: [])
        verdict.file = "tmp/gone"
        try app.deliver(.completed(transfer: 3, session: "s", task: 5, verdict))
        #expect(try app.line() == "s: complete 200")
    }

    @Test("A path that leads out of the container names no file", .behaviour("reliability B6"))
    func outside() throws {
        let app = try TransferApp()
        try app.open("s")
        let order = try app.create("download s \(url)")
        try Data("secret".utf8).write(to: URL(fileURLWithPath: app.daemon.directory + "/secret"))
        var verdict = TransferVerdict()
        verdict.file = "../secret"
        try app.deliver(.completed(transfer: 3, session: "s", task: order.task, verdict))
        #expect(try app.line() == "s: complete 0")
        #expect(FileManager.default.fileExists(atPath: app.daemon.directory + "/secret"))
    }

    @Test(
        "The user's force-quit is told as iOS tells it, with what can be gone on from",
        .behaviour("X7", "X3"))
    func forceQuit() throws {
        let app = try TransferApp()
        try app.open("s")
        try app.fail(try app.create("download s \(url)"), "forceQuit", resumable: true)
        #expect(try app.line() == "s: failed -999 true 0")
    }

    @Test(
        "A download goes on from what its cancellation left, which is settled first",
        .behaviour("X3"))
    func resumeData() throws {
        let app = try TransferApp()
        try app.open("s")
        let order = try app.create("download s \(url)")
        app.tell("stop last")
        #expect(
            try app.daemon.sessionRequest()
                == .cancel(session: "s", task: order.task, keepingBytes: true))
        try app.fail(order, "cancelled", resumable: true)
        #expect(try app.lines(2) == ["resume data true", "s: failed -999 true none"])
        #expect(try app.daemon.sessionRequest() == .handled(transfer: 41))
        let next = try app.create("continue s")
        #expect(next.resumesTransfer == 41)
        #expect(next.request.url == url)
        // The same transfer, under another task's number: its verdict is a new one.
        try app.finish(next, transfer: 41, body: "whole")
        #expect(
            try app.lines(3) == ["s: wrote 5 5 5", "s: downloaded whole", "s: complete 200"])
        app.tell("stop last")
        #expect(try app.line() == "resume data false")
    }

    @Test("A challenge is answered once, by name and password or otherwise", .behaviour("X5", "X9"))
    func challenge() throws {
        let app = try TransferApp()
        try app.open("s")
        let task = try app.create("download s \(url)").task
        func ask(_ question: UInt64, _ method: String) throws {
            try app.deliver(
                .ask(
                    transfer: 41, question: question, session: "s", task: task,
                    .challenge(
                        .init(
                            method: method, host: "host", port: 80, isProxy: false, realm: "R",
                            failures: 1))))
        }
        let line = "s: challenge NSURLAuthenticationMethodHTTPBasic host:80 R 1 false"
        try ask(1, "basic")
        #expect(try app.line() == line)
        #expect(
            try app.daemon.sessionRequest() == .answer(transfer: 41, question: 1, .takeResponse))
        try app.answers("challenge me")
        try ask(1, "basic")
        try ask(2, "basic")
        #expect(try app.line() == line)
        #expect(
            try app.daemon.sessionRequest()
                == .answer(transfer: 41, question: 2, .credential(user: "me", password: "secret")))
        try app.answers("challenge cancel")
        try ask(3, "basic")
        #expect(try app.daemon.sessionRequest() == .answer(transfer: 41, question: 3, .cancel))
        try app.answers("certificate yes")
        try ask(4, "clientCertificate")
        #expect(
            try app.daemon.sessionRequest()
                == .answer(
                    transfer: 41, question: 4,
                    .clientCertificate(.init(certificate: "CERT", key: "KEY"))))
        #expect(
            try app.line()
                == "s: session challenge NSURLAuthenticationMethodClientCertificate")
    }

    @Test("Methods that await answer what is asked", .behaviour("X5", "X9"))
    func awaiting() throws {
        let app = try TransferApp()
        try app.open("s", "redirects awaiting")
        let task = try app.create("download s \(url)").task
        func challenge(_ method: String) -> TransferInquiry {
            .challenge(
                .init(
                    method: method, host: "host", port: 80, isProxy: false, realm: "R", failures: 0)
            )
        }
        let asked: [(TransferInquiry, TransferAnswer)] = [
            (challenge("basic"), .credential(user: "me", password: "secret")),
            (
                challenge("clientCertificate"),
                .clientCertificate(.init(certificate: "CERT", key: "KEY"))
            ),
            (
                .redirect(
                    TransferResponse(url: url, status: 302, version: "1.1", headers: []),
                    to: "http://host/b"), .takeResponse
            ),
        ]
        for (index, (inquiry, answer)) in asked.enumerated() {
            let question = UInt64(index + 1)
            try app.deliver(
                .ask(transfer: 41, question: question, session: "s", task: task, inquiry))
            #expect(
                try app.daemon.sessionRequest()
                    == .answer(transfer: 41, question: question, answer))
        }
    }

    @Test("A redirect is followed, or taken as the response", .behaviour("X5"))
    func redirect() throws {
        let app = try TransferApp()
        try app.open("s", "redirects")
        let task = try app.create("download s \(url)").task
        let answers: [(UInt64, TransferAnswer)] = [(1, .proceed), (2, .takeResponse)]
        for (question, answer) in answers {
            try app.deliver(
                .ask(
                    transfer: 41, question: question, session: "s", task: task,
                    .redirect(
                        TransferResponse(url: url, status: 302, version: "1.1", headers: []),
                        to: "http://host/b")))
            #expect(try app.line() == "s: redirect 302 http://host/b")
            #expect(
                try app.daemon.sessionRequest() == .answer(transfer: 41, question: question, answer)
            )
            try app.answers("redirect stay")
            app.tell("show last")
            _ = try app.line()
        }
    }
}
