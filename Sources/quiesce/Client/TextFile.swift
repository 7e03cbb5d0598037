import Glibc
import QuiesceTerminal

/// Files whose contents go to the daemon.
enum TextFile {
    /// - Parameters:
    ///   - path: `-` for standard input.
    ///   - most: up to one byte more is read, so that the caller sees that there is more.
    static func read(_ path: String, atMost most: Int) throws(Failure) -> [UInt8] {
        let file = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            throw .refused("could not read \(path): \(reason(errno)); name a file, or - for input")
        }
        defer { if file != STDIN_FILENO { close(file) } }
        var data = [UInt8]()
        var buffer = [UInt8](repeating: 0, count: most + 1)
        while data.count <= most {
            let count = Glibc.read(file, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            if count < 0 { throw .refused("could not read \(path): \(reason(errno))") }
            if count == 0 { break }
            data += buffer[..<count]
        }
        return data
    }
}
