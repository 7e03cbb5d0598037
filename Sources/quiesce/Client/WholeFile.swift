import Glibc
import QuiesceTerminal

/// A file that is there whole or not at all: one that was there before stays if the disk is full.
enum WholeFile {
    /// - Throws: exit code 1 when it can't be written.
    static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        // A device, such as /dev/stdout, can't be put in another's place.
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            return try fill(path, bytes, O_WRONLY | O_CLOEXEC)
        }
        let temporary = "\(path).\(getpid()).part"
        do throws(Failure) {
            try fill(temporary, bytes, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC)
        } catch {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, path) == 0 else {
            let code = errno
            unlink(temporary)
            throw .unwritten(path, code)
        }
    }

    private static func fill(_ path: String, _ bytes: [UInt8], _ flags: Int32) throws(Failure) {
        let file = open(path, flags, 0o666)
        guard file >= 0 else { throw .unwritten(path, errno) }
        defer { close(file) }
        var start = 0
        while start < bytes.count {
            let count = bytes[start...].withUnsafeBytes {
                Glibc.write(file, $0.baseAddress, $0.count)
            }
            if count >= 0 {
                start += count
            } else if errno != EINTR {
                throw .unwritten(path, errno)
            }
        }
    }
}
