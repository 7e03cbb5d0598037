import NIOCore

/// Hands bytes on in buffers as large as they are.
///
/// TLS decrypts into a buffer of 32 KiB. The HTTP/2 decoder above keeps the last that it was given,
/// so each connection would hold one of those, and TLS would make another.
final class OwnBytes: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = unwrapInboundIn(data)
        var own = context.channel.allocator.buffer(capacity: buffer.readableBytes)
        own.writeImmutableBuffer(buffer)
        context.fireChannelRead(wrapInboundOut(own))
    }
}
