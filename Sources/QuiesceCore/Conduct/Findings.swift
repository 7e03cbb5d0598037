/// Why an app's processes are looked at.
// derive: cases
public enum Examination: Sendable, Hashable {
    /// The freeze of that number has made it suspended: what does it hold (C2, C4)?
    case suspended(freeze: UInt64)
    /// It executes out of sight, in the stay of that number: what has it used (C1, C3)?
    case executing(stay: UInt64)
}

/// The shell's findings about an app's processes.
// derive: json
public struct Findings: Sendable, Hashable {
    /// Locks on files in shared containers, at most `Limits.findingsNamed`.
    public var locks: [HeldLock]
    /// Sockets that wait for others, at most `Limits.findingsNamed`.
    public var ports: [OpenPort]
    /// An open GPU device.
    public var gpu: GPUUse?
    /// CPU time of all its processes since its launch; nil where nobody counts it.
    public var cpu: Interval?

    public init(
        locks: [HeldLock] = [], ports: [OpenPort] = [], gpu: GPUUse? = nil, cpu: Interval? = nil
    ) {
        self.locks = locks
        self.ports = ports
        self.gpu = gpu
        self.cpu = cpu
    }

    /// Nothing that matters of an app that is suspended.
    public var holdsNothing: Bool { locks.isEmpty && ports.isEmpty }
}

/// A lock on a file that other apps can reach (C2).
// derive: json
public struct HeldLock: Sendable, Hashable {
    // derive: json
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// flock(2)
        case flock
        /// fcntl(2), SQLite's among them.
        case posix
        /// fcntl(2) with F_OFD_SETLK.
        case openFileDescription
        /// fcntl(2) with F_SETLEASE.
        case lease
    }

    /// The app group whose container has the file.
    public var group: String
    /// The file's path in that container.
    public var file: String
    public var kind: Kind

    public init(group: String, file: String, kind: Kind) {
        self.group = group
        self.file = file
        self.kind = kind
    }
}

/// A socket that waits for others to speak first (C4).
// derive: json
public struct OpenPort: Sendable, Hashable, CustomStringConvertible {
    // derive: json
    public enum Transport: String, Sendable, Hashable, CaseIterable {
        case tcp, udp
    }

    public var transport: Transport
    public var number: UInt16

    public init(_ transport: Transport, _ number: UInt16) {
        self.transport = transport
        self.number = number
    }

    /// "tcp 8080"
    public var description: String { "\(transport.rawValue) \(number)" }
}

/// A GPU device that an app has open (C1).
// derive: json
public struct GPUUse: Sendable, Hashable {
    /// `/dev/dri/renderD128`
    public var device: String
    /// How long its engines have worked for the app; nil where the driver doesn't count.
    public var busy: Interval?

    public init(device: String, busy: Interval?) {
        self.device = device
        self.busy = busy
    }
}

/// A limit on an app, or an allowance, from now on.
// derive: cases
public enum Restraint: Sendable, Hashable {
    /// So much CPU time in every `window`; nil: as much as it likes (C3).
    case cpu(Interval?, window: Interval)
    /// Its weight when others want CPU, too (C5).
    case precedence(inFront: Bool)
    /// Its memory is moved into swap while it is suspended (M1).
    case pageOut
    /// Nobody reaches the sockets that it waits at (C4).
    case ports(hidden: Bool)
}
