import CQuiesceLinux
import Glibc
import QuiesceLinux
import Testing

@testable import QuiesceDaemon

/// A server at gpsd's port, on the test's event loop. The server takes one connection at a time,
/// and says what the test has it say.
final class FakeGPSD {
    let port: UInt16
    private let loop: EventLoop
    private let listener: OwnedDescriptor
    private var listening: EventLoop.WatchID?
    private var connection: CInt = -1
    private var connected: EventLoop.WatchID?
    /// The text that the server has received.
    private(set) var heard = ""
    private(set) var connections = 0
    private(set) var ends = 0
    /// Said to each that connects.
    var greeting = #"{"class":"VERSION","release":"3.22","proto_major":3,"proto_minor":14}"# + "\n"

    init(on loop: EventLoop) throws {
        self.loop = loop
        listener = try OwnedDescriptor(
            checking: socket(
                AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0), "socket")
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let number = listener.number
        let isListening = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(number, $0, size) == 0 && listen(number, 5) == 0
                    && getsockname(number, $0, &size) == 0
            }
        }
        try #require(isListening)
        port = UInt16(bigEndian: address.sin_port)
        listening = try loop.watch(number) { [unowned self] _ in accept() }
    }

    deinit {
        hangUp()
        if let listening { loop.unwatch(listening) }
    }

    func say(_ text: String) { say(Array(text.utf8)) }

    func say(_ bytes: [UInt8]) {
        _ = send(connection, bytes, bytes.count, CInt(MSG_NOSIGNAL))
    }

    func hangUp() {
        if let connected { loop.unwatch(connected) }
        connected = nil
        if connection >= 0 { close(connection) }
        connection = -1
    }

    private func accept() {
        hangUp()
        connection = ql_accept(listener.number)
        connections += 1
        say(greeting)
        connected = try? loop.watch(connection) { [unowned self] _ in hear() }
        loop.stop()
    }

    private func hear() {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = recv(connection, &bytes, bytes.count, 0)
        if count > 0 {
            heard += String(decoding: bytes[..<count], as: UTF8.self)
        } else {
            ends += 1
            hangUp()
        }
        loop.stop()
    }
}
