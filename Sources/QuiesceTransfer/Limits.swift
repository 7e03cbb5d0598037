/// The agent's bounds, each with its reason; the core's are in QuiesceCore.
enum Limits {
    /// Bytes that go to the disk at once. One such block may be under way while the next fills, so
    /// a SIGKILL repeats at most two: 4 MiB.
    static let blockBytes = 2 << 20
    /// Blocks kept for the next transfer: as many as fill a disk's queue.
    static let freeBlocks = 64
    /// Bytes written after which they are made safe from a power cut …
    static let syncBytes: UInt64 = 64 << 20
    /// … or after so long, in nanoseconds: a slow download then loses no more than that.
    static let syncNanoseconds: UInt64 = 10_000_000_000
    /// From here on a file's blocks are set aside on the disk, and written past the page cache.
    static let largeBytes: UInt64 = 8 << 20
    /// Bytes of a disk that no body takes: the device's journal (64 MiB at most), its store and
    /// apps' files lie there, too …
    static let spareBytes: UInt64 = 64 << 20
    /// … or, of a small disk, such a part.
    static let sparePart: UInt64 = 16
    /// Transfers that end together, at most: each holds a few descriptors meanwhile.
    static let endedTogether = 64
    /// The bytes that libcurl reads at once: its own most.
    static let receiveBytes = 512 << 10
    static let sendBytes = 512 << 10
    /// Bytes of a body that nobody wants (a redirect's, a challenge's), above which the connection
    /// is closed rather than read to its end.
    static let unwantedBytes = 64 << 10
    /// Bytes of all heads of one request, interim ones too: many times what servers send.
    static let headBytes = 256 << 10
    /// Bytes of header fields that the app is told: with all escapes they fit a datagram.
    static let toldHeadBytes = 20 << 10
    /// Bytes of a URL: more than any server takes.
    static let urlBytes = 8_000
    /// Between two looks at what moves, and so between two reports of one transfer's progress.
    static let tickMilliseconds: Int32 = 250
    /// How long the folder's last agent may take to end, in milliseconds.
    static let lockMilliseconds = 10_000
    /// Datagrams of the daemon that are read before the network has its turn.
    static let messagesAtOnce = 64
    /// Connections kept for the next request.
    static let keptConnections = 64
}
