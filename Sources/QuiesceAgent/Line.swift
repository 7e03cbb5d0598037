import CQuiesceLinux
import Foundation
import Glibc
import QuiesceVocabulary

/// An agent's end of the socket that the daemon starts it with: one JSON object per datagram.
/// Belongs to the loop's thread.
package final class Line<Order: JSONReadable, Report: Described> {
    package let socket: Int32
    private let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: 65_536, alignment: 16)
    /// Not sent yet, as the daemon is behind.
    private var waiting: [Data] = []

    package enum Received {
        case message(Order, files: [Int32])
        case nothing
        /// The daemon has gone.
        case end
        /// It isn't of our build: what it sent can't be read.
        case rubbish
    }

    package init(socket: Int32) { self.socket = socket }

    deinit { buffer.deallocate() }

    package var isBehind: Bool { !waiting.isEmpty }
    /// Messages that the daemon is behind by.
    package var waitingCount: Int { waiting.count }

    /// - Returns: false when the daemon has gone.
    package func send(_ message: Report) -> Bool {
        waiting.append(Data(message.json))
        return flush()
    }

    /// - Returns: false when the daemon has gone.
    package func flush() -> Bool {
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

    package func receive() -> Received {
        var files = [Int32](repeating: -1, count: Int(QL_MAX_FDS))
        var count: Int32 = 0
        var truncated = false
        let length = ql_receive(
            socket, buffer.baseAddress, buffer.count, &files, &count, &truncated, false)
        if length == -Int(EAGAIN) { return .nothing }
        if length <= 0 { return .end }
        let text = UnsafeRawBufferPointer(rebasing: buffer[..<length])
        guard !truncated, let message = try? Order.read(text) else {
            for file in files.prefix(Int(count)) { close(file) }
            return .rubbish
        }
        return .message(message, files: Array(files.prefix(Int(count))))
    }
}
