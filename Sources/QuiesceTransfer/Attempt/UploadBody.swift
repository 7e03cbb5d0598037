import Glibc
import QuiesceCore

/// The file that an upload sends: as it was when the daemon handed it over, or not at all.
struct UploadBody {
    let file: Int32
    let bytes: UInt64
    private let modified: timespec
    /// Sent so far; goes back where a request is made again.
    var offset: UInt64 = 0

    /// - Throws: `fileMissing`, `fileRefused` or `fileChanged`
    init(file: Int32, bytes: UInt64) throws {
        var status = stat()
        guard fstat(file, &status) == 0 else { throw TransferFailure(.fileMissing) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw TransferFailure(.fileRefused) }
        guard status.st_size == off_t(clamping: bytes) else { throw TransferFailure(.fileChanged) }
        self.file = file
        self.bytes = bytes
        modified = status.st_mtim
    }

    /// Fills `buffer` with what comes next; 0 at the end.
    mutating func read(_ buffer: UnsafeMutableRawPointer, _ count: Int) throws -> Int {
        let wanted = Int(min(UInt64(count), bytes - offset))
        if wanted == 0 { return 0 }
        guard let got = try? readAll(file, buffer, wanted, at: offset) else {
            throw TransferFailure(.diskFailed, code: Int(errno))
        }
        guard got == wanted, isUnchanged else { throw TransferFailure(.fileChanged) }
        offset += UInt64(got)
        return got
    }

    var isUnchanged: Bool {
        var status = stat()
        return fstat(file, &status) == 0 && status.st_size == off_t(clamping: bytes)
            && status.st_mtim.tv_sec == modified.tv_sec
            && status.st_mtim.tv_nsec == modified.tv_nsec
    }
}
