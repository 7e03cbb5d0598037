import CQuiesceLinux
import CXCB
import Glibc
import QuiesceLinux

// A client's way to the display's server.
extension X11Display {
    /// Anybody can listen where a display's socket would be, and say which windows are shown.
    ///
    /// - Returns: a connection to a server of root's or of our own user.
    func connect() throws(SystemCallError) -> OwnedDescriptor {
        let socket = try OwnedDescriptor(
            checkingNegative: ql_connect_stream(self.socket), "connect \(self.socket)")
        var peer = ql_peer()
        let result = ql_peer(socket.number, &peer)
        guard result == 0 else {
            throw SystemCallError("getsockopt \(self.socket)", errno: -result)
        }
        if peer.pidfd >= 0 { Glibc.close(peer.pidfd) }
        guard peer.uid == 0 || peer.uid == geteuid() else {
            throw SystemCallError("\(self.socket) is of another user", errno: EPERM)
        }
        return socket
    }

    /// Presents the display's cookie, and waits for the server.
    ///
    /// - Parameter descriptor: a connected socket, which libxcb closes with the client.
    /// - Returns: a client to be disconnected, which may have an error.
    func client(on descriptor: CInt) -> OpaquePointer {
        Self.blockPipeSignal()
        guard var cookie = X11Cookie.read(for: self) else {
            return xcb_connect_to_fd(descriptor, nil)
        }
        var name = X11Cookie.kind
        return name.withUnsafeMutableBytes { name in
            cookie.withUnsafeMutableBytes { cookie in
                var info = xcb_auth_info_t(
                    namelen: CInt(name.count),
                    name: name.baseAddress?.assumingMemoryBound(to: CChar.self),
                    datalen: CInt(cookie.count),
                    data: cookie.baseAddress?.assumingMemoryBound(to: CChar.self))
                return xcb_connect_to_fd(descriptor, &info)
            }
        }
    }

    /// libxcb writes to a server that has ended as to any pipe.
    private static func blockPipeSignal() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
