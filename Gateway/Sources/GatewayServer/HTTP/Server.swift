import Foundation
import GatewayRules
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix
import NIOSSL
import NIOTLS
import Synchronization

/// The server over TLS: HTTP/2, and HTTP/1.1 for those who negotiate nothing else.
final class Server: Sendable {
    private let responder: any Responder
    private let identify: @Sendable (any Channel) -> Peer.Identity
    private let tls: NIOSSLContext
    private let logger: Logger
    private let group: any EventLoopGroup
    private struct Connection {
        var channel: any Channel
        var isHTTP2 = false
    }

    private let connections = Mutex<[ObjectIdentifier: Connection]>([:])
    private let mostConnections = ServerLimits.connectionsThatFit()

    init(
        responder: any Responder, tls: NIOSSLContext, group: any EventLoopGroup, logger: Logger,
        identify: @escaping @Sendable (any Channel) -> Peer.Identity
    ) {
        self.responder = responder
        self.identify = identify
        self.tls = tls
        self.group = group
        self.logger = logger
    }

    /// Accepts connections at `host` and `port`, 0 for any.
    func listen(host: String, port: Int) async throws -> any Channel {
        try await ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 1_024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.socketOption(.so_keepalive), value: 1)
            .childChannelOption(Self.tcp(TCP_KEEPIDLE), value: ServerLimits.keepaliveIdle)
            .childChannelOption(Self.tcp(TCP_KEEPINTVL), value: ServerLimits.keepaliveInterval)
            .childChannelOption(Self.tcp(TCP_KEEPCNT), value: ServerLimits.keepaliveCount)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try self.accept(channel) }
            }
            .bind(host: host, port: port).get()
    }

    private static func tcp(_ name: CInt) -> ChannelOptions.Types.SocketOption {
        .init(level: .tcp, name: .init(rawValue: name))
    }

    private func accept(_ channel: any Channel) throws {
        let isAccepted = connections.withLock { connections in
            guard connections.count < mostConnections else { return false }
            connections[ObjectIdentifier(channel)] = Connection(channel: channel)
            return true
        }
        guard isAccepted else {
            logger.warning("too many connections; one was closed")
            return channel.close(promise: nil)
        }
        let peer = Peer(address: channel.remoteAddress?.ipAddress ?? "")
        channel.closeFuture.whenComplete { _ in
            _ = self.connections.withLock { $0.removeValue(forKey: ObjectIdentifier(channel)) }
        }
        let deadline = channel.eventLoop.scheduleTask(in: ServerLimits.trustTime) {
            if !peer.isTrusted.load(ordering: .relaxed) { channel.close(promise: nil) }
        }
        channel.closeFuture.whenComplete { _ in deadline.cancel() }

        let pipeline = channel.pipeline.syncOperations
        var memory = NIOSSLHandler.Configuration()
        memory.maximumPreservedOutboundBufferCapacity = ServerLimits.idleBuffer
        try pipeline.addHandler(NIOSSLServerHandler(context: tls, configuration: memory))
        try pipeline.addHandler(HandshakeLimit())
        try pipeline.addHandler(OwnBytes())
        try pipeline.addHandler(
            ApplicationProtocolNegotiationHandler { [self] protocols, channel in
                channel.eventLoop.makeCompletedFuture {
                    if case .negotiated("h2") = protocols {
                        try serveHTTP2(channel, peer)
                    } else {
                        try serveHTTP1(channel, peer)
                    }
                }
            })
        try pipeline.addHandler(ConnectionErrors(logger: logger))
    }

    private func serveHTTP1(_ channel: any Channel, _ peer: Peer) throws {
        let pipeline = channel.pipeline.syncOperations
        try pipeline.configureHTTPServerPipeline(withErrorHandling: true)
        try pipeline.addHandler(HTTP1Handler(peer: peer, responder: responder))
        try pipeline.addHandler(ConnectionErrors(logger: logger))
    }

    private func serveHTTP2(_ channel: any Channel, _ peer: Peer) throws {
        connections.withLock { $0[ObjectIdentifier(channel)]?.isHTTP2 = true }
        let pipeline = channel.pipeline.syncOperations
        var configuration = NIOHTTP2Handler.ConnectionConfiguration()
        configuration.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: ServerLimits.streams),
            HTTP2Setting(
                parameter: .maxHeaderListSize, value: HPACKDecoderLimits.headerListBytes),
        ]
        configuration.targetWindowSize = ServerLimits.connectionWindow
        _ = try pipeline.configureHTTP2Pipeline(
            mode: .server, connectionConfiguration: configuration,
            streamConfiguration: .init()
        ) { stream in
            stream.eventLoop.makeCompletedFuture {
                try stream.pipeline.syncOperations.addHandler(
                    StreamHandler(peer: peer, responder: self.responder, identify: self.identify))
            }
        }
        try pipeline.addHandler(ConnectionErrors(logger: logger))
    }

    /// Tells every peer that the gateway stops, and closes.
    func closeConnections() async {
        let open = connections.withLock { Array($0.values) }
        for (channel, isHTTP2) in open.map({ ($0.channel, $0.isHTTP2) }) {
            guard isHTTP2 else {
                channel.close(promise: nil)
                continue
            }
            let goAway = HTTP2Frame(
                streamID: .rootStream,
                payload: .goAway(
                    lastStreamID: .maxID, errorCode: .noError,
                    opaqueData: ByteBuffer(string: #"{"reason":"Shutdown"}"#)))
            channel.writeAndFlush(goAway, promise: nil)
            channel.close(promise: nil)
        }
        for connection in open { try? await connection.channel.closeFuture.get() }
    }
}

/// Bounds of what is decoded of headers.
enum HPACKDecoderLimits {
    /// Bytes of one request's headers: a provider token has 250, the rest less.
    static let headerListBytes = 16_384
}

/// Closes a connection whose peer breaks TLS or HTTP.
private final class ConnectionErrors: ChannelInboundHandler {
    typealias InboundIn = Any
    private let logger: Logger

    init(logger: Logger) { self.logger = logger }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        logger.debug("connection closed", metadata: ["error": "\(error)"])
        context.close(promise: nil)
    }
}
