import Foundation
import FoundationNetworking
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceKitNetworking

/// Which cookies of a background transfer are kept.
@Suite(.behaviour("X9")) struct CookieTests {
    private static let pages: [(HTTPCookie.AcceptPolicy, String?, Bool)] = [
        (.always, "http://other.org/", true), (.never, nil, false),
        (.onlyFromMainDocumentDomain, nil, true),
        (.onlyFromMainDocumentDomain, "http://cookies.example.org/page", true),
        (.onlyFromMainDocumentDomain, "http://example.org/page", true),
        (.onlyFromMainDocumentDomain, "http://other.org/", false),
    ]

    @Test("A policy decides by the page that a request is for", arguments: pages)
    func policy(_ policy: HTTPCookie.AcceptPolicy, _ page: String?, _ isKept: Bool) throws {
        let storage = HTTPCookieStorage.sharedCookieStorage(
            forGroupContainerIdentifier: "quiesce-\(UUID())")
        storage.cookieAcceptPolicy = .always
        let url = try #require(URL(string: "http://cookies.example.org/a"))
        defer { for cookie in storage.cookies ?? [] { storage.deleteCookie(cookie) } }
        TransferResponse(
            url: url.absoluteString, status: 200, version: "1.1",
            headers: [.init(name: "Set-Cookie", value: "word=hello; Path=/")]
        ).saveCookies(in: storage, policy, mainDocument: page.flatMap(URL.init))
        #expect((storage.cookies(for: url) ?? []).map(\.value) == (isKept ? ["hello"] : []))
    }
}
