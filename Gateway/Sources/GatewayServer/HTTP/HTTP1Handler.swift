import GatewayRules
import NIOCore
import NIOHTTP1

/// Requests of a connection by HTTP/1.1, one after the other: for Web Push alone, whose senders
/// mostly speak nothing else.
final class HTTP1Handler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let peer: Peer
    private let responder: any Responder
    private var request: HTTPRequest?
    private var length = 0
    private var isKept = false
    private var deadline: Scheduled<Void>?
    private var answering: Task<Void, Never>?

    init(peer: Peer, responder: any Responder) {
        self.peer = peer
        self.responder = responder
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            request = HTTPRequest(head)
            length = 0
            isKept = head.isKeepAlive
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            deadline = context.eventLoop.scheduleTask(in: ServerLimits.requestTime) {
                bound.value.0.expire(bound.value.1)
            }
        case .body(let buffer):
            length += buffer.readableBytes
            if length > responder.bodyLimit(path: request?.path ?? "") {
                request?.isTooLarge = true
                request?.body = []
            } else {
                request?.body.append(contentsOf: buffer.readableBytesView)
            }
        case .end: finish(context)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        answering?.cancel()
        context.fireChannelInactive()
    }

    private func expire(_ context: ChannelHandlerContext) {
        request?.isLate = true
        isKept = false
        finish(context)
    }

    private func finish(_ context: ChannelHandlerContext) {
        guard let request else { return }
        self.request = nil
        deadline?.cancel()
        // A device's or a provider's certificate is of no use here.
        let (channel, responder, peer, isKept) = (context.channel, responder, peer, isKept)
        answering = Task {
            var response = HTTPResponse.json(505, JSON.text(["reason": "HTTPVersionNotSupported"]))
            if request.path.hasPrefix(WebPushHead.path) {
                response = await responder.respond(to: request, from: peer)
            }
            guard case .whole(let status, let headers, let body) = response else { return }
            channel.answer(status, headers, body, isKept: isKept)
        }
    }
}

extension Channel {
    fileprivate func answer(
        _ status: Int, _ headers: [(name: String, value: String)], _ body: String, isKept: Bool
    ) {
        var fields = HTTPHeaders(headers.map { ($0.name, $0.value) })
        fields.add(name: "content-length", value: String(body.utf8.count))
        if !isKept { fields.add(name: "connection", value: "close") }
        let head = HTTPResponseHead(
            version: .http1_1, status: HTTPResponseStatus(statusCode: status), headers: fields)
        eventLoop.execute {
            self.write(HTTPServerResponsePart.head(head), promise: nil)
            self.write(
                HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(string: body))), promise: nil)
            let written = self.writeAndFlush(HTTPServerResponsePart.end(nil))
            if !isKept { written.whenComplete { _ in self.close(promise: nil) } }
        }
    }
}

extension HTTPRequest {
    init(_ head: HTTPRequestHead) {
        self.init(
            method: head.method.rawValue, path: head.uri,
            headers: head.headers.map { ($0.name.lowercased(), $0.value) },
            authority: head.headers.first(name: "host") ?? "")
    }
}
