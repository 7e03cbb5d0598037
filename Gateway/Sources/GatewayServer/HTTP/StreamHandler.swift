import GatewayRules
import GatewayStore
import Logging
import NIOCore
import NIOHPACK
import NIOHTTP2
import Synchronization

/// One HTTP/2 stream: collects a request, has it answered in a task, writes the answer.
///
/// The answer's end is on its last frame with content, never on an empty frame of its own: there
/// are provider libraries that stop reading before such a frame.
final class StreamHandler: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias OutboundOut = HTTP2Frame.FramePayload

    private enum State {
        case idle
        case receiving(HTTPRequest, length: Int)
        case answering(Task<Void, Never>)
        case done
    }

    private let peer: Peer
    private let identify: @Sendable (any Channel) -> Peer.Identity
    private let responder: any Responder
    private var state = State.idle
    private var deadline: Scheduled<Void>?

    init(
        peer: Peer, responder: any Responder,
        identify: @escaping @Sendable (any Channel) -> Peer.Identity
    ) {
        self.peer = peer
        self.responder = responder
        self.identify = identify
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .headers(let headers):
            // Those after the body say nothing that we read.
            if case .idle = state {
                state = .receiving(HTTPRequest(headers.headers), length: 0)
            }
            if headers.endStream { finish(context) }
        case .data(let data):
            if case .byteBuffer(let buffer) = data.data { receive(buffer) }
            if data.endStream { finish(context) }
        case .priority, .rstStream, .settings, .pushPromise, .ping, .goAway, .windowUpdate,
            .alternativeService, .origin:
            break
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if case .receiving = state, deadline == nil {
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            deadline = context.eventLoop.scheduleTask(in: ServerLimits.requestTime) {
                bound.value.0.expire(bound.value.1)
            }
        }
        context.fireChannelReadComplete()
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        if case .answering(let task) = state { task.cancel() }
        state = .done
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func receive(_ buffer: ByteBuffer) {
        guard case .receiving(var request, var length) = state else { return }
        // The request isn't held twice while it grows.
        state = .idle
        length += buffer.readableBytes
        if length > responder.bodyLimit(path: request.path) {
            request.isTooLarge = true
            request.body = []
        } else {
            request.body.append(contentsOf: buffer.readableBytesView)
        }
        state = .receiving(request, length: length)
    }

    private func expire(_ context: ChannelHandlerContext) {
        guard case .receiving(var request, let length) = state else { return }
        request.isLate = true
        state = .receiving(request, length: length)
        finish(context)
    }

    /// The request is whole, or too late: answers it.
    private func finish(_ context: ChannelHandlerContext) {
        guard case .receiving(let request, _) = state else { return }
        deadline?.cancel()
        if let connection = context.channel.parent {
            peer.identity.withLock { identity in
                if identity == nil { identity = identify(connection) }
            }
        }
        let (channel, responder, peer) = (context.channel, responder, peer)
        state = .answering(
            Task {
                let response = await responder.respond(to: request, from: peer)
                switch response {
                case .whole(let status, let headers, let body):
                    channel.answer(status, headers, body)
                    // The rest of what the peer sends isn't wanted.
                    if request.isLate { channel.close(promise: nil) }
                case .pushes(let stream, let hello):
                    await channel.send(stream, hello: hello)
                }
            })
    }
}

extension Channel {
    /// Writes a whole answer.
    fileprivate func answer(
        _ status: Int, _ headers: [(name: String, value: String)], _ body: String
    ) {
        let head = HPACKHeaders([(":status", String(status))] + headers.map { ($0.name, $0.value) })
        eventLoop.execute {
            let isEmpty = body.isEmpty
            self.write(
                HTTP2Frame.FramePayload.headers(.init(headers: head, endStream: isEmpty)),
                promise: nil)
            if !isEmpty {
                self.write(
                    HTTP2Frame.FramePayload.data(
                        .init(data: .byteBuffer(ByteBuffer(string: body)), endStream: true)),
                    promise: nil)
            }
            self.flush()
        }
    }

    /// Writes lines until the stream or the connection ends; no more than the device takes.
    fileprivate func send(_ stream: any DeviceStream, hello: String) async {
        do {
            let head: HPACKHeaders = [":status": "200", "content-type": "application/x-ndjson"]
            try await writeAndFlush(
                HTTP2Frame.FramePayload.headers(.init(headers: head)))
            try await write(lines: ByteBuffer(string: hello + "\n"))
            while let pushes = try await stream.next() {
                var lines = ByteBuffer()
                for push in pushes {
                    lines.writeString(PushLine.text(push))
                    lines.writeString("\n")
                }
                try await write(lines: lines)
            }
            try await writeAndFlush(
                HTTP2Frame.FramePayload.data(
                    .init(data: .byteBuffer(ByteBuffer()), endStream: true)))
        } catch {
            // The store failed, or the device is gone: it comes back, and gets what it has not
            // acknowledged.
            close(promise: nil)
        }
        await stream.end()
    }

    private func write(lines: ByteBuffer) async throws {
        try await writeAndFlush(
            HTTP2Frame.FramePayload.data(.init(data: .byteBuffer(lines), endStream: false)))
    }
}
