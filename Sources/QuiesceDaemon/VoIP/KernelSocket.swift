import Glibc
import QuiesceCore

/// A socket as the kernel knows it, whatever its app says of it.
struct KernelSocket: Equatable {
    var transport: SocketTransport
    /// Of all sockets that exist, only this one has it.
    var inode: UInt64

    /// - Returns: nil: it is no socket by which something arrives that can be waited for.
    init?(_ descriptor: CInt) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK,
            Self.option(SO_ACCEPTCONN, of: descriptor) == 0,
            let domain = Self.option(SO_DOMAIN, of: descriptor),
            let type = Self.option(SO_TYPE, of: descriptor),
            let protocolNumber = Self.option(SO_PROTOCOL, of: descriptor)
        else { return nil }
        inode = UInt64(status.st_ino)
        switch (domain, type) {
        case (AF_INET, CInt(SOCK_STREAM.rawValue)), (AF_INET6, CInt(SOCK_STREAM.rawValue)):
            guard protocolNumber == CInt(IPPROTO_TCP) else { return nil }
            transport = .tcp
        case (AF_INET, CInt(SOCK_DGRAM.rawValue)), (AF_INET6, CInt(SOCK_DGRAM.rawValue)):
            guard protocolNumber == CInt(IPPROTO_UDP) else { return nil }
            transport = .udp
        case (AF_UNIX, CInt(SOCK_STREAM.rawValue)), (AF_UNIX, CInt(SOCK_DGRAM.rawValue)):
            transport = .local
        case _: return nil
        }
    }

    private static func option(_ name: CInt, of descriptor: CInt) -> CInt? {
        var value: CInt = 0
        var size = socklen_t(MemoryLayout<CInt>.size)
        return getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
    }
}
