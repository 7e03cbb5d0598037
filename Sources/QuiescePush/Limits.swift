/// The push agent's bounds, each with its reason.
enum Limits {
    /// Milliseconds that the first attempt to connect again is put off by at most; each further one
    /// by at most twice as long. Evenly spread, so that the devices of a gateway that comes back
    /// don't all ask at the same moment.
    static let reconnectMilliseconds: UInt64 = 1_000
    /// From here on it isn't doubled any more: five minutes.
    static let reconnectMillisecondsMost: UInt64 = 300_000
    /// A connection that lasted as long was none of a gateway that fails again and again.
    static let soundConnectionMilliseconds: UInt64 = 30_000
    /// Seconds for a connection with its handshake, and for each request but the endless one.
    static let connectSeconds = 30
    static let requestSeconds = 60
    /// Seconds without anything heard after which the kernel asks whether the gateway is still
    /// there, and between two such questions. Nothing of this wakes the agent.
    static let keepaliveSeconds = 600
    static let keepaliveIntervalSeconds = 60
    /// Bytes of one line of pushes: one with as large a payload as there may be, every character of
    /// it escaped, and with the rest of it.
    static let lineBytes = 40 << 10
    /// Bytes of a response, other than pushes: a certificate and its chain at most.
    static let responseBytes = 64 << 10
    /// Pushes acknowledged with one request: half of what the gateway stores for a device, some 10
    /// KB.
    static let acknowledgedAtOnce = 500
    /// Pushes that wait for the daemon to read them before no more are read of the gateway.
    static let waitingPushes = 32
    /// Datagrams of the daemon that are read before the network has its turn.
    static let messagesAtOnce = 64
    /// Connections of one gateway: a second one only while a first one is being given up.
    static let connections = 2
}
