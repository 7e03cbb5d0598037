import CQuiesceLinux
import Glibc

/// An open file, closed at the end of its life.
public struct Descriptor: ~Copyable, Sendable {
    public let raw: Int32

    /// Takes over `raw`.
    public init(owning raw: Int32) { self.raw = raw }

    deinit { close(raw) }

    /// Hands the open file over to the caller, who closes it.
    public consuming func take() -> Int32 {
        let raw = raw
        discard self
        return raw
    }

    /// Opens `path` below `directory`, through no symbolic link.
    static func open(
        _ path: String, in directory: Int32, _ flags: Int32, mode: mode_t = 0
    ) throws(Errno) -> Descriptor {
        try opened(ql_open_beneath(directory, path, flags, mode))
    }

    /// As above, for a name that `names` gave.
    static func open(
        _ name: [CChar], in directory: Int32, _ flags: Int32
    ) throws(Errno) -> Descriptor {
        try opened(ql_open_beneath(directory, name, flags, 0))
    }

    /// Opens again the very file that this one is open on, with other flags.
    func reopened(_ flags: Int32) throws(Errno) -> Descriptor {
        try Self.opened(ql_reopen(raw, flags))
    }

    private static func opened(_ result: Int32) throws(Errno) -> Descriptor {
        if result < 0 { throw Errno(code: -result) }
        return Descriptor(owning: result)
    }

    func status() throws(Errno) -> stat {
        var status = stat()
        try check(fstat(raw, &status))
        return status
    }

    /// As `status`, for a caller that names the file in what it throws.
    func status(of what: String) throws(BundleError) -> stat {
        do {
            return try status()
        } catch {
            throw .system(error.code, "examine \(what)")
        }
    }

    /// The names in this folder, NUL-terminated: a name is bytes, and an app may choose such as are
    /// no UTF-8.
    func names() throws(Errno) -> [[CChar]] {
        // A description of its own: reading moves the position, and the caller's must not move.
        let copy = try Self.open(".", in: raw, O_RDONLY | O_DIRECTORY).take()
        guard let listing = fdopendir(copy) else {
            let code = errno
            close(copy)
            throw Errno(code: code)
        }
        defer { closedir(listing) }
        var names: [[CChar]] = []
        while true {
            errno = 0
            guard let entry = readdir(listing) else { break }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                $0.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
            }
            let dot = CChar(bitPattern: UInt8(ascii: "."))
            if name != [dot, 0] && name != [dot, dot, 0] { names.append(name) }
        }
        if errno != 0 { throw Errno(code: errno) }
        return names
    }
}

/// A system call's error number.
struct Errno: Error {
    var code: Int32
}

/// Throws what a system call left in `errno` when it returned -1.
@discardableResult
func check(_ result: Int32) throws(Errno) -> Int32 {
    if result < 0 { throw Errno(code: errno) }
    return result
}

/// The kind of a file, from its mode.
enum FileKind: Hashable {
    case regular, folder, link, fifo, socket, device

    init(mode: mode_t) {
        switch mode & S_IFMT {
        case S_IFREG: self = .regular
        case S_IFDIR: self = .folder
        case S_IFLNK: self = .link
        case S_IFIFO: self = .fifo
        case S_IFSOCK: self = .socket
        case _: self = .device
        }
    }

    /// As in "is a symbolic link".
    var noun: String {
        switch self {
        case .regular: "a file"
        case .folder: "a folder"
        case .link: "a symbolic link"
        case .fifo: "a FIFO"
        case .socket: "a socket"
        case .device: "a device"
        }
    }
}
