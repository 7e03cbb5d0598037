import Glibc

/// A system call that failed, with what it was to do.
public struct SystemCallError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The call that was tried, for a log: "mkdir /sys/fs/cgroup/quiesce-1".
    public let call: String
    public let errno: Int32

    public init(_ call: String, errno: Int32 = Glibc.errno) {
        self.call = call
        self.errno = errno
    }

    public var description: String { "\(call): \(describe(errno: errno))" }
}

/// The C library's words for an error number.
package func describe(errno: Int32) -> String {
    var text = [CChar](repeating: 0, count: 256)
    guard strerror_r(errno, &text, text.count) == 0 else { return "error \(errno)" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
