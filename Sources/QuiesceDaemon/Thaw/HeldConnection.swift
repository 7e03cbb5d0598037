import CQuiesceLinux
import Glibc
import QuiesceCore
import QuiesceLinux

/// A duplicate of a program's connection over TCP, of a UDP socket that is connected, or of one
/// that listens over TCP. Data, and those who connect, are waited for there, and never read: each
/// byte is the program's.
struct HeldConnection: Sendable {
    let file: ReceivedFile
    /// The inode number: of all sockets that exist, only this one has it.
    let inode: UInt64
    /// The other side's address, as the kernel has it.
    let peer: [UInt8]
    private let kind: Kind

    private enum Kind { case tcp, udp, listens }

    /// - Returns: nil for a socket of another kind, and for one that is connected to nobody.
    private init?(_ file: ReceivedFile) {
        let number = file.descriptor.number
        if ql_waiting_connections(number) >= 0 {
            var status = stat()
            guard fstat(number, &status) == 0 else { return nil }
            (self.file, inode, peer, kind) = (file, UInt64(status.st_ino), [], .listens)
            return
        }
        guard let socket = KernelSocket(number),
            socket.transport == .tcp || socket.transport == .udp
        else { return nil }
        var peer = [UInt8](repeating: 0, count: MemoryLayout<sockaddr_storage>.size)
        var size = socklen_t(peer.count)
        let isConnected = peer.withUnsafeMutableBytes {
            getpeername(number, $0.baseAddress!.assumingMemoryBound(to: sockaddr.self), &size) == 0
        }
        guard isConnected else { return nil }
        self.file = file
        inode = socket.inode
        self.peer = Array(peer.prefix(Int(size)))
        kind = socket.transport == .tcp ? .tcp : .udp
    }

    var listens: Bool { kind == .listens }

    /// Bytes that the program hasn't read, or connections that it hasn't accepted.
    var unread: Int {
        let number = file.descriptor.number
        return Int(listens ? ql_waiting_connections(number) : ql_unread(number))
    }

    /// Bytes that have gone to and fro so far.
    var moved: Int64 { kind == .tcp ? ql_tcp_bytes(file.descriptor.number) : 0 }

    /// Bytes among them that have come.
    var received: Int64 { kind == .tcp ? ql_tcp_received(file.descriptor.number) : 0 }

    var awaitsAcknowledgement: Bool {
        kind == .tcp && ql_awaits_acknowledgement(file.descriptor.number)
    }

    /// The program has spoken just now, and the last word is the other side's.
    var isAmidConversation: Bool {
        var quiet = ql_tcp_quiet()
        guard kind == .tcp, self.received > 0,
            ql_tcp_quiet_for(file.descriptor.number, &quiet) == 0
        else { return false }
        let sent = Duration.milliseconds(quiet.sent)
        let received = Duration.milliseconds(quiet.received)
        return sent < Limits.trafficConversation && received < sent + Limits.trafficTimes
    }

    /// Those of some processes.
    struct Found: Sendable {
        var connections: [UInt64: HeldConnection] = [:]
        /// The kernel hands those of another user's process to nobody but root, or the daemon has
        /// too many descriptors.
        var areSomeRefused = false
    }

    /// Takes those of these processes. Any thread; some milliseconds for a browser.
    static func all(of pids: [pid_t]) -> Found {
        var found = Found()
        for pid in pids {
            let folder = "/proc/\(pid)/fd"
            for name in ProcFile.names(in: folder) {
                guard found.connections.count < Limits.trafficConnections,
                    let number = CInt(name), isOfNetwork("\(folder)/\(name)")
                else { continue }
                let taken = ql_take_descriptor(pid, number)
                guard taken >= 0 else {
                    // One that is closed by now is none.
                    found.areSomeRefused = found.areSomeRefused || taken != -EBADF
                    continue
                }
                guard let one = HeldConnection(ReceivedFile(taken)) else { continue }
                found.connections[one.inode] = one
            }
        }
        return found
    }

    private static func isOfNetwork(_ descriptor: String) -> Bool {
        let name = ProcFile.attribute("system.sockprotoname", of: descriptor) ?? ""
        return ["TCP", "TCPv6", "UDP", "UDPv6"].contains(name)
    }
}
