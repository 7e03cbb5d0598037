import Glibc
import QuiesceCore

/// A system call on the agent's files failed; what that is for the transfer follows from the
/// number.
struct DiskError: Error {
    var number: Int32

    init(_ number: Int32 = errno) { self.number = number }

    /// There may be room later.
    var isFull: Bool { [ENOSPC, EDQUOT].contains(number) }

    var failure: TransferFailure {
        switch number {
        case _ where isFull: TransferFailure(.noSpace, code: Int(number))
        // More than this file system could ever hold.
        case EFBIG: TransferFailure(.tooLarge, code: Int(number))
        case _: TransferFailure(.diskFailed, code: Int(number))
        }
    }
}

/// Throws what `errno` says where a call returned -1.
@discardableResult
func check(_ result: Int32) throws -> Int32 {
    if result < 0 { throw DiskError() }
    return result
}

func writeAll(_ file: Int32, _ bytes: UnsafeRawPointer, _ count: Int, at offset: UInt64) throws {
    var written = 0
    while written < count {
        let more = pwrite(file, bytes + written, count - written, off_t(offset) + off_t(written))
        if more < 0 {
            if errno == EINTR { continue }
            throw DiskError()
        }
        written += more
    }
}

/// Up to `count` bytes; fewer only at the file's end.
func readAll(_ file: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int, at offset: UInt64)
    throws -> Int
{
    var got = 0
    while got < count {
        let more = pread(file, bytes + got, count - got, off_t(offset) + off_t(got))
        if more < 0 {
            if errno == EINTR { continue }
            throw DiskError()
        }
        if more == 0 { break }
        got += more
    }
    return got
}
