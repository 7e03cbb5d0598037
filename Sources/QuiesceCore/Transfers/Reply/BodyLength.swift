/// How long a response's body is to be (RFC 9112 §6.3).
public enum BodyLength: Sendable, Hashable {
    case known(UInt64)
    /// Chunked, or until the connection ends.
    case unknown
    /// Negative, rubbish, too large for a number, or two that differ.
    case invalid

    init(_ head: ReplyHead) {
        // `5, 5` is what a proxy makes of a field that came twice.
        let lengths = head.values("Content-Length")
            .flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
            .map { ASCII.number(ASCII.trimmed($0)) }
        guard let first = lengths.first else {
            self = .unknown
            return
        }
        // A length that no file can have is none either; the rest of the machine counts in Int64.
        guard let first, first <= UInt64(Int64.max), lengths.allSatisfy({ $0 == first }) else {
            self = .invalid
            return
        }
        // Where there are both, the chunks say where the body ends.
        self = head.values("Transfer-Encoding").isEmpty ? .known(first) : .unknown
    }
}
