import CQuiesceLinux
import Foundation
import QuiesceWire

/// Room for one datagram, shared by all connections of a thread: per app it would cost 64 KiB.
public final class DatagramBuffer {
    fileprivate var bytes = [UInt8](repeating: 0, count: AppProtocol.datagramBytes)
    public init() {}
}

/// One connection of a `SOCK_SEQPACKET` socket: whole datagrams, without descriptors.
public final class SeqPacketConnection {
    public enum Received: Sendable, Hashable {
        case datagram(Data)
        /// Longer than `AppProtocol.datagramBytes`; the rest is lost.
        case tooLong
        /// It carried descriptors, which are closed.
        case unexpectedDescriptors
        /// Nothing has arrived.
        case nothing
        /// The peer has closed it, or it failed.
        case closed
    }

    public enum Sent: Sendable, Hashable {
        case sent
        /// The peer's buffer is full; nothing was sent.
        case wouldBlock
        case closed
    }

    /// Non-blocking; closed with this object.
    public var descriptor: CInt { owned.number }
    private let owned: OwnedDescriptor

    /// Takes `descriptor` over.
    public init(taking descriptor: CInt) { owned = OwnedDescriptor(descriptor) }

    /// Accepts a connection; nil when none waits.
    /// - Throws: EMFILE and the like: accept again when a descriptor is free.
    public static func accept(_ listener: CInt) throws(SystemCallError) -> SeqPacketConnection? {
        let descriptor = ql_accept(listener)
        switch -descriptor {
        case EAGAIN, ECONNABORTED: return nil
        case let error where error > 0: throw SystemCallError("accept", errno: error)
        case _: return SeqPacketConnection(taking: descriptor)
        }
    }

    /// Takes the next datagram, without waiting. `buffer` is only borrowed.
    public func receive(into buffer: DatagramBuffer) -> Received {
        var descriptors = [CInt](repeating: -1, count: Int(QL_MAX_FDS))
        var count: CInt = 0
        var isTruncated = false
        let length = ql_receive(
            descriptor, &buffer.bytes, buffer.bytes.count, &descriptors, &count, &isTruncated, false
        )
        for descriptor in descriptors.prefix(Int(count)) { close(descriptor) }
        if length == -Int(EAGAIN) { return .nothing }
        guard length > 0 else { return .closed }
        if count > 0 { return .unexpectedDescriptors }
        if isTruncated { return .tooLong }
        return .datagram(Data(buffer.bytes[..<length]))
    }

    /// Sends one datagram, without waiting.
    public func send(_ datagram: Data) -> Sent {
        let length = datagram.withUnsafeBytes {
            ql_send(descriptor, $0.baseAddress, $0.count, nil, 0, false)
        }
        if length >= 0 { return .sent }
        return length == -Int(EAGAIN) || length == -Int(ENOBUFS) ? .wouldBlock : .closed
    }
}
