import CQuiesceLinux
import Foundation

/// Messages that no daemon wants to read, sent over the app's own connection.
enum Garbage: String, CaseIterable {
    case malformed, empty, notUTF8, unknownType, oversized, descriptor, secondHello, falseHandled

    func send() {
        guard let socket = Self.ownConnection() else { return print("no connection found") }
        switch self {
        case .malformed: Self.send("{\"type\":", over: socket)
        case .empty: Self.send("", over: socket)
        case .notUTF8: Self.send([0x7b, 0xff, 0xfe, 0x7d], over: socket)
        case .unknownType: Self.send("{\"type\":\"obey\"}", over: socket)
        case .oversized:
            Self.send([UInt8](repeating: UInt8(ascii: " "), count: 100_000), over: socket)
        case .descriptor:
            Self.send(
                "{\"type\":\"handled\",\"seq\":1}", over: socket, descriptors: [STDERR_FILENO])
        case .secondHello: Self.send(Self.hello, over: socket)
        case .falseHandled:
            Self.send("{\"type\":\"handled\",\"seq\":18446744073709551615}", over: socket)
        }
        print("sent \(rawValue)")
    }

    /// Connects once more as this launch, and says what the daemon answers.
    static func openSecondConnection() {
        let path = ProcessInfo.processInfo.environment["QUIESCE_SOCKET"] ?? ""
        let socket = ql_connect(path)
        guard socket >= 0 else { return print("second connection: \(socket)") }
        defer { close(socket) }
        send(hello, over: socket)
        var answer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket, &answer, answer.count, 0)
        print("second connection: \(String(decoding: answer.prefix(max(0, count)), as: UTF8.self))")
    }

    private static let hello =
        "{\"type\":\"hello\",\"version\":1,\"lastReceived\":0,\"lastHandled\":0,\"openTasks\":[],"
        + "\"outbox\":0}"

    private static func send(_ text: String, over socket: Int32, descriptors: [Int32] = []) {
        send(Array(text.utf8), over: socket, descriptors: descriptors)
    }

    private static func send(_ bytes: [UInt8], over socket: Int32, descriptors: [Int32] = []) {
        let sent = ql_send(
            socket, bytes, bytes.count, descriptors, Int32(descriptors.count), false)
        if sent != bytes.count { print("send: \(sent)") }
    }

    /// The SDK's socket: the only one whose other end has a path.
    private static func ownConnection() -> Int32? {
        (3..<64).first { descriptor in
            var address = sockaddr_un()
            var length = socklen_t(MemoryLayout<sockaddr_un>.size)
            let result = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    getpeername(descriptor, $0, &length)
                }
            }
            return result == 0 && address.sun_family == AF_UNIX
                && length > MemoryLayout<sa_family_t>.size
        }
    }
}
