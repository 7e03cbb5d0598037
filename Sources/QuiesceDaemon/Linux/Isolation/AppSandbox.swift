import CQuiesceLinux
import Glibc
import QuiesceLinux

/// How apps are kept apart, for `quiesce status`.
public enum Isolation: String, Sendable, Hashable, CaseIterable {
    /// A root daemon: each app has a user of its own.
    case uids
    /// A user's daemon on a kernel with Landlock.
    case landlock
    /// Apps share the daemon's user, and are trusted with each other.
    case none

    /// The isolation that this process can give its apps.
    public static func available() -> Isolation {
        if geteuid() == 0 { return .uids }
        return ql_landlock_abi() >= 1 ? .landlock : .none
    }
}

/// The Landlock rules of an app of a user's daemon: the app reads everything but the device's home
/// and the cgroup files, of the home its own bundle and container, and writes only its container.
///
/// Landlock knows only allowed paths, so that "everything but" is spelt as the siblings of every
/// directory on the way to a denied one, as they are when the app starts. Those directories
/// themselves can't be listed. Sockets by path can still be connected to.
public struct AppSandbox: Sendable, Hashable {
    /// `$QUIESCE_HOME`
    public var home: String
    public var bundle: String
    public var container: String
    /// Containers that it shares with others, which it may write to, too.
    public var shared: [String]
    /// Further directories that stay closed: the cgroup mounts.
    public var closed: [String]

    public init(
        home: String, bundle: String, container: String, shared: [String] = [],
        closed: [String] = closedByDefault
    ) {
        self.home = home
        self.bundle = bundle
        self.container = container
        self.shared = shared
        self.closed = closed
    }

    public static let closedByDefault = ["/sys/fs/cgroup"]

    /// Devices that programs open for writing without a thought, and where terminals are.
    static let writableDevices = [
        "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty",
        "/dev/ptmx",
        "/dev/pts", "/dev/dri", "/dev/snd",
    ]

    /// One thing allowed.
    struct Rule: Hashable {
        enum Access { case read, write }
        let path: String
        let access: Access
    }

    /// The rules in full.
    /// - Parameter list: names the entries of a directory.
    func rules(listing list: (String) -> [String] = ProcFile.names) -> [Rule] {
        let denied = ([home] + closed).map { Self.canonical($0) }
        var readable: [String] = []
        Self.collect(from: "", denied: denied, list, into: &readable)
        return readable.sorted().map { Rule(path: $0, access: .read) }
            + [Rule(path: Self.canonical(bundle), access: .read)]
            + (([container] + shared).map(Self.canonical) + Self.writableDevices).map {
                Rule(path: $0, access: .write)
            }
    }

    /// Adds all entries of `directory` that neither are denied nor lead there.
    private static func collect(
        from directory: String, denied: [String], _ list: (String) -> [String],
        into readable: inout [String]
    ) {
        for name in list(directory.isEmpty ? "/" : directory) {
            let path = "\(directory)/\(name)"
            if denied.contains(path) { continue }
            if denied.contains(where: { $0.hasPrefix(path + "/") }) {
                collect(from: path, denied: denied, list, into: &readable)
            } else {
                readable.append(path)
            }
        }
    }

    /// Without symbolic links; as given when there is no such file.
    private static func canonical(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// Builds the ruleset that a child restricts itself by. Opens every sibling once: a millisecond
    /// or two. On a worker's thread.
    func makeRuleset() throws(SystemCallError) -> OwnedDescriptor {
        try Self.makeRuleset(of: rules())
    }

    /// Whether the kernel can keep processes from abstract sockets and signals (ABI 6).
    static var canScope: Bool { LandlockRights(abi: ql_landlock_abi()).scopes != 0 }

    /// A ruleset for apps that have users of their own: it keeps them from abstract sockets, which
    /// have no owner, and from signals to others, and from nothing else.
    static func makeScopes() throws(SystemCallError) -> OwnedDescriptor {
        try OwnedDescriptor(
            checkingNegative: ql_landlock_create(0, LandlockRights(abi: ql_landlock_abi()).scopes),
            "landlock_create_ruleset")
    }

    static func makeRuleset(of rules: [Rule]) throws(SystemCallError) -> OwnedDescriptor {
        let abi = ql_landlock_abi()
        guard abi >= 1 else { throw SystemCallError("landlock", errno: -abi) }
        let rights = LandlockRights(abi: abi)
        let ruleset = try OwnedDescriptor(
            checkingNegative: ql_landlock_create(rights.all, rights.scopes),
            "landlock_create_ruleset")
        for rule in rules {
            let place = ql_open_place(rule.path)
            guard place >= 0 else { continue }  // It has gone since, or was never there.
            defer { close(place) }
            var status = stat()
            guard fstat(place, &status) == 0, status.st_mode & S_IFMT != S_IFLNK else { continue }
            let allowed = rights.allowed(
                rule.access, isDirectory: status.st_mode & S_IFMT == S_IFDIR)
            let answer = ql_landlock_allow(ruleset.number, allowed, place)
            guard answer == 0 else {
                throw SystemCallError("landlock_add_rule \(rule.path)", errno: -answer)
            }
        }
        return ruleset
    }
}

/// Landlock's bits, as far as a kernel has them (`linux/landlock.h`).
struct LandlockRights {
    private static let execute: UInt64 = 1 << 0
    private static let writeFile: UInt64 = 1 << 1
    private static let readFile: UInt64 = 1 << 2
    private static let readDirectory: UInt64 = 1 << 3
    /// Removing and making entries of every kind: bits 4 to 12.
    private static let changeDirectory: UInt64 = 0x1ff0
    /// From ABI 2: renaming and linking between directories.
    private static let refer: UInt64 = 1 << 13
    /// From ABI 3.
    private static let truncate: UInt64 = 1 << 14

    /// Rights that the ruleset denies unless a rule allows them.
    let all: UInt64
    /// From ABI 6: no abstract sockets and no signals to processes outside of the app.
    let scopes: UInt64

    init(abi: CInt) {
        all =
            Self.execute | Self.writeFile | Self.readFile | Self.readDirectory
            | Self.changeDirectory
            | (abi >= 2 ? Self.refer : 0) | (abi >= 3 ? Self.truncate : 0)
        scopes = abi >= 6 ? 0b11 : 0
    }

    func allowed(_ access: AppSandbox.Rule.Access, isDirectory: Bool) -> UInt64 {
        let files = Self.execute | Self.readFile
        switch access {
        case .read: return isDirectory ? files | Self.readDirectory : files
        case .write:
            return isDirectory ? all : all & (files | Self.writeFile | Self.truncate)
        }
    }
}
