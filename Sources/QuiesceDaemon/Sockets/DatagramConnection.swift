import CQuiesceLinux
import Foundation
import Glibc
import QuiesceCore
import QuiesceWire

/// One connection to a seqpacket socket: bounded both ways, and never blocking the loop.
final class DatagramConnection {
    enum Received {
        case datagram(Data)
        case nothing
        case closed
        /// Longer than allowed, or with descriptors where none belong.
        case wrong(WireError)
    }

    let fd: CInt
    private let outboxLimit: Int
    var watch: EventLoop.WatchID?
    private var outbox: [(data: Data, descriptor: CInt?)] = []
    private var outboxBytes = 0
    private(set) var isClosed = false
    /// The peer doesn't read as fast as it is sent to.
    var hasWaiting: Bool { !outbox.isEmpty }

    /// - Parameter outboxLimit: bytes that may wait for a peer that doesn't read.
    init(fd: CInt, outboxLimit: Int) {
        self.fd = fd
        self.outboxLimit = outboxLimit
    }

    /// Reads one datagram. Descriptors that came with it go to `descriptors`, where given.
    func receive(into buffer: UnsafeMutableRawBufferPointer, descriptors: ((CInt) -> Void)? = nil)
        -> Received
    {
        var fds: [CInt] = Array(repeating: -1, count: Int(QL_MAX_FDS))
        var count: CInt = 0
        var truncated = false
        let length = ql_receive(
            fd, buffer.baseAddress, buffer.count, &fds, &count, &truncated, false)
        for received in fds.prefix(Int(count)) {
            if let descriptors { descriptors(received) } else { close(received) }
        }
        if length == -Int(EAGAIN) { return .nothing }
        if length == 0, count == 0, !isHungUp {
            // recv() returns the same for a datagram without bytes and for the end.
            return .wrong(WireError(code: .malformed, message: "the message is empty"))
        }
        if length <= 0 { return .closed }
        if truncated {
            return .wrong(
                WireError(
                    code: .tooLarge,
                    message: "a datagram has at most \(AppProtocol.datagramBytes) bytes"))
        }
        if count > 0, descriptors == nil {
            return .wrong(
                WireError(
                    code: .unexpectedDescriptor, message: "this message takes no file descriptors"))
        }
        return .datagram(Data(bytes: buffer.baseAddress!, count: length))
    }

    private var isHungUp: Bool {
        var status = pollfd(fd: fd, events: 0, revents: 0)
        return poll(&status, 1, 0) != 0
    }

    enum Sent { case all, later, failed }

    /// Sends, or keeps for when the peer reads. `failed`: it is gone, or doesn't read.
    ///
    /// - Parameter descriptor: comes with it, and is closed in any case.
    func send(_ data: Data, descriptor: CInt? = nil) -> Sent {
        if outbox.isEmpty {
            let sent = Self.write(data, descriptor, to: fd)
            if sent != -Int(EAGAIN) {
                if let descriptor { close(descriptor) }
                return sent >= 0 ? .all : .failed
            }
        }
        guard outboxBytes + data.count <= outboxLimit else {
            if let descriptor { close(descriptor) }
            return .failed
        }
        outbox.append((data, descriptor))
        outboxBytes += data.count
        return .later
    }

    /// Sends what was kept, now that the peer reads again.
    func flush() -> Sent {
        while let first = outbox.first {
            let sent = Self.write(first.data, first.descriptor, to: fd)
            if sent == -Int(EAGAIN) { return .later }
            if sent < 0 { return .failed }
            if let descriptor = first.descriptor { close(descriptor) }
            outbox.removeFirst()
            outboxBytes -= first.data.count
        }
        return .all
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        for descriptor in outbox.compactMap(\.descriptor) { close(descriptor) }
        outbox = []
        _ = Glibc.close(fd)
    }

    private func close(_ descriptor: CInt) { _ = Glibc.close(descriptor) }

    private static func write(_ data: Data, _ descriptor: CInt?, to fd: CInt) -> Int {
        let descriptors = descriptor.map { [$0] } ?? []
        return data.withUnsafeBytes {
            ql_send(
                fd, $0.baseAddress, $0.count, descriptors, CInt(descriptors.count), false)
        }
    }
}
