import Foundation
import Glibc
import QuiesceTerminal

/// An app's output, read as it grows. The daemon may cut away its beginning, which leaves a hole.
final class OutputFile {
    private let file: Int32
    private var position: off_t

    /// `SEEK_DATA`, which Swift's Glibc module lacks.
    private static let seekData: Int32 = 3

    /// - Parameter start: where to begin reading.
    init(path: String, from start: off_t = 0) throws(Failure) {
        file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else {
            throw .refused("could not read \(path): \(reason(errno))")
        }
        position = start
    }

    deinit { if file >= 0 { close(file) } }

    /// How long the file is now.
    var length: off_t {
        var status = stat()
        return fstat(file, &status) == 0 ? status.st_size : 0
    }

    /// Copies what there is, from the last position on, to `write`.
    func drain(to write: ([UInt8]) -> Void = writeAll) {
        if length < position { position = 0 }  // Emptied and begun anew.
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let data = lseek(file, position, Self.seekData)
            if data < 0 { return }  // ENXIO: nothing but the end.
            position = data
            let count = pread(file, &buffer, buffer.count, position)
            if count < 0 && errno == EINTR { continue }
            if count <= 0 { return }
            write(Array(buffer[..<count]))
            position += off_t(count)
        }
    }
}
