import Glibc
import QuiesceLinux

/// A file descriptor that is closed with its owner.
struct OwnedDescriptor: ~Copyable, Sendable {
    let number: CInt

    init(_ number: CInt) { self.number = number }

    /// - Throws: when `result`, of a call that returns a descriptor or -1 with errno, is negative.
    init(checking result: CInt, _ call: @autoclosure () -> String) throws(SystemCallError) {
        guard result >= 0 else { throw SystemCallError(call()) }
        number = result
    }

    /// - Throws: when `result`, of a `ql_` call that returns a descriptor or -errno, is negative.
    init(checkingNegative result: CInt, _ call: @autoclosure () -> String) throws(SystemCallError) {
        guard result >= 0 else { throw SystemCallError(call(), errno: -result) }
        number = result
    }

    deinit { close(number) }

    /// Gives the descriptor away; the caller closes it.
    consuming func release() -> CInt {
        let released = number
        discard self
        return released
    }
}
