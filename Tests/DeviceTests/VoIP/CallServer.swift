import Foundation
import Glibc
import TestSupport

/// The other end of an app's connection: TCP, UDP or a Unix socket, on this machine's loopback.
final class CallServer {
    enum Kind: String, CaseIterable { case tcp, udp, local }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let kind: Kind
    /// The address that the app connects to: a port, or a path.
    let place: String
    private let listener: CInt
    private var connection: CInt = -1

    init(_ kind: Kind, in folder: String) throws {
        self.kind = kind
        let type = kind == .udp ? SOCK_DGRAM : SOCK_STREAM
        let family = kind == .local ? AF_UNIX : AF_INET
        let made = socket(family, CInt(type.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        if kind == .local {
            place = "\(folder)/calls"
            let isBound = withUnixAddress(place) { bind(made, $0, $1) == 0 }
            guard isBound, chmod(place, 0o777) == 0 else {
                throw Failure(description: "bind: \(errno)")
            }
        } else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isBound = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(made, $0, size) == 0 && getsockname(made, $0, &size) == 0
                }
            }
            guard isBound else { throw Failure(description: "bind: \(errno)") }
            place = "\(UInt16(bigEndian: address.sin_port))"
        }
        listener = made
        if kind != .udp { listen(made, 64) }
    }

    deinit {
        if connection >= 0 { close(connection) }
        close(listener)
    }

    /// Waits for the app's hello.
    func answer() throws {
        try wait(listener)
        if kind == .udp {
            var peer = sockaddr_in()
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            var buffer = [UInt8](repeating: 0, count: 64)
            let isConnected = withUnsafeMutablePointer(to: &peer) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    recvfrom(listener, &buffer, buffer.count, 0, $0, &size) > 0
                        && connect(listener, $0, size) == 0
                }
            }
            guard isConnected else { throw Failure(description: "recvfrom: \(errno)") }
            connection = dup(listener)
        } else {
            connection = accept(listener, nil, nil)
            guard connection >= 0 else { throw Failure(description: "accept: \(errno)") }
            _ = try receive()
        }
    }

    func say(_ text: String) throws {
        let sent = send(connection, text, text.utf8.count, CInt(MSG_NOSIGNAL))
        guard sent == text.utf8.count else { throw Failure(description: "send: \(errno)") }
    }

    /// The app's next text; empty: the app has ended the connection.
    func receive() throws -> String {
        try wait(connection)
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = recv(connection, &buffer, buffer.count, 0)
        return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
    }

    /// Ends the connection; `rudely`: with a reset.
    func hangUp(rudely: Bool = false) {
        if rudely {
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(
                connection, SOL_SOCKET, SO_LINGER, &linger,
                socklen_t(MemoryLayout<Glibc.linger>.size))
        }
        close(connection)
        connection = -1
    }

    /// Its machine loses its power: the connection's other end hears nothing of it. Takes root.
    func vanish() throws {
        // A socket under repair is taken away without a word to its peer.
        var isUnderRepair: CInt = 1
        guard
            setsockopt(
                connection, CInt(IPPROTO_TCP), TCP_REPAIR, &isUnderRepair,
                socklen_t(MemoryLayout<CInt>.size)) == 0
        else { throw Failure(description: "TCP_REPAIR: \(errno)") }
        hangUp()
    }

    private func wait(_ descriptor: CInt) throws {
        var status = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&status, 1, CInt(LiveDevice.patience * 1_000)) > 0 else {
            throw Failure(description: "nothing came within a minute")
        }
    }
}
