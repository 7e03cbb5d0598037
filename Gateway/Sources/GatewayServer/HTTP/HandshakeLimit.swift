import NIOCore
import NIOTLS

/// Closes a connection whose TLS handshake takes too long: before it, unauthenticated peers cost
/// the most memory.
final class HandshakeLimit: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private var deadline: Scheduled<Void>?

    func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        deadline = context.eventLoop.scheduleTask(in: ServerLimits.handshakeTime) {
            channel.close(promise: nil)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted? = event as? TLSUserEvent { deadline?.cancel() }
        context.fireUserInboundEventTriggered(event)
    }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }
}
