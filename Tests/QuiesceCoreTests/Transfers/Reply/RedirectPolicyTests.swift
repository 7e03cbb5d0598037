import QuiesceCore
import TestSupport
import Testing

/// Where a redirect leads, and what goes along (X5, X9).
@Suite struct RedirectPolicyTests {
    private func decide(
        _ status: Int, _ location: String?, from: String = "https://a.example/dir/file?q",
        method: String = "GET", followed: Int = 0
    ) throws -> RedirectPolicy.Decision {
        var head = ReplyHead(status: status)
        if let location { head.fields.append(.init("Location", location)) }
        return RedirectPolicy.decide(
            head,
            to: RedirectPolicy.Request(
                address: try WebAddress(from), method: method, followed: followed))
    }

    private func target(
        _ status: Int, _ location: String, from: String = "https://a.example/dir/file?q",
        method: String = "GET"
    ) throws -> RedirectPolicy.Target? {
        guard case .follow(let target) = try decide(status, location, from: from, method: method)
        else { return nil }
        return target
    }

    @Test("Only what is a redirect and leads somewhere is followed", .behaviour("X5"))
    func whichAre() throws {
        for status in 200..<600 {
            let isFollowed = [301, 302, 303, 307, 308].contains(status)
            #expect(try (target(status, "/x") != nil) == isFollowed, "\(status)")
        }
        #expect(try decide(302, nil) == .take)
        #expect(try decide(302, "") == .take)
        #expect(try decide(302, "  ") == .take)
    }

    @Test(
        "A location is read as RFC 3986 says",
        arguments: [
            ("/x", "https://a.example/x"), ("x", "https://a.example/dir/x"),
            ("../x", "https://a.example/x"), ("../../../x", "https://a.example/x"),
            ("./x/./y/", "https://a.example/dir/x/y/"), ("..", "https://a.example/"),
            ("?r", "https://a.example/dir/file?r"), ("#f", "https://a.example/dir/file?q"),
            ("//b.example/x", "https://b.example/x"), ("//b.example", "https://b.example/"),
            ("https://B.Example:443/x#f", "https://b.example/x"),
            ("https://b.example:444/x", "https://b.example:444/x"),
            ("HTTPS://[::1]:80/x", "https://[::1]:80/x"),
            ("https://u:p@b.example/x", "https://b.example/x"),
            ("a b", "https://a.example/dir/a%20b"), ("é", "https://a.example/dir/%C3%A9"),
            ("a:b/c", nil), ("./a:b", "https://a.example/dir/a:b"),
        ] as [(String, String?)])
    func locations(location: String, leadsTo: String?) throws {
        #expect(try target(302, location)?.address.description == leadsTo)
    }

    @Test(
        "A redirect to anything but the web, or out of TLS, is refused", .behaviour("X9"),
        arguments: [
            "http://a.example/x", "file:///etc/passwd", "ftp://a.example/x", "javascript:alert(1)",
            "data:,x", "https://", "https:///x", "https://a b/", "https://a.example:0/",
            "https://a.example:65536/", "https://a.example:x/", "https://[::1/", "/x\u{1}y",
        ])
    func refused(location: String) throws {
        #expect(
            try decide(302, location)
                == .fail(TransferFailure(.redirectRefused, code: 302)))
    }

    @Test("From the open into TLS is no loss")
    func intoTLS() throws {
        let target = try target(301, "https://a.example/x", from: "http://a.example/x")
        #expect(target?.address.scheme == .https)
        #expect(target?.keepsSecrets == false, "it is another origin all the same")
    }

    @Test("The twenty-first redirect is one too many: a loop ends there", .behaviour("X5"))
    func loop() throws {
        #expect(try decide(302, "/x", followed: 19) != .take)
        guard case .follow = try decide(302, "/x", followed: 19) else {
            Issue.record("the twentieth is followed")
            return
        }
        #expect(
            try decide(302, "/x", followed: 20)
                == .fail(TransferFailure(.tooManyRedirects, code: 302)))
    }

    @Test(
        "The method changes as browsers change it, and the body stays with it",
        arguments: [
            (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (303, "PUT", "GET"),
            (303, "HEAD", "HEAD"), (301, "PUT", "PUT"), (302, "HEAD", "HEAD"),
            (307, "POST", "POST"), (308, "POST", "POST"), (307, "PUT", "PUT"),
        ])
    func methods(status: Int, method: String, becomes: String) throws {
        let target = try #require(try target(status, "/x", method: method))
        #expect(target.method == becomes)
        #expect(target.keepsBody == (becomes == method && !(status == 303 && method == "GET")))
    }

    @Test("Secrets stay with the server that they are for", .behaviour("X9"))
    func secrets() throws {
        #expect(try target(302, "/x")?.keepsSecrets == true)
        #expect(try target(302, "https://A.EXAMPLE:443/x")?.keepsSecrets == true)
        for other in ["https://b.example/", "https://a.example:444/", "https://a.example.evil/"] {
            #expect(try target(302, other)?.keepsSecrets == false, "\(other)")
        }
        for name in ["Authorization", "cookie", "PROXY-Authorization"] {
            #expect(RedirectPolicy.isSecret(field: name))
        }
        #expect(!RedirectPolicy.isSecret(field: "Accept"))
    }
}
