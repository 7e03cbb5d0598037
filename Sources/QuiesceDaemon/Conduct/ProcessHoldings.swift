import CQuiesceLinux
import Glibc
import QuiesceCore
import QuiesceLinux

/// Open descriptors of processes that concern others, as /proc tells. Used on any thread.
///
/// The holdings are read off the descriptors of frozen processes, so that they hold still; for
/// others they are a guess. A lock whose descriptor was closed while the file is still mapped isn't
/// seen.
struct ProcessHoldings {
    /// A socket that waits for others to speak first.
    struct Listener {
        var port: OpenPort
        var pid: pid_t
        var descriptor: CInt
    }

    private(set) var locks: [HeldLock] = []
    private(set) var listeners: [Listener] = []
    private(set) var gpu: GPUUse?

    /// The kinds of holdings that may be looked for, as each takes reading more files.
    enum Wanted { case locks, sockets, gpu }

    /// - Parameters:
    ///   - groups: the shared containers that locks are looked for in: name and path without links.
    ///   - proc: where /proc is; a test has one of its own.
    init(
        of pids: [pid_t], _ wanted: Set<Wanted>, groups: [(name: String, path: String)] = [],
        proc: String = "/proc"
    ) {
        var gpuClients: [String: GPUCounter] = [:]
        var gpuDevice: String?
        for pid in pids {
            var sockets: [String: CInt] = [:]
            var tables: Set<SocketTable> = []
            let folder = "\(proc)/\(pid)/fd"
            for name in ProcFile.names(in: folder) {
                guard let number = CInt(name), let target = ProcFile.link("\(folder)/\(name)")
                else { continue }
                let info = "\(proc)/\(pid)/fdinfo/\(name)"
                if wanted.contains(.sockets), target.hasPrefix("socket:[") {
                    tables.formUnion(SocketTable.those(of: "\(folder)/\(name)"))
                    sockets[String(target.dropFirst("socket:[".count).dropLast())] = number
                } else if wanted.contains(.gpu), GPUCounter.isDevice(target) {
                    gpuDevice = min(gpuDevice ?? target, target)
                    if let counter = GPUCounter(fdinfo: ProcFile.read(info) ?? "") {
                        gpuClients[counter.client] = counter
                    }
                } else if wanted.contains(.locks),
                    let group = groups.first(where: { target.hasPrefix($0.path + "/") })
                {
                    let file = String(target.dropFirst(group.path.count + 1))
                    note(locksIn: info, of: target, file, group.name)
                }
            }
            for table in tables { noteListeners(in: table, of: pid, sockets, proc) }
        }
        locks.sort { ($0.group, $0.file) < ($1.group, $1.file) }
        listeners.sort { $0.port.description < $1.port.description }
        if let gpuDevice {
            let busy = gpuClients.values.reduce(0) { $0 + $1.nanoseconds }
            gpu = GPUUse(
                device: gpuDevice, busy: gpuClients.isEmpty ? nil : Interval(nanoseconds: busy))
        }
    }

    private mutating func note(
        locksIn info: String, of path: String, _ file: String, _ group: String
    ) {
        for line in (ProcFile.read(info) ?? "").split(separator: "\n") {
            guard let lock = LockLine(line) else { continue }
            if lock.isShared, Self.isOfWriteAheadLog(path) { continue }
            let held = HeldLock(group: group, file: file, kind: lock.kind)
            if !locks.contains(held) { locks.append(held) }
        }
    }

    /// A SQLite database in WAL mode has a shared lock for as long as it is open, and keeps nobody
    /// from reading or writing with it.
    private static func isOfWriteAheadLog(_ path: String) -> Bool {
        path.hasSuffix("-shm") || access(path + "-shm", F_OK) == 0
    }

    private mutating func noteListeners(
        in table: SocketTable, of pid: pid_t, _ sockets: [String: CInt], _ proc: String
    ) {
        let text = ProcFile.read("\(proc)/\(pid)/net/\(table.rawValue)") ?? ""
        for line in text.split(separator: "\n").dropFirst() {
            guard let socket = table.listener(line), let number = sockets[socket.inode] else {
                continue
            }
            listeners.append(Listener(port: socket.port, pid: pid, descriptor: number))
        }
    }
}

/// A lock, from a line of a descriptor's fdinfo:
/// `lock: 1: FLOCK ADVISORY WRITE 11917 fe:00:162 0 EOF`.
struct LockLine: Equatable {
    var kind: HeldLock.Kind
    /// Others may have one like it.
    var isShared: Bool

    init?(_ line: some StringProtocol) {
        guard line.hasPrefix("lock:") else { return nil }
        let fields = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
        guard fields.count > 4 else { return nil }
        switch fields[2] {
        case "FLOCK": kind = .flock
        case "POSIX": kind = .posix
        case "OFDLCK": kind = .openFileDescription
        case "LEASE": kind = .lease
        case _: return nil
        }
        isShared = fields[4] == "READ"
    }
}

/// A table of sockets in /proc/PID/net.
enum SocketTable: String, CaseIterable {
    case tcp, tcp6, udp, udp6

    /// The tables that the socket of a descriptor in /proc can be in: to show one, the kernel walks
    /// over all sockets of the machine, and every app has a socket that is in none.
    static func those(of descriptor: String) -> [SocketTable] {
        switch ProcFile.attribute("system.sockprotoname", of: descriptor) {
        case "TCP": [.tcp]
        case "TCPv6": [.tcp6]
        case "UDP": [.udp]
        case "UDPv6": [.udp6]
        case "UNIX", "UNIX-STREAM", "NETLINK": []
        case _: allCases
        }
    }

    /// The socket in a line, if it waits for others to speak first.
    func listener(_ line: some StringProtocol) -> (port: OpenPort, inode: String)? {
        let fields = line.split(separator: " ")
        guard fields.count > 9, let port = Self.port(fields[1]) else { return nil }
        switch self {
        case .tcp, .tcp6:
            guard fields[3] == "0A" else { return nil }
            return (OpenPort(.tcp, port), String(fields[9]))
        case .udp, .udp6:
            // Connected to nobody.
            guard fields[3] == "07", Self.port(fields[2]) == 0, port != 0 else { return nil }
            return (OpenPort(.udp, port), String(fields[9]))
        }
    }

    /// `0100007F:4A37`
    private static func port(_ address: some StringProtocol) -> UInt16? {
        address.split(separator: ":").last.flatMap { UInt16($0, radix: 16) }
    }
}

/// How long a GPU's engines have worked for one client, from its descriptor's fdinfo (the kernel's
/// drm-usage-stats).
struct GPUCounter {
    var client: String
    var nanoseconds: Int64 = 0

    /// nil where the driver doesn't count.
    init?(fdinfo: String) {
        var client: String?
        var counts = false
        for line in fdinfo.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let words = parts[1].split(whereSeparator: { $0 == " " || $0 == "\t" })
            if parts[0] == "drm-client-id" { client = words.first.map(String.init) }
            guard parts[0].hasPrefix("drm-engine-"), !parts[0].hasPrefix("drm-engine-capacity-"),
                words.last == "ns", let time = words.first.flatMap({ Int64($0) })
            else { continue }
            counts = true
            nanoseconds += time
        }
        guard let client, counts else { return nil }
        self.client = client
    }

    /// Whether a path is a GPU's: one can draw or compute with it.
    static func isDevice(_ path: String) -> Bool {
        ["/dev/dri/", "/dev/nvidia", "/dev/kgsl"].contains { path.hasPrefix($0) }
    }
}

extension ProcFile {
    /// A file's extended attribute that is text, ended by a zero as the kernel does; nil when there
    /// is none.
    static func attribute(_ name: String, of path: String) -> String? {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { buffer in
            let count = getxattr(path, name, buffer.baseAddress!, buffer.count)
            guard count > 0 else { return nil }
            return String(decoding: buffer.prefix(count).prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// The target of a symbolic link; nil when the link can't be read.
    static func link(_ path: String) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            let count = readlink(path, buffer.baseAddress!, buffer.count)
            guard count > 0 else { return nil }
            return String(
                decoding: UnsafeRawBufferPointer(buffer).prefix(count), as: UTF8.self)
        }
    }
}
