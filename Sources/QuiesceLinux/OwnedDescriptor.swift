import Glibc

/// A file descriptor that is closed with its owner.
package struct OwnedDescriptor: ~Copyable, Sendable {
    package let number: CInt

    package init(_ number: CInt) { self.number = number }

    /// - Throws: when `result`, of a call that returns a descriptor or -1 with errno, is negative.
    package init(checking result: CInt, _ call: @autoclosure () -> String) throws(SystemCallError) {
        guard result >= 0 else { throw SystemCallError(call()) }
        number = result
    }

    /// - Throws: when `result`, of a `ql_` call that returns a descriptor or -errno, is negative.
    package init(
        checkingNegative result: CInt, _ call: @autoclosure () -> String
    ) throws(SystemCallError) {
        guard result >= 0 else { throw SystemCallError(call(), errno: -result) }
        number = result
    }

    deinit { close(number) }

    /// Gives the descriptor away; the caller closes it.
    package consuming func release() -> CInt {
        let released = number
        discard self
        return released
    }
}
