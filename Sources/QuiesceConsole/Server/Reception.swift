import FlyingFox
import Foundation
import QuiesceWire

/// Answers the requests that the door lets in: the page's files, a link's use, and pages' lines.
struct Reception: HTTPHandler {
    let admission: Admission
    let visitors: Visitors
    let viewers: Viewers
    let devices: [ConsoleDevice]
    /// The link of a token, as it is typed.
    let url: @Sendable (_ link: String, _ host: String) -> String
    /// Told when a link was used.
    let entered: @Sendable () -> Void

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        switch (request.method, request.path) {
        case (.POST, "/enter"): try await enter(request)
        case (.POST, "/link"): link(request)
        case (.GET, "/live"): try await live(request)
        case (.GET, "/") where devices.count > 1 && request.query["device"] == nil:
            PageFiles.sideBySide(devices.count)
        case (.GET, let path), (HTTPMethod("HEAD"), let path):
            PageFiles.response(path)
                ?? devices.lazy.compactMap { $0.timelines.response(path) }.first
                ?? refuse(.notFound, "there is no \(path.prefix(100)) here")
        case _: refuse(.notFound, "there is nothing to be done here")
        }
    }

    /// A browser comes in: the link's token becomes a cookie, and a key for its pages.
    private func enter(_ request: HTTPRequest) async throws -> HTTPResponse {
        let link = String(decoding: try await request.bodyData, as: UTF8.self)
        guard let session = visitors.enter(by: link) else {
            return refuse(
                .forbidden,
                "this link was used before, or is not one; take the one that `quiesce console` printed last"
            )
        }
        entered()
        var headers = PageFiles.headers("text/plain; charset=utf-8")
        headers[.setCookie] =
            "\(admission.cookieName)=\(session.cookie); Path=/; HttpOnly; SameSite=Strict"
        return HTTPResponse(statusCode: .ok, headers: headers, body: Data(session.key.utf8))
    }

    /// A link for another browser.
    private func link(_ request: HTTPRequest) -> HTTPResponse {
        HTTPResponse(
            statusCode: .ok, headers: PageFiles.headers("text/plain; charset=utf-8"),
            body: Data(url(visitors.newLink(), request.headers[.host] ?? "").utf8))
    }

    private func live(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard request.headers[.upgrade] != nil else {
            return refuse(.badRequest, "this is a WebSocket's place")
        }
        let number = UInt64(request.headers[HTTPHeader(RequestHead.connectionHeader)] ?? "")
        let cookie = (request.headers[.cookie] ?? "").split(separator: ";")
            .map { $0.drop { $0 == " " } }.first { $0.hasPrefix(admission.cookieName + "=") }
            .map { String($0.dropFirst(admission.cookieName.count + 1)) }
        let device = request.query["device"].map { Int($0) ?? -1 } ?? 0
        guard devices.indices.contains(device) else {
            return refuse(.notFound, "the console shows \(devices.count) devices, from 0 on")
        }
        guard let number, let cookie,
            let viewer = viewers.add(
                number, of: devices[device], isPage: { visitors.isKnown(cookie: cookie, key: $0) })
        else {
            return refuse(
                .serviceUnavailable, "\(ConsoleLimits.viewers) pages look already; close one")
        }
        return try await WebSocketHTTPHandler(handler: ViewerFrames(viewer: viewer))
            .handleRequest(request)
    }

    private func refuse(_ status: HTTPStatusCode, _ message: String) -> HTTPResponse {
        HTTPResponse(
            statusCode: status, headers: PageFiles.headers("text/plain; charset=utf-8"),
            body: Data((message + "\n").utf8))
    }
}
