// Sockets that are kept between an app and the daemon: an app hands over what its calls come by,
// and is woken for what arrives.

/// How a socket carries its bytes.
// derive: json
public enum SocketTransport: String, Sendable, Hashable, CaseIterable {
    /// Also TLS over it, which stays in the app.
    case tcp
    case udp
    /// A Unix domain socket.
    case local
}

/// A socket that is kept while its app is suspended (V1).
// derive: json
public struct KeptSocket: Sendable, Hashable {
    /// The app's descriptor for it, by which the app knows it again.
    public var descriptor: Int32
    /// nil: it isn't a socket that can be kept. Whatever an app says, the daemon asks the kernel.
    public var transport: SocketTransport?
    /// The kernel's number for it, likewise.
    public var inode: UInt64?

    public init(_ descriptor: Int32, _ transport: SocketTransport? = nil, inode: UInt64? = nil) {
        self.descriptor = descriptor
        self.transport = transport
        self.inode = inode
    }
}

/// An app's request about the sockets of its calls.
// derive: tag=action
public enum VoIPRequest: Sendable, Hashable {
    /// Keeps a duplicate, which comes with the message, while the app is out of sight (V1).
    // json: flat
    case keep(KeptSocket)
    /// The app has closed it, or reads it no more.
    case release(descriptor: Int32)
    /// Calls the keep-alive handler at least once in so many seconds; nil: no more (V2).
    case keepAlive(seconds: Double?)
}

/// Why an app is woken for its calls.
// derive: tag=kind
public enum VoIPNews: Sendable, Hashable {
    /// Bytes, an end or an error wait in the socket (V1).
    case traffic(descriptor: Int32)
    /// The keep-alive handler is due (V2).
    case keepAlive
    /// The device has started (V3), or the process before has ended without having meant to (V6):
    /// it connects anew (V4).
    case connect
}
