import Foundation
import Glibc
import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("What processes hold") struct ProcessHoldingsTests {
    @Test(
        "Locks are told by their kind and file; others' lines and rubbish aren't",
        .behaviour("C2", "reliability P6"),
        arguments: [
            (
                "lock:\t1: FLOCK  ADVISORY  WRITE 11917 fe:00:16225359 0 EOF",
                HeldLock.Kind?.some(.flock), false
            ),
            (
                "lock:\t1: POSIX  ADVISORY  WRITE 11917 fe:00:162 1073741824 1073742335", .posix,
                false
            ),
            ("lock:\t2: OFDLCK ADVISORY  READ -1 fe:00:162 0 EOF", .openFileDescription, true),
            ("lock:\t1: LEASE  ACTIVE    READ  3402 08:01:2 0 EOF", .lease, true),
            ("lock:\t1: DELEG  ACTIVE    READ  3402 08:01:2 0 EOF", nil, false),
            ("pos:\t0", nil, false), ("lock:", nil, false), ("", nil, false),
        ])
    func lockLines(line: String, kind: HeldLock.Kind?, isShared: Bool) {
        let lock = LockLine(line)
        #expect(lock?.kind == kind)
        #expect(lock?.isShared ?? false == isShared)
    }

    @Test(
        "Sockets that wait for others are told from those that are connected",
        .behaviour("C4"))
    func sockets() throws {
        let head = "0: 0100007F:4A37 "
        let rest = " 00000000:00000000 00:00000000 00000000 0 0 2118318 1 000"
        let listening = try #require(SocketTable.tcp.listener(head + "00000000:0000 0A" + rest))
        #expect(listening.port == OpenPort(.tcp, 18_999))
        #expect(listening.inode == "2118318")
        #expect(SocketTable.tcp.listener(head + "0100007F:1F90 01" + rest) == nil)
        let bound = SocketTable.udp.listener(head + "00000000:0000 07" + rest)
        #expect(bound?.port == OpenPort(.udp, 18_999))
        #expect(SocketTable.udp.listener(head + "0100007F:0035 07" + rest) == nil)
        #expect(SocketTable.udp.listener(head + "0100007F:0035 01" + rest) == nil)
        for wrong in ["", "x", "0: zz 00000000:0000 0A" + rest] {
            #expect(SocketTable.tcp.listener(wrong) == nil)
        }
        let six =
            "1: 00000000000000000000000000000000:1F90 00000000000000000000000000000000:0000 0A"
        #expect(SocketTable.tcp6.listener(six + rest)?.port == OpenPort(.tcp, 8080))
    }

    @Test("A GPU's engines are summed, each client once", .behaviour("C1"))
    func gpu() throws {
        let proc = try FakeProc()
        let counters = """
            drm-driver:\ti915
            drm-client-id:\t7
            drm-engine-render:\t9000 ns
            drm-engine-copy:\t500 ns
            drm-engine-capacity-render:\t1 ns
            drm-total-memory:\t12 KiB
            """
        try proc.add(41, 3, "/dev/dri/renderD128", counters)
        try proc.add(41, 4, "/dev/dri/renderD128", counters)  // The same client's once more.
        try proc.add(42, 3, "/dev/dri/card0", counters.replacingOccurrences(of: "7", with: "8"))
        try proc.add(42, 4, "/dev/null", counters)
        let both = ProcessHoldings(of: [41, 42], [.gpu], proc: proc.path).gpu
        #expect(both == GPUUse(device: "/dev/dri/card0", busy: Interval(nanoseconds: 19_000)))
        #expect(ProcessHoldings(of: [41], [.sockets], proc: proc.path).gpu == nil)
        #expect(ProcessHoldings(of: [43], [.gpu], proc: proc.path).gpu == nil)
    }

    @Test("A GPU that isn't counted is told as open", .behaviour("C1"))
    func uncounted() throws {
        let proc = try FakeProc()
        try proc.add(41, 3, "/dev/nvidia0", "pos:\t0\n")
        #expect(
            ProcessHoldings(of: [41], [.gpu], proc: proc.path).gpu
                == GPUUse(device: "/dev/nvidia0", busy: nil))
    }

    @Test(
        "The kernel's own word: a lock on a shared file is found, one on a private file isn't",
        .behaviour("C2", "reliability P6"), arguments: [true, false])
    func ownLock(isShared: Bool) throws {
        let scratch = try FakeProc()
        let group = realpath(scratch.path, nil)!
        defer { free(group) }
        let path = String(cString: group)
        let file = open("\(path)/file", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        try #require(flock(file, isShared ? LOCK_SH : LOCK_EX) == 0)
        func locks(_ groups: [(name: String, path: String)]) -> [HeldLock] {
            ProcessHoldings(of: [getpid()], [.locks], groups: groups).locks
        }
        let held = HeldLock(group: "group.a", file: "file", kind: .flock)
        #expect(locks([("group.a", path)]) == [held])
        #expect(locks([("group.a", path + "/other")]).isEmpty)
        // A database in WAL mode has a shared lock as long as it is open.
        _ = FileManager.default.createFile(atPath: "\(path)/file-shm", contents: nil)
        #expect(locks([("group.a", path)]) == (isShared ? [] : [held]))
    }

    @Test(
        "A process that listens is found by the kernel's tables", .behaviour("C4"),
        arguments: [AF_INET, AF_INET6], [SOCK_STREAM, SOCK_DGRAM])
    func ownSocket(family: CInt, kind: __socket_type) throws {
        let listener = socket(family, Int32(kind.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(listener) }
        // At a port of the kernel's choice.
        if kind == SOCK_STREAM {
            try #require(listen(listener, 1) == 0)
        } else {
            var address = sockaddr_storage()
            address.ss_family = sa_family_t(family)
            let bound = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
                }
            }
            try #require(bound == 0)
        }
        let found = ProcessHoldings(of: [getpid()], [.sockets]).listeners
        let mine = try #require(found.first { $0.descriptor == listener })
        #expect(mine.port.transport == (kind == SOCK_STREAM ? .tcp : .udp))
        #expect(mine.pid == getpid())
    }

    @Test(
        "No table is read for sockets that are in none, and each for one of which nothing is known")
    func tables() {
        let local = socket(
            AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(local) }
        #expect(SocketTable.those(of: "/proc/self/fd/\(local)").isEmpty)
        #expect(SocketTable.those(of: "/nowhere") == SocketTable.allCases)
    }
}

/// A folder with the part of /proc that is read.
private final class FakeProc {
    private let folder: ScratchDirectory
    var path: String { folder.path }

    init() throws { folder = try ScratchDirectory() }

    func add(_ pid: Int, _ descriptor: Int, _ target: String, _ info: String) throws {
        for folder in ["fd", "fdinfo"] {
            try FileManager.default.createDirectory(
                atPath: "\(path)/\(pid)/\(folder)", withIntermediateDirectories: true)
        }
        try #require(symlink(target, "\(path)/\(pid)/fd/\(descriptor)") == 0)
        try info.write(
            toFile: "\(path)/\(pid)/fdinfo/\(descriptor)", atomically: true, encoding: .utf8)
    }
}
