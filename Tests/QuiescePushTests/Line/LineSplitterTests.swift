import TestSupport
import Testing

@testable import QuiescePush

@Suite("The gateway's lines") struct LineSplitterTests {
    private func split(_ pieces: [String], limit: Int = 8) throws -> [String] {
        var splitter = LineSplitter(limit: limit)
        var lines: [String] = []
        for piece in pieces {
            let bytes = Array(piece.utf8)
            lines += try bytes.withUnsafeBytes { try splitter.add($0) }
                .map { String(decoding: $0, as: UTF8.self) }
        }
        return lines
    }

    @Test(
        "come whole, however they are cut",
        arguments: [
            ["ab\ncd\n"], ["a", "b\nc", "d", "\n"], ["ab\n", "cd\nrest"], ["", "ab", "\ncd\n"],
        ]
    )
    func whole(pieces: [String]) throws {
        #expect(try split(pieces) == ["ab", "cd"])
    }

    @Test("may be as long as the limit, and no longer") func limit() throws {
        #expect(try split(["12345678\n"]) == ["12345678"])
        #expect(try split(["1234", "5678", "\n"]) == ["12345678"])
        #expect(throws: LineSplitter.TooLong.self) { try split(["123456789\n"]) }
        #expect(throws: LineSplitter.TooLong.self) { try split(["1234", "56789"]) }
    }
}

@Suite("Connecting again") struct BackoffTests {
    @Test("is put off longer each time, up to five minutes, and at random") func grows() {
        var backoff = Backoff()
        var most: [UInt64] = []
        for _ in 0..<12 {
            _ = backoff.next {
                most.append($0.upperBound)
                return $0.lowerBound
            }
        }
        #expect(most.prefix(4) == [1_000, 2_000, 4_000, 8_000])
        #expect(most.last == 300_000)
        #expect(zip(most, most.dropFirst()).allSatisfy { $0 <= $1 })
        backoff.reset()
        #expect((1...1_000).contains(backoff.next()))
    }

    @Test("doesn't overflow, however often it fails") func bounded() {
        var backoff = Backoff()
        for _ in 0..<10_000 { #expect((1...300_000).contains(backoff.next())) }
    }
}

@Suite("Tokens that the gateway is told of") struct TokenQueueTests {
    @Test("are given up before they are asked for anew") func order() {
        var queue = TokenQueue()
        queue.add(.request(topic: "a"))
        queue.add(.retire(topic: "a"))
        queue.add(.request(topic: "a"))
        queue.add(.request(topic: "a"))
        queue.add(.request(topic: "b"))
        #expect(
            queue.requests == [
                .request(topic: "a"), .retire(topic: "a"), .request(topic: "a"),
                .request(topic: "b"),
            ])
    }

    @Test("are asked for again by the daemon, and given up for good") func line() {
        var queue = TokenQueue()
        queue.add(.request(topic: "a"))
        queue.add(.retire(topic: "b"))
        queue.keepRetired()
        #expect(queue.requests == [.retire(topic: "b")])
    }
}
