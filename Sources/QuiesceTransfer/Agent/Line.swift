import CQuiesceLinux
import Foundation
import Glibc
import QuiesceAgentProtocol

/// The agent's end of its socket. Belongs to the loop's thread.
final class Line {
    let socket: Int32
    private let encoder = JSONEncoder()
    private let decoder = JSONDecoder()
    private let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: Limits.datagramBytes, alignment: 16)
    /// Not sent yet, as the daemon is behind.
    private var waiting: [Data] = []

    enum Received {
        case message(MessageToAgent, files: [Int32])
        case nothing
        /// The daemon has gone.
        case end
        /// It isn't of our build: what it sent can't be read.
        case rubbish
    }

    init(socket: Int32) {
        self.socket = socket
        encoder.outputFormatting = .withoutEscapingSlashes
    }

    deinit { buffer.deallocate() }

    var isBehind: Bool { !waiting.isEmpty }

    /// - Returns: false when the daemon has gone.
    func send(_ message: MessageFromAgent) -> Bool {
        guard let data = try? encoder.encode(message) else { return true }
        waiting.append(data)
        return flush()
    }

    /// - Returns: false when the daemon has gone.
    func flush() -> Bool {
        while let first = waiting.first {
            let sent = first.withUnsafeBytes {
                ql_send(socket, $0.baseAddress, $0.count, nil, 0, false)
            }
            if sent == -Int(EAGAIN) || sent == -Int(ENOBUFS) { return true }
            if sent < 0 { return false }
            waiting.removeFirst()
        }
        return true
    }

    func receive() -> Received {
        var files = [Int32](repeating: -1, count: Int(QL_MAX_FDS))
        var count: Int32 = 0
        var truncated = false
        let length = ql_receive(
            socket, buffer.baseAddress, buffer.count, &files, &count, &truncated, false)
        if length == -Int(EAGAIN) { return .nothing }
        if length <= 0 { return .end }
        let data = Data(
            bytesNoCopy: buffer.baseAddress!, count: length, deallocator: .none)
        guard !truncated, let message = try? decoder.decode(MessageToAgent.self, from: data) else {
            for file in files.prefix(Int(count)) { close(file) }
            return .rubbish
        }
        return .message(message, files: Array(files.prefix(Int(count))))
    }
}
