import Glibc
import QuiesceCore
import QuiesceTerminal

/// Reads passcodes, and passwords: from the terminal, which doesn't show them, or from standard
/// input.
enum PasscodePrompt {
    /// The secret that is asked for, as a message names it when it doesn't come.
    enum Secret: String {
        case passcode, password

        /// Advice where there is no terminal.
        var elsewhere: String {
            switch self {
            case .passcode: "use --stdin"
            case .password: "run it on one, or give it with the name, as name:password"
            }
        }
    }

    /// Asks on the terminal.
    ///
    /// - Throws: exit code 1 where there is none, or 130 when the user pressed Ctrl-C.
    static func ask(_ question: String, for secret: Secret = .passcode) throws(Failure) -> String {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else {
            throw .refused("there is no terminal to ask for the \(secret); \(secret.elsewhere)")
        }
        defer { close(terminal) }
        var usual = termios()
        guard tcgetattr(terminal, &usual) == 0 else {
            throw .refused("the terminal can't be asked for the \(secret); \(secret.elsewhere)")
        }
        var silent = usual
        // Byte by byte, Ctrl-C too: whatever happens, the terminal shows again what is typed.
        silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        tcsetattr(terminal, TCSAFLUSH, &silent)
        defer {
            tcsetattr(terminal, TCSAFLUSH, &usual)
            put("\n", terminal)
        }
        put(question, terminal)
        var bytes: [UInt8] = []
        while let byte = next(terminal) {
            switch byte {
            case 0x03: throw Failure(exitCode: 130, message: "nothing was changed")
            case 0x04 where bytes.isEmpty:
                throw .refused("no \(secret) was typed; nothing was changed")
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return try text(bytes, secret)
            case 0x7f, 0x08:
                // A whole character.
                while let last = bytes.popLast(), last & 0xc0 == 0x80 {}
            case let byte: bytes.append(byte)
            }
        }
        throw .refused("the terminal is gone; nothing was changed")
    }

    /// The next line of standard input; no more of it is read.
    static func line() throws(Failure) -> String {
        var bytes: [UInt8] = []
        while let byte = next(STDIN_FILENO), byte != UInt8(ascii: "\n") {
            bytes.append(byte)
            if bytes.count > Limits.passcodeBytes.upperBound { break }
        }
        return try text(bytes, .passcode)
    }

    private static func text(_ bytes: [UInt8], _ secret: Secret) throws(Failure) -> String {
        let allowed = Limits.passcodeBytes
        guard !bytes.isEmpty else { throw .refused("the \(secret) is empty; type one") }
        guard bytes.count <= allowed.upperBound else {
            throw .refused(
                "the \(secret) is longer than \(allowed.upperBound) bytes; use a shorter one")
        }
        guard let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0) else {
            throw .refused("the \(secret) is not UTF-8 text; type another one")
        }
        return text
    }

    private static func next(_ fd: Int32) -> UInt8? {
        var byte: UInt8 = 0
        while true {
            let count = read(fd, &byte, 1)
            if count == 1 { return byte }
            if count == 0 || errno != EINTR { return nil }
        }
    }

    private static func put(_ text: String, _ fd: Int32) {
        _ = Array(text.utf8).withUnsafeBytes { write(fd, $0.baseAddress, $0.count) }
    }
}
