import Foundation
import QuiesceAgentProtocol
import QuiesceCore
import TestSupport
import Testing

/// Files, fetched by the built agent (X2, X3).
@Suite struct DownloadTests {
    private let scratch: ScratchDirectory
    private let server: TestServer

    init() throws {
        scratch = try ScratchDirectory()
        server = try TestServer()
    }

    private func agent() throws -> AgentProcess { try AgentProcess(folder: scratch.path) }

    @Test(
        "A file arrives whole, whatever its size", .behaviour("X2"),
        arguments: [0, 1, 65_536, 2 << 20, (2 << 20) + 1, (8 << 20) + 4_097, 40_000_001])
    func whole(size: Int) throws {
        let agent = try agent()
        try agent.start(1, "\(server.plain)/file/\(size)")
        #expect(try agent.outcome() == .began)
        #expect(try agent.verdict() == .finished(TransferredFile(status: 200, size: UInt64(size))))
        #expect(try Pattern.difference(agent.body(), size: size) == nil)
        #expect(agent.hangUp() == 0)
        #expect(try scratch.names() == ["1.body", "1.record", "lock"])
    }

    @Test("A finished transfer is said again until it is forgotten", .behaviour("X2"))
    func saidAgain() throws {
        var agent = try agent()
        let url = "\(server.plain)/file/1000"
        try agent.start(1, url)
        let first = try agent.verdict()
        // The daemon has taken the body, and then died before it said so.
        try FileManager.default.removeItem(atPath: agent.body())
        agent.kill()
        agent = try self.agent()
        try agent.start(1, url, attempt: 2)
        #expect(try agent.verdict() == first)
        #expect(try server.requests().count == 1)
        try agent.send(.forget(TransferID(1)))
        try agent.start(1, url, attempt: 3)
        #expect(try agent.verdict() == first)
        #expect(try server.requests().count == 2)
    }

    @Test("What is stopped goes on from its last byte", .behaviour("X3"))
    func stopped() throws {
        var agent = try agent()
        let size = 12_000_000
        // Three seconds long: it is still under way when the first progress has been heard of.
        let url = "\(server.plain)/file/\(size)?rate=4000000"
        try agent.start(1, url)
        _ = try agent.until { message -> Bool? in
            if case .progress(_, _, let received, _, _, _) = message, received > 100_000 {
                true
            } else {
                nil
            }
        }
        try agent.send(.stop(TransferID(1), attempt: 1))
        guard case .stopped(let received) = try agent.verdict() else {
            Issue.record("it is stopped")
            return
        }
        #expect(received > 100_000)
        agent.kill()
        agent = try self.agent()
        try agent.start(1, url, attempt: 2)
        #expect(try agent.outcome() == .resumed(offset: received))
        #expect(try agent.verdict() == .finished(TransferredFile(status: 206, size: UInt64(size))))
        #expect(try Pattern.difference(agent.body(), size: size) == nil)
    }

    @Test("When the daemon goes, nothing that had come is fetched again", .behaviour("X2"))
    func hungUp() throws {
        var agent = try agent()
        let size = 12_000_000
        // Three seconds long: it is still under way when the first progress has been heard of.
        let url = "\(server.plain)/file/\(size)?rate=4000000"
        try agent.start(1, url)
        let seen = try agent.until { message -> UInt64? in
            if case .progress(_, _, let received, _, _, _) = message, received > 100_000 {
                received
            } else {
                nil
            }
        }
        #expect(agent.hangUp() == 0)
        agent = try self.agent()
        try agent.start(1, url, attempt: 2)
        guard case .resumed(let offset) = try agent.outcome() else {
            Issue.record("it goes on")
            return
        }
        #expect(offset >= seen)
        #expect(try agent.verdict() == .finished(TransferredFile(status: 206, size: UInt64(size))))
        #expect(try Pattern.difference(agent.body(), size: size) == nil)
    }

    @Test(
        "A kill at any instant repeats at most 4 MiB", .behaviour("X2", "reliability D1"),
        arguments: [1, 2, 3] as [UInt64])
    func killed(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        // It lasts two seconds: eight kills come before its end, however late they are.
        let size = 80_000_003
        let url = "\(server.plain)/file/\(size)?rate=40000000"
        var unread: [UInt64] = []
        for attempt in 1... {
            let agent = try agent()
            try agent.start(1, url, attempt: UInt64(attempt))
            if unread.count == 8 {
                let status = attempt == 1 ? 200 : 206
                #expect(
                    try agent.verdict()
                        == .finished(TransferredFile(status: status, size: UInt64(size))))
                #expect(try Pattern.difference(agent.body(), size: size) == nil)
                break
            }
            _ = try agent.outcome()
            usleep(UInt32(generator.below(150_000)))
            unread.append(try agent.killAndCountUnread())
        }
        let requests = try server.requests()
        try #require(requests.count == unread.count + 1)
        for (index, unread) in unread.enumerated() {
            let (before, after) = (requests[index], requests[index + 1])
            // The bytes that the agent has just read, and the server's own buffer.
            let onTheWay: UInt64 = 768 << 10
            #expect(before.sent <= after.offset + (4 << 20) + unread + onTheWay)
            #expect(after.offset >= before.offset)
        }
    }

    @Test("A connection that is cut keeps its bytes", .behaviour("X3"))
    func cut() throws {
        let agent = try agent()
        let url = "\(server.plain)/file/5000000"
        try agent.start(1, url + "?cut=3000000")
        #expect(try agent.verdict() == .interrupted(.connectionLost, received: 3_000_000))
        // Another address is another file, whatever its ETag.
        try agent.start(1, url, attempt: 2)
        #expect(try agent.verdict() == .finished(TransferredFile(status: 200, size: 5_000_000)))
        try agent.start(2, url + "?cut=4999999")
        #expect(try agent.verdict(2) == .interrupted(.connectionLost, received: 4_999_999))
    }

    @Test("A server that gives the rest in parts is asked for each", .behaviour("X3"))
    func parts() throws {
        let agent = try agent()
        let size = 9_000_001
        let url = "\(server.plain)/file/\(size)?cut=3000000&once=1&part=1500000"
        try agent.start(1, url)
        #expect(try agent.verdict() == .interrupted(.connectionLost, received: 3_000_000))
        try agent.start(1, url, attempt: 2)
        #expect(try agent.outcome() == .resumed(offset: 3_000_000))
        #expect(try agent.verdict() == .finished(TransferredFile(status: 206, size: UInt64(size))))
        #expect(try Pattern.difference(agent.body(), size: size) == nil)
        #expect(
            try server.requests().map(\.offset) == [
                0, 3_000_000, 4_500_000, 6_000_000, 7_500_000, 9_000_000,
            ])
    }

    @Test("A method can't begin a header", .behaviour("X9"))
    func method() throws {
        let agent = try agent()
        try agent.start(1, "\(server.plain)/file/7") { $0.method = "GET / HTTP/1.1\r\nX: y" }
        #expect(try agent.verdict() == .interrupted(.badURL, received: 0))
        #expect(try server.requests().isEmpty)
    }

    @Test("A new attempt takes the place of the one that runs", .behaviour("X2"))
    func replaced() throws {
        let agent = try agent()
        let url = "\(server.plain)/file/3000000?stall=1000000"
        try agent.start(1, url)
        _ = try agent.until { message -> Bool? in
            if case .progress(_, _, 1_000_000, _, _, _) = message { true } else { nil }
        }
        try agent.start(1, url, attempt: 2)
        #expect(try agent.outcome() == .resumed(offset: 1_000_000))
        try agent.send(.stop(TransferID(1), attempt: 1))
        // The third ends before it begins.
        try agent.start(1, url, attempt: 3)
        try agent.send(.stop(TransferID(1), attempt: 3))
        #expect(try agent.verdict() == .stopped(received: 1_000_000))
        #expect(
            agent.heard.contains {
                if case .stopped(_, attempt: 3, _) = $0 { true } else { false }
            })
    }

    @Test("What is forgotten while it runs leaves nothing", .behaviour("X2"))
    func forgotten() throws {
        let agent = try agent()
        try agent.start(1, "\(server.plain)/file/3000000?stall=1000000")
        _ = try agent.outcome()
        try agent.send(.forget(TransferID(1)))
        try agent.start(2, "\(server.plain)/file/10")
        _ = try agent.verdict(2)
        #expect(agent.hangUp() == 0)
        #expect(try scratch.names() == ["2.body", "2.record", "lock"])
    }

    @Test("A silence longer than the request's timeout ends the attempt", .behaviour("X9"))
    func silence() throws {
        let agent = try agent()
        try agent.start(1, "\(server.plain)/file/3000000?stall=70000") { $0.requestTimeout = 3 }
        #expect(try agent.verdict() == .interrupted(.timedOut, received: 70_000))
    }

    @Test("A rate is kept to", .behaviour("X9"))
    func rate() throws {
        let agent = try agent()
        let began = ContinuousClock.now
        try agent.start(1, "\(server.plain)/file/1000000") { $0.receiveRate = 500_000 }
        #expect(try agent.verdict() == .finished(TransferredFile(status: 200, size: 1_000_000)))
        #expect(ContinuousClock.now - began > .seconds(1))
    }

    @Test("A checksum is of the whole, also where it came in two parts", .behaviour("X3"))
    func checksum() throws {
        let agent = try agent()
        let size = 6_000_000
        let sum = "sha256:" + sha256(Pattern.bytes(size))
        try agent.start(1, "\(server.plain)/file/\(size)") { $0.checksum = sum }
        #expect(try agent.verdict() == .finished(TransferredFile(status: 200, size: UInt64(size))))
        let url = "\(server.plain)/file/\(size)?cut=3000000&once=1"
        try agent.start(2, url) { $0.checksum = sum }
        #expect(try agent.verdict(2) == .interrupted(.connectionLost, received: 3_000_000))
        try agent.start(2, url, attempt: 2) { $0.checksum = sum }
        #expect(
            try agent.verdict(2) == .finished(TransferredFile(status: 206, size: UInt64(size))))
        try agent.start(3, "\(server.plain)/file/\(size)") {
            $0.checksum = "sha256:" + String(repeating: "0", count: 64)
        }
        #expect(try agent.verdict(3) == .interrupted(.checksumMismatch, received: 0))
    }

    private func sha256(_ data: Data) -> String { Digest.sha256(data) }

    @Test("A server that is busy says when to come back", .behaviour("X2"))
    func busy() throws {
        let agent = try agent()
        try agent.start(1, "\(server.plain)/status/503?Retry-After=7")
        let (failure, after, status) = try agent.until { message in
            if case .interrupted(_, _, let failure, _, let after, let response) = message {
                (failure, after, response?.status)
            } else {
                nil
            }
        }
        #expect(failure == TransferFailure(.serverBusy, code: 503))
        #expect(after == 7_000)
        #expect(status == 503)
    }

    @Test("A 404 is a result, with its page", .behaviour("X5"))
    func missing() throws {
        let agent = try agent()
        try agent.start(1, "\(server.plain)/status/404")
        #expect(try agent.verdict() == .finished(TransferredFile(status: 404, size: 7)))
        #expect(try agent.text() == "said so")
    }

    @Test("An address that can't be asked is refused", .behaviour("X9"))
    func addresses() throws {
        let agent = try agent()
        for (url, kind) in [
            ("nonsense", .badURL), ("file:///etc/passwd", .unsupportedURL), ("http://", .badURL),
        ] as [(String, TransferFailure.Kind)] {
            try agent.start(1, url)
            #expect(try agent.verdict() == .interrupted(kind, received: 0))
        }
        try agent.start(1, "http://127.0.0.1:1/")
        #expect(try agent.verdict() == .interrupted(.cannotConnect, received: 0))
    }

    @Test(
        "What isn't HTTP, or contradicts itself, is no file",
        arguments: [
            ("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello", .badServerResponse),
            (
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
                .badServerResponse
            ),
            ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello and more", .tooLarge),
            ("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello", .connectionLost),
            ("HTTP/1.1 206 OK\r\nContent-Range: bytes 0-4/5\r\n\r\nhello", .badServerResponse),
            ("HTTP/1.1 304 Not\r\n\r\n", .badServerResponse),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel", .connectionLost),
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nhello",
                .badServerResponse
            ),
            ("hello", .badServerResponse),
        ] as [(String, TransferFailure.Kind)])
    func rubbish(bytes: String, kind: TransferFailure.Kind) throws {
        let agent = try agent()
        var allowed = CharacterSet.alphanumerics
        allowed.insert("-")
        let query = try #require(bytes.addingPercentEncoding(withAllowedCharacters: allowed))
        try agent.start(1, "\(server.plain)/raw/?bytes=\(query)")
        guard case .interrupted(kind, _) = try agent.verdict() else {
            Issue.record("\(agent.heard)")
            return
        }
    }
}
