/// A `Content-Range` field in bytes (RFC 9110 §14.4).
public struct ContentRange: Sendable, Hashable {
    /// nil: none could be given (`*`), as with status 416.
    public var bytes: ClosedRange<UInt64>?
    /// The length of the whole file; nil: `*`.
    public var total: UInt64?

    public init(bytes: ClosedRange<UInt64>?, total: UInt64?) {
        self.bytes = bytes
        self.total = total
    }

    /// nil: not in bytes, or contradicts itself.
    public init?(_ text: String) {
        let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" })
        guard words.count == 2, ASCII.equal(words[0], "bytes") else { return nil }
        let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        if parts[1] != "*" {
            guard let total = ASCII.number(parts[1]), total <= UInt64(Int64.max) else { return nil }
            self.total = total
        }
        if parts[0] == "*" {
            // `*/*` says nothing at all.
            if total == nil { return nil }
            return
        }
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = ASCII.number(ends[0]), let last = ASCII.number(ends[1]),
            first <= last, last < UInt64(Int64.max), total.map({ last < $0 }) ?? true
        else { return nil }
        bytes = first...last
    }
}
