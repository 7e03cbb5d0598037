import CQuiesceLinux
import Glibc
import QuiesceLinux

/// The file system as an app sees it: the machine's programs and libraries, its own bundle and
/// containers, the daemon's sockets for apps, and folders in memory. Nothing else has a name there.
///
/// Each launch has a mount namespace and an IPC namespace of its own, under a user's daemon within
/// a user namespace that knows that user alone.
public struct AppView: Sendable, Hashable {
    enum Kind: Sendable, Hashable { case read, write, device, memory, empty, terminals, link }

    /// One thing in view.
    struct Entry: Sendable, Hashable {
        var kind: Kind
        /// Without links; of a link what it says, of memory its options.
        var source: String
        var target: String
        /// The app isn't started without it.
        var isNeeded = false
        var isFolder = true
    }

    private var all: [Entry] = []

    /// Whatever lies in another comes after it.
    var entries: [Entry] {
        let depth = { (entry: Entry) in entry.target.split(separator: "/").count }
        return all.sorted { (depth($0), $0.target) < (depth($1), $1.target) }
    }

    /// /tmp, /var/tmp and /dev/shm each have as much as other containers of programs give to
    /// /dev/shm. It counts as the app's memory; whatever is larger belongs into its container.
    static let memoryMegabytes = 64
    /// A file in memory takes a kilobyte of the kernel's, which no size counts.
    static let memoryFiles = 16_384

    /// The machine's own folders that hold programs, libraries and settings.
    static let machine = ["/usr", "/bin", "/sbin", "/etc", "/opt", "/nix", "/sys"]
    /// Where names of hosts are looked up, fonts, and whom TLS trusts.
    static let services = [
        "/run/systemd/resolve", "/run/resolvconf", "/run/NetworkManager/resolv.conf", "/run/nscd",
        "/var/cache/fontconfig", "/var/lib/ca-certificates",
    ]
    static let devices = [
        "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty",
        "/dev/dri", "/dev/snd",
    ]

    /// The part that every app sees.
    ///
    /// - Parameter reads: further files and folders, as `QUIESCE_APP_READS` has them.
    init(reads: [String] = []) {
        for name in ["/tmp", "/var/tmp", "/dev/shm"] {
            let options = "mode=1777,size=\(Self.memoryMegabytes)m,nr_inodes=\(Self.memoryFiles)"
            all.append(Entry(kind: .memory, source: options, target: name))
        }
        let libraries = ProcFile.names(in: "/").filter { $0.hasPrefix("lib") }.map { "/\($0)" }
        for path in Self.machine + libraries.sorted() + ["/var/run"] {
            if let text = ProcFile.link(path) {
                link(path, to: text)
            } else if path != "/var/run" {
                add(path, .read)
            }
        }
        for path in Self.services + Self.runtime + ["/etc/resolv.conf"] + reads { add(path, .read) }
        all.append(Entry(kind: .empty, source: "", target: "/sys/fs/cgroup"))
        add("/proc", .write, isNeeded: true)
        for path in Self.devices { add(path, .device) }
        all.append(Entry(kind: .terminals, source: "", target: "/dev/pts"))
        link("/dev/ptmx", to: "pts/ptmx")
        link("/dev/fd", to: "/proc/self/fd")
        for (number, name) in ["stdin", "stdout", "stderr"].enumerated() {
            link("/dev/\(name)", to: "/proc/self/fd/\(number)")
        }
    }

    /// Adds a file or folder that the app isn't started without.
    mutating func need(_ path: String, _ kind: Kind) { add(path, kind, isNeeded: true) }

    /// Adds the sound server's socket: with its folder where that is the server's own, as a server
    /// that is started anew makes another.
    mutating func add(sound socket: String) {
        let folder = socket.split(separator: "/").dropLast()
        add(folder.last == "pulse" ? "/" + folder.joined(separator: "/") : socket, .read)
    }

    /// Adds `path`, and a link to it where the way to it has links.
    mutating func add(_ path: String, _ kind: Kind, isNeeded: Bool = false) {
        guard let real = realpath(path, nil) else {
            // Starting it fails, and says so.
            if isNeeded {
                all.append(Entry(kind: kind, source: path, target: path, isNeeded: true))
            }
            return
        }
        defer { free(real) }
        let place = String(cString: real)
        if path != place { link(path, to: place) }
        guard kind != .read || !isCovered(place) else { return }
        var status = stat()
        stat(place, &status)
        all.append(
            Entry(
                kind: kind, source: place, target: place, isNeeded: isNeeded,
                isFolder: status.st_mode & S_IFMT == S_IFDIR))
    }

    private mutating func link(_ path: String, to text: String) {
        if !isCovered(path), !all.contains(where: { $0.target == path }) {
            all.append(Entry(kind: .link, source: text, target: path, isFolder: false))
        }
    }

    /// Whether a folder in view has it already.
    private func isCovered(_ path: String) -> Bool {
        all.contains {
            ($0.kind == .read || $0.kind == .write)
                && ($0.target == path || path.hasPrefix($0.target + "/"))
        }
    }

    /// The folders of the Swift runtime that the daemon itself uses, which its apps may be linked
    /// with, and of what prints a crash.
    static let runtime: [String] = {
        guard let maps = ProcFile.read("/proc/self/maps") else { return [] }
        for line in maps.split(separator: "\n") where line.hasSuffix("/libswiftCore.so") {
            guard let start = line.firstIndex(of: "/") else { continue }
            let folder = line[start...].dropLast("/libswiftCore.so".count)
            return [String(folder)]
                + (folder.hasSuffix("/lib/swift/linux")
                    ? ["\(folder.dropLast("/lib/swift/linux".count))/libexec/swift"] : [])
        }
        return []
    }()
}

extension AppView {
    /// The reason why no views can be made here; nil: they can. A process that takes one and ends
    /// tries it.
    static func obstacle() -> SpawnError? {
        guard ql_has_clone3() else { return SpawnError(.clone, errno: ENOSYS) }
        var result = ql_spawned()
        AppView().withMemory(rights: nil) { view in
            var spawn = ql_spawn()
            spawn.cgroup = -1
            spawn.landlock = -1
            withUnsafePointer(to: view) { view in
                spawn.view = view
                spawn.only_view = true
                ql_spawn(&spawn, &result)
            }
        }
        guard result.error == 0 else {
            return SpawnError(SpawnError.Step(result.step), errno: result.error)
        }
        let process = MainProcess(pid: result.pid, pidfd: OwnedDescriptor(result.pidfd))
        var exit = pollfd(fd: process.pidfd.number, events: Int16(POLLIN), revents: 0)
        while poll(&exit, 1, -1) < 0 {}
        _ = process.reap()
        return nil
    }

    /// The view as C has it, while `body` runs.
    ///
    /// - Parameter rights: of a ruleset that the app is restricted by; nil: there is none, or it
    ///   knows no files.
    func withMemory(rights: LandlockRights?, _ body: (ql_view) -> Void) {
        let entries = entries
        var strings: [UnsafeMutablePointer<CChar>?] = []
        func keep(_ text: String) -> UnsafePointer<CChar>? {
            let copy = strdup(text)
            strings.append(copy)
            return UnsafePointer(copy)
        }
        defer { for string in strings { free(string) } }
        let made = entries.map { entry in
            ql_view_entry(
                kind: entry.kind.number, needed: entry.isNeeded, source: keep(entry.source),
                target: keep(entry.target), rights: rights.map { entry.rights($0) } ?? 0)
        }
        let isRoot = geteuid() == 0
        made.withUnsafeBufferPointer { made in
            body(
                ql_view(
                    entries: made.baseAddress, count: CInt(made.count),
                    uid_map: isRoot ? nil : keep("\(geteuid()) \(geteuid()) 1"),
                    gid_map: isRoot ? nil : keep("\(getegid()) \(getegid()) 1")))
        }
    }
}

extension AppView.Entry {
    fileprivate func rights(_ rights: LandlockRights) -> UInt64 {
        switch kind {
        case .read: rights.allowed(.read, isDirectory: isFolder)
        case .write: rights.allowed(target == "/proc" ? .read : .write, isDirectory: isFolder)
        case .device, .memory, .terminals: rights.allowed(.write, isDirectory: isFolder)
        case .empty, .link: 0
        }
    }
}

extension AppView.Kind {
    fileprivate var number: ql_view_kind {
        switch self {
        case .read: QL_VIEW_READ
        case .write: QL_VIEW_WRITE
        case .device: QL_VIEW_DEVICE
        case .memory: QL_VIEW_MEMORY
        case .empty: QL_VIEW_EMPTY
        case .terminals: QL_VIEW_TERMINALS
        case .link: QL_VIEW_LINK
        }
    }
}
