import Foundation
import Glibc

// For FileManager's shared containers, which UIKit's Foundation has itself.
#if !os(iOS)
    import QuiesceKit
#endif

/// Actions that an app mustn't take while nobody sees it.
enum Conduct {
    static let group = "group.org.quiesce.examples"

    enum Lock: String, CaseIterable { case flock, posix, ofd }
    /// F_OFD_SETLK, which Swift doesn't see.
    private static let setsDescriptionLock: Int32 = 37

    /// Takes a lock on a file that other apps share, and keeps it.
    static func hold(_ lock: Lock) {
        let files = FileManager.default
        guard let folder = files.containerURL(forSecurityApplicationGroupIdentifier: group) else {
            return print("there is no container of \(group)")
        }
        let file = open(folder.appendingPathComponent("shared").path, O_RDWR | O_CREAT, 0o664)
        guard file >= 0 else { return print("open: \(errno)") }
        var range = flock()
        range.l_type = Int16(F_WRLCK)
        let answer =
            switch lock {
            case .flock: flock(file, LOCK_EX | LOCK_NB)
            case .posix: fcntl(file, F_SETLK, &range)
            case .ofd: fcntl(file, setsDescriptionLock, &range)
            }
        print(answer == 0 ? "holds the \(lock.rawValue) lock" : "lock: \(errno)")
    }

    /// Listens at a TCP port, and never answers.
    static func listen(at port: Int) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard bound == 0, Glibc.listen(listener, 8) == 0 else { return print("listen: \(errno)") }
        let length = MemoryLayout<sockaddr_in>.size
        var size = socklen_t(length)
        _ = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(listener, $0, &size)
            }
        }
        print("listens at \(in_port_t(bigEndian: address.sin_port))")
        // Or whoever connects fills its queue, which answers nobody then.
        Thread.detachNewThread {
            while true {
                let client = accept(listener, nil, nil)
                if client >= 0 { close(client) }
            }
        }
    }

    /// Takes so many megabytes, touches them all, and gives none back, warned or not.
    static func hoard(megabytes: Int) {
        let bytes = megabytes << 20
        // Not by malloc, which an optimiser may do without.
        let flags = MAP_PRIVATE | MAP_ANONYMOUS
        guard let memory = mmap(nil, bytes, PROT_READ | PROT_WRITE, flags, -1, 0),
            memory != MAP_FAILED
        else { return print("mmap: \(errno)") }
        // Not zeros, which a machine could share or compress to nothing.
        for offset in stride(from: 0, to: bytes, by: 4_096) {
            memory.storeBytes(
                of: UInt64(offset) &* 0x9e37_79b9_7f4a_7c15, toByteOffset: offset, as: UInt64.self)
        }
        print("hoards \(megabytes) MB")
    }

    /// Takes so many more megabytes every tenth of a second.
    static func leak(megabytes: Int) {
        Thread.detachNewThread { @Sendable in
            while true {
                hoard(megabytes: megabytes)
                Thread.sleep(forTimeInterval: 0.1)
            }
        }
    }
}
