import Foundation
import Glibc
import Logging
import NIOCore
import NIOPosix

/// The Unix socket in the home folder, which only its owner enters: a line in, a line out.
enum OperatorSocket {
    /// Bytes of a request.
    private static let requestBytes = 4_096

    static func listen(_ path: String, service: OperatorService) async throws -> any Channel {
        let room = MemoryLayout.size(ofValue: sockaddr_un().sun_path)
        guard path.utf8.count < room else {
            throw HomeFailure("\(path) is too long for a socket's path; use a shorter --home")
        }
        return try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Handler(service: service))
                }
            }
            .bind(unixDomainSocketPath: path, cleanupExistingSocketFile: true).get()
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let service: OperatorService
        private var line = ByteBuffer()

        init(service: OperatorService) { self.service = service }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            var bytes = unwrapInboundIn(data)
            line.writeBuffer(&bytes)
            let (channel, service) = (context.channel, service)
            guard let end = line.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) else {
                if line.readableBytes > OperatorSocket.requestBytes { context.close(promise: nil) }
                return
            }
            let text = Data(line.readableBytesView[..<end])
            line.clear()
            guard let request = try? JSONDecoder().decode(OperatorRequest.self, from: text) else {
                return context.close(promise: nil)
            }
            Task {
                let answer = JSON.text(await service.answer(request)) + "\n"
                try? await channel.writeAndFlush(ByteBuffer(string: answer))
                try? await channel.close()
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }
}

/// Asks the gateway that runs on a home.
public enum OperatorClient {
    /// Nil if none runs.
    public static func ask(_ request: OperatorRequest, home: Home) throws -> OperatorAnswer? {
        let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { throw HomeFailure("no socket: \(systemError())") }
        defer { close(socket) }
        guard try connect(socket, home.socketPath) else { return nil }
        let line = Array((JSON.text(request) + "\n").utf8)
        guard
            line.withUnsafeBytes({
                send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            })
                == line.count
        else { throw HomeFailure("the gateway doesn't listen: \(systemError())") }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(socket, &piece, piece.count, 0)
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        do { return try JSONDecoder().decode(OperatorAnswer.self, from: Data(bytes)) } catch {
            throw HomeFailure("the gateway ended before it answered")
        }
    }

    /// False if nobody is at the other end.
    private static func connect(_ socket: Int32, _ path: String) throws -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard path.utf8.count < room else {
            throw HomeFailure("\(path) is too long for a socket's path; use a shorter --home")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        if result == 0 { return true }
        guard errno == ENOENT || errno == ECONNREFUSED else {
            throw HomeFailure("can't ask the gateway at \(path): \(systemError())")
        }
        return false
    }
}
