import CQuiesceLinux
import Foundation
import Glibc
import QuiesceCore
import QuiesceProtection
import QuiesceShell

/// `keys.sock`: an app's process connects, asks once for the key of the app's protected files, gets
/// its answer, and is hung up on. A socket of its own, as any thread of an app may ask and wait,
/// while the app socket is its main thread's. Belongs to the loop's thread.
final class KeyServer {
    private let loop: EventLoop
    private let identify: (ql_peer) -> ProcessKey?
    private let answer: (ProcessKey, @escaping (KeyProtocol.Answer) -> Void) -> Void
    private let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: KeyProtocol.datagramBytes, alignment: 16)
    private var listener: DatagramListener?
    private var connections: [ObjectIdentifier: (key: ProcessKey, socket: DatagramConnection)] = [:]

    /// - Parameter identify: the app that a peer is, by the kernel's word.
    init(
        loop: EventLoop, identify: @escaping (ql_peer) -> ProcessKey?,
        answer: @escaping (ProcessKey, @escaping (KeyProtocol.Answer) -> Void) -> Void
    ) {
        self.loop = loop
        self.identify = identify
        self.answer = answer
    }

    deinit { buffer.deallocate() }

    func listen(on path: String) throws {
        listener = try DatagramListener(
            path: path, mode: 0o666, outboxLimit: KeyProtocol.datagramBytes, loop: loop
        ) { [unowned self] in
            accept($0)
        }
    }

    func close() {
        listener?.close()
        for (_, socket) in connections.values { shut(socket) }
    }

    private func accept(_ socket: DatagramConnection) {
        var peer = ql_peer()
        guard ql_peer(socket.fd, &peer) == 0 else { return socket.close() }
        defer { if peer.pidfd >= 0 { _ = Glibc.close(peer.pidfd) } }
        guard let key = identify(peer) else {
            return finish(
                socket,
                .refused(
                    code: Reason.notAnApp.rawValue,
                    message: "process \(peer.pid) was not started as an app of this device"))
        }
        let mine = connections.values.count { $0.key.app == key.app }
        guard mine < Limits.keyConnectionsPerApp else {
            return finish(
                socket,
                .refused(
                    code: "flooding", message: "\(mine) of its threads ask for its key already"))
        }
        do {
            socket.watch = try loop.watch(socket.fd, for: .readable) {
                [unowned self, weak socket] _ in
                if let socket { read(socket, key) }
            }
            connections[ObjectIdentifier(socket)] = (key, socket)
        } catch {
            socket.close()
        }
    }

    private func read(_ socket: DatagramConnection, _ key: ProcessKey) {
        switch socket.receive(into: buffer) {
        case .nothing: return
        case .datagram(let datagram) where KeyProtocol.isRequest(datagram):
            // It is asked once.
            if let watch = socket.watch { loop.unwatch(watch) }
            socket.watch = nil
            answer(key) { [self] answer in finish(socket, answer) }
        case .datagram:
            finish(socket, .refused(code: "malformed", message: #"expected {"type":"key"}"#))
        case .wrong(let error):
            finish(socket, .refused(code: error.code.rawValue, message: error.message))
        case .closed: shut(socket)
        }
    }

    private func finish(_ socket: DatagramConnection, _ answer: KeyProtocol.Answer) {
        if !socket.isClosed {
            var datagram = KeyProtocol.encode(answer)
            _ = socket.send(datagram)
            datagram.resetBytes(in: datagram.startIndex..<datagram.endIndex)
        }
        shut(socket)
    }

    private func shut(_ socket: DatagramConnection) {
        connections[ObjectIdentifier(socket)] = nil
        if let watch = socket.watch { loop.unwatch(watch) }
        socket.watch = nil
        socket.close()
    }
}
