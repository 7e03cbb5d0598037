import Glibc
import NIOCore

/// Bounds of the server, each with its reason.
enum ServerLimits {
    /// How long a request may take to come whole: a payload of 4 KiB over the slowest line.
    static let requestTime = TimeAmount.seconds(30)
    /// How long a TLS handshake may take: some round trips over the slowest line. A connection that
    /// says nothing costs 39 KB meanwhile.
    static let handshakeTime = TimeAmount.seconds(10)
    /// How long a connection may be without a request of somebody who is known, handshake and all:
    /// else unauthenticated peers could hold all that there may be.
    static let trustTime = TimeAmount.seconds(60)
    /// Connections at once: some 60 KiB each.
    static let connections = 50_000
    /// Requests at once on one connection: what the provider API announces.
    static let streams = 1_000
    /// Requests that are being answered at once: some 5 KiB each. More means that the disk doesn't
    /// keep up.
    static let answering = 20_000
    /// Bytes that one connection may have under way: a payload for a quarter of its requests. With
    /// the usual 64 KiB libraries that send a thousand pushes at once run into the window's end.
    static let connectionWindow = 1 << 20
    /// Bytes that a connection keeps ready for what it sends; most are silent for hours.
    static let idleBuffer = 1 << 10
    /// How long a stop waits for requests that are being answered.
    static let stopTime = TimeAmount.seconds(5)
    /// Seconds of silence after which the kernel asks whether a peer is still there, how often it
    /// does, and how many answers may be missing. A device's line through a NAT lives for some 15
    /// minutes.
    static let keepaliveIdle = 600
    static let keepaliveInterval = 60
    static let keepaliveCount = 5
    /// Files that the gateway has open besides connections: its store, its logs.
    static let otherFiles = 128

    /// How many connections the process has files for, once it may have as many as it can get.
    static func connectionsThatFit() -> Int {
        var files = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0 else {
            return connections
        }
        files.rlim_cur = files.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
        return max(1, min(connections, Int(clamping: files.rlim_cur) - otherFiles))
    }
}
