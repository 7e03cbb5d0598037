import CQuiesceLinux
import Foundation
import Glibc
import QuiesceWire
import Synchronization
import TestSupport
import Testing

/// A daemon that answers by a table, on a control socket of its own.
final class FakeDaemon: Sendable {
    /// The replies to a request. The last reply ends the answer, or else the connection stays open.
    typealias Answer = @Sendable (ControlRequest) -> [ControlReply]

    let home: String
    private let listener: Int32
    private let heard = Heard()

    /// The record of everything that the threads saw. The threads keep this record alive, and not
    /// the daemon.
    private final class Heard: Sendable {
        let requests = Mutex<[ControlRequest]>([])
        let descriptors = Mutex(0)
        let connections = Mutex<[Int32]>([])
    }

    var requests: [ControlRequest] { heard.requests.withLock { $0 } }
    /// How many descriptors came with the requests.
    var descriptorCount: Int { heard.descriptors.withLock { $0 } }

    init(answer: @escaping Answer) throws {
        var template = Array("/tmp/quiesce-cli-XXXXXX".utf8CString)
        home = String(cString: try #require(mkdtemp(&template)))
        listener = ql_listen(home + "/control.sock", 0o600, 16)
        try #require(listener >= 0)
        Thread { @Sendable [listener, heard] in
            Self.serve(listener, heard, answer)
        }.start()
    }

    /// Ends every connection, as a daemon that dies.
    func hangUp() {
        heard.connections.withLock {
            for connection in $0 { shutdown(connection, Int32(SHUT_RDWR)) }
        }
    }

    deinit {
        // The thread ends with its listener.
        shutdown(listener, Int32(SHUT_RDWR))
        try? FileManager.default.removeItem(atPath: home)
    }

    private static func serve(_ listener: Int32, _ heard: Heard, _ answer: @escaping Answer) {
        defer { close(listener) }
        while true {
            var event = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
            if poll(&event, 1, -1) < 0 { continue }
            let connection = ql_accept(listener)
            if connection < 0 { return }
            heard.connections.withLock { $0.append(connection) }
            Thread { @Sendable in
                converse(connection, heard, answer)
                heard.connections.withLock {
                    $0.removeAll { $0 == connection }
                    close(connection)
                }
            }.start()
        }
    }

    private static func converse(_ connection: Int32, _ heard: Heard, _ answer: Answer) {
        let coder = WireCoder()
        var buffer = [UInt8](repeating: 0, count: AppProtocol.datagramBytes)
        while true {
            var event = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
            if poll(&event, 1, -1) < 0 { continue }
            var files = [Int32](repeating: -1, count: Int(QL_MAX_FDS))
            var fileCount: Int32 = 0
            var truncated = false
            let count = ql_receive(
                connection, &buffer, buffer.count, &files, &fileCount, &truncated, false)
            guard count > 0,
                let request = try? coder.decode(
                    ControlRequest.self, from: Data(buffer[..<count]))
            else { return }
            for file in files.prefix(Int(fileCount)) { close(file) }
            heard.requests.withLock { $0.append(request) }
            heard.descriptors.withLock { $0 += Int(fileCount) }
            for reply in answer(request) {
                guard let data = try? coder.encode(reply) else { return }
                _ = data.withUnsafeBytes {
                    ql_send(connection, $0.baseAddress, $0.count, nil, 0, true)
                }
            }
            // A daemon ends after it, which closes the connection.
            if request == .down { return }
        }
    }
}
