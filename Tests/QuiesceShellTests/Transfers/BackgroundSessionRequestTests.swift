import QuiesceCore
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceShell

@Suite("What apps may ask of transfers") struct BackgroundSessionRequestTests {
    private let key = ProcessKey(app: AppID("org.example.App")!, launch: Launch(number: 1))

    private func channel() throws -> AppChannel {
        var channel = AppChannel(key, quota: AppQuota(at: AwakeInstant(nanoseconds: 0)))
        _ = try channel.take(
            .hello(
                .init(version: AppProtocol.version, lastReceived: 0, lastHandled: 0, openTasks: []))
        )
        return channel
    }

    private func order(_ change: (inout TransferOrder) -> Void = { _ in })
        -> BackgroundSessionRequest
    {
        var order = TransferOrder(
            session: "s", task: 1, kind: .download, request: TransferRequest(url: "https://h/"))
        change(&order)
        return .create(order)
    }

    @Test(
        "What can't be meant ends the connection, with what is wrong",
        .behaviour("reliability A3", "X1"))
    func malformed() throws {
        let requests: [BackgroundSessionRequest] = [
            .closeSession(session: "", cancelling: false),
            .resume(session: String(repeating: "s", count: 257), task: 1),
            .suspend(session: "a\u{1b}b", task: 1),
            .setPriority(session: "s", task: 1, 101),
            .setDescription(session: "s", task: 1, String(repeating: "x", count: 1_025)),
            order { $0.priority = -1 },
            order { $0.uploadFile = "a" },
            order { $0.request.method = "GET / HTTP/1.1\r\nX:" },
            order { $0.request.headers = [.init(name: "X", value: "a\r\nHost: other")] },
            order { $0.request.headers = [.init(name: "", value: "a")] },
            order { $0.request.cookies = "a=b\nX: y" },
            order { $0.request.requestTimeout = .nan },
            order { $0.request.checksum = "md5:00" },
        ]
        for request in requests {
            var channel = try channel()
            #expect(throws: WireError.self, "\(request)") {
                _ = try channel.take(.transfer(request: 1, request))
            }
        }
        // A wrong URL is a verdict, when the task is begun.
        var channel = try channel()
        _ = try channel.take(.transfer(request: 1, order { $0.request.url = "ftp://h" }))
    }

    @Test(
        "10,000 transfers may be made and resumed at once; other messages aren't more for it",
        .behaviour("reliability A4"))
    func quota() throws {
        var channel = try channel()
        let now = AwakeInstant(nanoseconds: 1)
        for request in 0..<20_000 as Range<UInt64> {
            try channel.count(at: now)
            _ = try channel.take(.transfer(request: request, .resume(session: "s", task: request)))
        }
        #expect(throws: WireError.self) {
            for request in 0..<4_001 as Range<UInt64> {
                try channel.count(at: now)
                _ = try channel.take(.endTask(request: request, task: 1))
            }
        }
    }

    @Test(
        "Limits are per scheme, host and port, and a password is in none",
        arguments: [
            ("https://u:p@Example.org/x", "https://example.org:443"),
            ("http://h:81", "http://h:81"),
            ("HTTP://[::1]:8080/", "http://[::1]:8080"),
        ])
    func origins(url: String, origin: String) throws {
        #expect(try TransferOrigin.of(url) == origin)
        #expect(!TransferOrigin.shown(url).contains(":p@"))
    }

    @Test(
        "What isn't HTTP isn't supported, and what isn't a URL is none",
        arguments: [
            ("ftp://h/", TransferFailure.Kind.unsupportedURL),
            ("file:///etc/passwd", .unsupportedURL),
            ("", .badURL), ("http://", .badURL), ("http:///x", .badURL), ("http://h/a b", .badURL),
            ("http://h:0/", .badURL), ("http://h:99999/", .badURL), ("//h/", .badURL),
        ])
    func wrong(url: String, kind: TransferFailure.Kind) {
        #expect(throws: TransferFailure(kind), "\(url)") { _ = try TransferOrigin.of(url) }
    }
}
