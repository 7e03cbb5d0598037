import CQuiesceLinux
import Glibc
import QuiesceLinux

/// An accessory's terminal, open in the daemon: every byte that comes and goes is the app's, which
/// has a descriptor of the same open file. The daemon only waits for there being something, and
/// never reads.
struct Terminal: ~Copyable, Sendable {
    let descriptor: OwnedDescriptor
    /// By the kernel's numbers, and when that node was made: a pseudo-terminal that is made later
    /// under the same number is another.
    let identity: String

    /// Opens a terminal that exists, raw. On any thread.
    ///
    /// - Parameters:
    ///   - device: `MAJOR:MINOR`, as sysfs has it; nil: any.
    ///   - speed: bits a second; nil: as it is.
    ///   - isExclusive: no program without privileges may open it as well.
    /// - Throws: also where something else than a terminal is there (ENOTTY), or another one than
    ///   was meant (ENODEV).
    init(
        opening path: String, device: String? = nil, speed: UInt32? = nil, isExclusive: Bool = false
    ) throws(SystemCallError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw SystemCallError("stat \(path)") }
        // Before it is opened: that alone may start something where it is no terminal.
        guard Self.isTerminal(status) else {
            throw SystemCallError("open \(path)", errno: ENOTTY)
        }
        // Without waiting for a carrier, and without becoming anybody's controlling terminal.
        let opened = try OwnedDescriptor(
            checking: open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC), "open \(path)")
        guard fstat(opened.number, &status) == 0, Self.isTerminal(status) else {
            throw SystemCallError("open \(path)", errno: ENOTTY)
        }
        let numbers = "\(ql_major(status.st_rdev)):\(ql_minor(status.st_rdev))"
        if let device, device != numbers {
            throw SystemCallError("open \(path)", errno: ENODEV)
        }
        try Self.makeRaw(opened.number, speed)
        // Only who may open it all the same: an app may have it still when the next daemon comes.
        if isExclusive, geteuid() == 0 { _ = ioctl(opened.number, UInt(TIOCEXCL)) }
        identity = "tty:\(numbers):\(status.st_ctim.tv_sec).\(status.st_ctim.tv_nsec)"
        descriptor = opened
    }

    /// Takes both ends of a new pseudo-terminal: the app gets the one that this is, and whoever
    /// opens `path` is the accessory.
    init(making path: inout String) throws(SystemCallError) {
        var name = [CChar](repeating: 0, count: 128)
        descriptor = try OwnedDescriptor(
            checkingNegative: ql_new_terminal(&name, name.count), "posix_openpt")
        path = name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        identity = "own:\(path)"
    }

    /// Another descriptor of the same open file.
    func another() -> (CInt, Int32?) {
        let copy = fcntl(descriptor.number, F_DUPFD_CLOEXEC, 0)
        return copy >= 0 ? (copy, nil) : (-1, errno)
    }

    private static func isTerminal(_ status: stat) -> Bool {
        guard status.st_mode & S_IFMT == S_IFCHR else { return false }
        let major = ql_major(status.st_rdev)
        // Pseudo-terminals have no place in sysfs.
        if (136...143).contains(major) { return true }
        let link = "/sys/dev/char/\(major):\(ql_minor(status.st_rdev))/subsystem"
        return ProcFile.target(of: link)?.hasSuffix("/tty") == true
    }

    static func makeRaw(_ terminal: CInt, _ speed: UInt32?) throws(SystemCallError) {
        var settings = termios()
        guard tcgetattr(terminal, &settings) == 0 else { throw SystemCallError("tcgetattr") }
        cfmakeraw(&settings)
        // No modem is asked, and what is plugged in isn't reset when the last session ends.
        settings.c_cflag |= tcflag_t(CLOCAL | CREAD)
        settings.c_cflag &= ~tcflag_t(HUPCL)
        if let code = speed.flatMap(Self.code) { cfsetspeed(&settings, code) }
        guard tcsetattr(terminal, TCSANOW, &settings) == 0 else {
            throw SystemCallError("tcsetattr")
        }
    }

    /// The kernel's word for a speed; nil: it has none.
    static func code(_ speed: UInt32) -> speed_t? {
        let known: [UInt32: Int32] = [
            1_200: B1200, 2_400: B2400, 4_800: B4800, 9_600: B9600, 19_200: B19200,
            38_400: B38400, 57_600: B57600, 115_200: B115200, 230_400: B230400,
            460_800: B460800, 921_600: B921600,
        ]
        return known[speed].map { speed_t($0) }
    }
}
