import Testing

@testable import QuiesceConsole

@Suite("Who is let in") struct AdmissionTests {
    private let admission = Admission(.loopback(host: "127.0.0.1", port: 8421)) { $0 == "known" }
    private let cookie = ["Cookie: quiesce-console-8421=known"]

    private func head(
        _ line: String = "GET /", _ lines: [String] = [], host: String? = "127.0.0.1:8421"
    )
        throws -> RequestHead
    {
        let all = ["\(line) HTTP/1.1"] + (host.map { ["Host: \($0)"] } ?? []) + lines
        return try #require(RequestHead(Array((all.joined(separator: "\r\n") + "\r\n\r\n").utf8)))
    }

    private func status(_ head: RequestHead, by admission: Admission? = nil) -> Int? {
        do {
            _ = try (admission ?? self.admission).check(head)
            return nil
        } catch {
            return error.status
        }
    }

    @Test(
        "A console is called by its address or localhost, and by its port",
        arguments: ["127.0.0.1:8421", "localhost:8421", "LOCALHOST:8421"])
    func ownNames(host: String) throws { #expect(try status(head(host: host)) == nil) }

    @Test(
        "A name that was made to lead here is refused",
        arguments: [
            "evil.example:8421", "127.0.0.1.evil.example:8421", "127.0.0.1", "127.0.0.1:80",
            "127.0.0.2:8421", "[::1]:8421", "localhost.:8421", "localhost:8421:8421", "",
            "0x7f000001:8421", "user@127.0.0.1:8421",
        ])
    func rebinding(host: String) throws { #expect(try status(head(host: host)) == 421) }

    @Test("A request without a host is refused") func noHost() throws {
        #expect(try status(head(host: nil)) == 400)
    }

    @Test("A Unix socket takes any port that is forwarded to it, of this machine's names alone")
    func forwarded() throws {
        let socket = Admission(.socket) { $0 == "known" }
        #expect(try status(head(host: "localhost:9000"), by: socket) == nil)
        #expect(try status(head(host: "evil.example:9000"), by: socket) == 421)
    }

    @Test(
        "Another origin is refused, with the cookie as without",
        arguments: [
            "http://evil.example", "https://127.0.0.1:8421", "http://127.0.0.1:9999",
            "http://localhost:8421", "null", "http://127.0.0.1:8421.evil.example",
        ])
    func foreignOrigin(origin: String) throws {
        #expect(
            try status(head("GET /live", ["Origin: \(origin)", "Upgrade: websocket"] + cookie))
                == 403)
        #expect(try status(head("POST /enter", ["Origin: \(origin)"])) == 403)
    }

    @Test("A request that changes something names its origin")
    func noOrigin() throws {
        #expect(try status(head("POST /enter")) == 403)
        #expect(try status(head("GET /live", ["Upgrade: websocket"] + cookie)) == 403)
        #expect(try status(head("POST /enter", ["Origin: http://127.0.0.1:8421"])) == nil)
    }

    @Test("A line and a link need the cookie of a browser that has come in")
    func cookies() throws {
        let own = ["Origin: http://127.0.0.1:8421"]
        #expect(try status(head("GET /live", own + ["Upgrade: websocket"])) == 401)
        #expect(try status(head("GET /live?x", own)) == 401)
        #expect(try status(head("POST /link", own)) == 401)
        #expect(try status(head("POST /link", own + ["Cookie: quiesce-console-8421=other"])) == 401)
        #expect(try status(head("POST /link", own + ["Cookie: quiesce-console-9=known"])) == 401)
        #expect(try status(head("POST /link", own + cookie)) == nil)
        // One of two was planted.
        let two = ["Cookie: quiesce-console-8421=x; quiesce-console-8421=known"]
        #expect(try status(head("POST /link", own + two)) == 401)
    }

    @Test("Another site may send its user here, and use nothing of the page")
    func otherSites() throws {
        let visit = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"]
        #expect(try status(head("GET /", visit)) == nil)
        #expect(try status(head("GET /console.js", visit)) == 403)
        #expect(
            try status(head("GET /", ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors"]))
                == 403)
        #expect(try status(head("GET /console.js", ["Sec-Fetch-Site: same-site"])) == 403)
        #expect(try status(head("GET /console.js", ["Sec-Fetch-Site: same-origin"])) == nil)
    }

    @Test("Bodies are short, and requests without one have none")
    func bodies() throws {
        let own = ["Origin: http://127.0.0.1:8421"]
        #expect(try status(head("POST /enter", own + ["Content-Length: 1024"])) == nil)
        #expect(try status(head("POST /enter", own + ["Content-Length: 1025"])) == 413)
        #expect(try status(head("GET /", ["Content-Length: 1"])) == 400)
        #expect(try status(head("PUT /enter", own)) == 405)
    }
}
