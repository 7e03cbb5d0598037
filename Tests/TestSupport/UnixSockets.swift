import Glibc

/// The address of a Unix socket for one call of the kernel. The path has at most 107 bytes.
public func withUnixAddress<Result>(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
}

/// Whether somebody listens on a stream socket. Its file alone doesn't say so: the file is there
/// before a server listens, and still there when the server has been killed.
public func acceptsConnections(_ path: String) -> Bool {
    let client = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    guard client >= 0 else { return false }
    defer { close(client) }
    return withUnixAddress(path) { connect(client, $0, $1) == 0 }
}
