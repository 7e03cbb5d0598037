import CQuiesceLinux
import Foundation
import Glibc
import QuiesceAnswers
import QuiesceCore
import QuiesceWire

/// The control socket: the file's mode lets in the device's owner, root and the group `quiesce`;
/// processes of apps are refused, whoever's they are. Belongs to the loop's thread.
final class ControlServer {
    /// One tool's connection.
    final class Client {
        fileprivate let socket: DatagramConnection
        fileprivate weak var server: ControlServer?
        /// The user that the tool runs as.
        fileprivate(set) var uid = uid_t.max
        /// Undoes what goes on for this client when it leaves.
        var onClose: (() -> Void)?

        fileprivate init(_ socket: DatagramConnection) { self.socket = socket }

        var isOpen: Bool { !socket.isClosed }

        func send(_ reply: ControlReply) { server?.send(reply, self) }
        func send(item: some Described) { send(.item(item.jsonText)) }
        func refuse(_ reason: String, _ message: String, rule: String? = nil) {
            send(.refused(.init(reason: reason, message: message, rule: rule)))
        }
    }

    typealias Handler = (ControlRequest, _ descriptor: CInt?, Client) -> Void

    private let loop: EventLoop
    private let isAppProcess: (ql_peer) -> Bool
    private let handler: Handler
    private let coder = WireCoder()
    private let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: AppProtocol.datagramBytes, alignment: 16)
    private var listener: DatagramListener?
    private var clients: [ObjectIdentifier: Client] = [:]

    /// - Parameter handler: the descriptor that came with a request is closed after it returns;
    ///   it duplicates what it keeps.
    init(loop: EventLoop, isAppProcess: @escaping (ql_peer) -> Bool, handler: @escaping Handler) {
        self.loop = loop
        self.isAppProcess = isAppProcess
        self.handler = handler
    }

    deinit { buffer.deallocate() }

    /// - Parameter shared: the service manager's socket at `path`.
    func listen(on path: String, shared: CInt?) throws {
        let group = Self.group(named: "quiesce")
        listener = try DatagramListener(
            path: path, shared: shared, mode: group == nil ? 0o600 : 0o660,
            outboxLimit: Limits.controlOutboxBytes,
            loop: loop
        ) { [unowned self] in accept($0) }
        if let group, shared == nil { _ = chown(path, uid_t.max, group) }
    }

    /// Whoever is connected stays so until the process ends, and knows by that when it has.
    func stopListening() {
        listener?.close()
        listener = nil
    }

    private func accept(_ socket: DatagramConnection) {
        let client = Client(socket)
        client.server = self
        guard clients.count < Limits.controlConnections else { return socket.close() }
        var peer = ql_peer()
        guard ql_peer(socket.fd, &peer) == 0 else { return socket.close() }
        defer { if peer.pidfd >= 0 { _ = Glibc.close(peer.pidfd) } }
        client.uid = peer.uid
        clients[ObjectIdentifier(client)] = client
        if isAppProcess(peer) {
            client.refuse(
                ProtocolErrorCode.notAllowed.rawValue,
                "apps may not control the device; run this from outside of an app")
            return drop(client)
        }
        do {
            socket.watch = try loop.watch(socket.fd, for: .readable) {
                [unowned self, weak client] ready in
                // Kept until the end: writing may find it broken and drop it.
                guard let client else { return }
                if ready.contains(.writable) { flush(client) }
                if client.isOpen { read(client) }
            }
        } catch {
            drop(client)
        }
    }

    private func read(_ client: Client) {
        var descriptor: CInt?
        defer { if let descriptor { _ = Glibc.close(descriptor) } }
        let received = client.socket.receive(into: buffer) { extra in
            if descriptor == nil { descriptor = extra } else { _ = Glibc.close(extra) }
        }
        switch received {
        case .nothing: break
        case .closed: drop(client)
        case .wrong(let error): fail(client, error)
        case .datagram(let data):
            do throws(WireError) {
                handler(try coder.decode(ControlRequest.self, from: data), descriptor, client)
            } catch {
                fail(client, error)
            }
        }
    }

    private func fail(_ client: Client, _ error: WireError) {
        client.refuse(error.code.rawValue, error.message)
        drop(client)
    }

    fileprivate func send(_ reply: ControlReply, _ client: Client) {
        guard client.isOpen else { return }
        let data: Data
        do throws(WireError) {
            data = try coder.encode(reply)
        } catch {
            return fail(client, error)
        }
        switch client.socket.send(data) {
        case .all: break
        case .later:
            if let watch = client.socket.watch {
                try? loop.change(watch, to: [.readable, .writable])
            }
        case .failed: drop(client)
        }
    }

    private func flush(_ client: Client) {
        switch client.socket.flush() {
        case .all: if let watch = client.socket.watch { try? loop.change(watch, to: .readable) }
        case .later: break
        case .failed: drop(client)
        }
    }

    private func drop(_ client: Client) {
        guard clients.removeValue(forKey: ObjectIdentifier(client)) != nil else { return }
        if let watch = client.socket.watch { loop.unwatch(watch) }
        client.socket.watch = nil
        client.socket.close()
        client.onClose?()
        client.onClose = nil
    }

    private static func group(named name: String) -> gid_t? { getgrnam(name)?.pointee.gr_gid }
}
