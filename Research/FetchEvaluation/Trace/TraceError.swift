/// Why a trace can't be used.
public struct TraceError: Error, Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// There is no such file, or it can't be opened.
        case unreadable
        /// The content of the file isn't a trace.
        case malformed
    }

    public var kind: Kind
    /// "FILE:LINE: what is wrong; what to do", in one line.
    public var message: String

    static func unreadable(_ path: String, _ reason: String) -> Self {
        Self(kind: .unreadable, message: "\(path): \(reason)")
    }

    static func malformed(_ path: String, line: Int, _ what: String) -> Self {
        Self(kind: .malformed, message: "\(path):\(line): \(what)")
    }
}
