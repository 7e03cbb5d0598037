import Foundation
import Glibc

/// Plain files, relative to a directory that is held open, so that nobody can swap it underneath.
package enum Files {
    /// Opens `name`; never follows a link there, never leaks into a child.
    package static func open(
        _ name: String, in directory: Int32, _ flags: Int32, mode: mode_t = 0o600
    ) throws(SystemCallError) -> Int32 {
        let fd = openat(directory, name, flags | O_CLOEXEC | O_NOFOLLOW, mode)
        guard fd >= 0 else { throw SystemCallError("open \(name)") }
        return fd
    }

    package static func status(_ fd: Int32) throws(SystemCallError) -> stat {
        var status = stat()
        guard fstat(fd, &status) == 0 else { throw SystemCallError("stat") }
        return status
    }

    /// Writes all of `bytes`.
    /// - Throws: the error of the call that failed; what was written before it stays written.
    package static func write(_ bytes: Data, to fd: Int32) throws(SystemCallError) {
        let error = bytes.withUnsafeBytes { bytes -> CInt in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(
                    fd, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count >= 0 {
                    rest = rest.dropFirst(count)
                } else if errno != EINTR {
                    return errno
                }
            }
            return 0
        }
        if error != 0 { throw SystemCallError("write", errno: error) }
    }

    /// Reads at most `limit` bytes from the start of the file.
    package static func read(_ fd: Int32, limit: Int = .max) throws(SystemCallError) -> Data {
        let size = min(Int(clamping: try status(fd).st_size), limit)
        var bytes = Data(count: size)
        var filled = 0
        while filled < size {
            let count = bytes.withUnsafeMutableBytes {
                pread(fd, $0.baseAddress! + filled, size - filled, off_t(filled))
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw SystemCallError("read")
            }
            if count == 0 { break }
            filled += count
        }
        return bytes.prefix(filled)
    }

    /// Replaces `name` as a whole: after a crash it has the old bytes or the new ones.
    package static func replace(_ name: String, in directory: Int32, with bytes: Data)
        throws(SystemCallError)
    {
        let temporary = name + ".tmp"
        let fd = try open(temporary, in: directory, O_WRONLY | O_CREAT | O_TRUNC)
        defer { close(fd) }
        try write(bytes, to: fd)
        guard fsync(fd) == 0 else { throw SystemCallError("fsync \(temporary)") }
        guard renameat(directory, temporary, directory, name) == 0 else {
            throw SystemCallError("rename \(temporary)")
        }
        guard fsync(directory) == 0 else { throw SystemCallError("fsync of the directory") }
    }

    /// The names in a directory, in no order, without `.` and `..`.
    package static func names(in directory: Int32) throws(SystemCallError) -> [String] {
        let fd = try open(".", in: directory, O_RDONLY | O_DIRECTORY)
        guard let stream = fdopendir(fd) else {
            let error = SystemCallError("list")
            close(fd)
            throw error
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }
}
