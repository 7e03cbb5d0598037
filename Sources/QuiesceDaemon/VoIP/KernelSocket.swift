import CQuiesceLinux
import Glibc
import QuiesceCore

/// A socket as the kernel knows it, whatever its app says of it.
struct KernelSocket: Equatable {
    var transport: SocketTransport
    /// The inode number: of all sockets that exist, only this one has it.
    var inode: UInt64

    /// - Returns: nil: it is no socket by which something arrives that can be waited for.
    init?(_ descriptor: CInt) {
        var status = stat()
        guard let name = ql_transport(descriptor),
            let transport = SocketTransport(rawValue: String(cString: name)),
            fstat(descriptor, &status) == 0
        else { return nil }
        self.transport = transport
        inode = UInt64(status.st_ino)
    }
}
