import Testing

@testable import QuiesceConsole

@Suite("A request's head") struct RequestHeadTests {
    private func read(_ text: String) -> RequestHead? { RequestHead(Array(text.utf8)) }

    @Test("is read as a browser sends it") func plain() throws {
        let head = try #require(
            read(
                "GET /live?a HTTP/1.1\r\nHost: x:1\r\nCOOKIE:a=1; b=2\r\nUpgrade: WebSocket\r\n\r\n"
            ))
        #expect(head.method == "GET" && head.path == "/live?a" && head["host"] == "x:1")
        #expect(head.cookie("a") == "1" && head.cookie("b") == "2" && head.cookie("c") == nil)
        #expect(head.upgrades && head.bodyBytes == 0)
    }

    @Test(
        "that could be read in two ways is none",
        arguments: [
            "GET / HTTP/1.1\nHost: x\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\nY: z\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\rY: z\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
            "GET / HTTP/1.1\r\nHost : x\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n",
            "GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.0\r\n\r\n", "GET http://x/ HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\n: x\r\n\r\n",
            "GET / HTTP/1.1\r\nOrigin: a\r\nOrigin: b\r\n\r\n",
            "GET / HTTP/1.1\r\nX: \u{7f}\r\n\r\n",
            "GET / HTTP/1.1\r\nX: é\r\n\r\n", "GET / HTTP/1.1\r\n", "\r\n\r\n",
        ])
    func ambiguous(text: String) { #expect(read(text) == nil) }

    @Test("has a length that is a number, or none") func length() {
        #expect(read("POST / HTTP/1.1\r\nContent-Length: +1\r\n\r\n")?.bodyBytes == nil)
        #expect(read("POST / HTTP/1.1\r\nContent-Length: 0x1\r\n\r\n")?.bodyBytes == nil)
        #expect(
            read("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n")?.bodyBytes
                == nil)
        #expect(read("POST / HTTP/1.1\r\nContent-Length: 12\r\n\r\n")?.bodyBytes == 12)
    }

    @Test("over 16 KiB is none") func long() {
        #expect(
            read("GET / HTTP/1.1\r\nX: \(String(repeating: "x", count: 16_400))\r\n\r\n") == nil)
    }

    @Test("goes on with the door's own connection header alone, and asks for one answer")
    func forwarded() throws {
        let head = try #require(
            read(
                "GET / HTTP/1.1\r\nHost: x\r\nX-Quiesce-Connection: 9\r\nConnection: keep-alive\r\n\r\n"
            ))
        #expect(
            String(decoding: head.forwarded(as: 7), as: UTF8.self)
                == "GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-quiesce-connection: 7\r\n\r\n"
        )
    }
}
