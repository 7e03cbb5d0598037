import Glibc
import QuiesceTerminal

/// Lines on a terminal that are drawn again in place.
struct LiveLines {
    private let descriptor: Int32
    private var drawn = 0

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Rows and columns; those of an old terminal where it doesn't say.
    var size: (rows: Int, columns: Int) {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0
        else { return (24, 80) }
        return (Int(size.ws_row), Int(size.ws_col))
    }

    /// Replaces what was drawn. Each line is cut to the terminal's width, and must have no escapes.
    mutating func draw(_ lines: [String]) {
        let (rows, columns) = size
        var text = drawn > 0 ? "\u{1b}[\(drawn)A" : ""
        let shown = lines.prefix(max(1, rows - 1))
        for line in shown { text += "\r" + line.prefix(max(1, columns - 1)) + "\u{1b}[K\n" }
        text += "\u{1b}[J"
        drawn = shown.count
        put(text)
    }

    /// Takes away what was drawn.
    mutating func clear() {
        guard drawn > 0 else { return }
        put("\u{1b}[\(drawn)A\r\u{1b}[J")
        drawn = 0
    }

    private func put(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno != EINTR { return }
            bytes = bytes.dropFirst(max(0, count))
        }
    }
}
