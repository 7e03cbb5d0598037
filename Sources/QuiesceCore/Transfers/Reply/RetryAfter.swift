/// When a server wants to be asked again (RFC 9110 §10.2.3).
public enum RetryAfter {
    /// More is a mistake, or means never: milliseconds.
    public static let longest: Int64 = 86_400_000

    /// Milliseconds from now; nil where the reply doesn't say. `now`: seconds since 1970. A date is
    /// counted from the server's own clock where the reply has one, as ours may be wrong.
    public static func milliseconds(_ head: ReplyHead, now: Int64) -> Int64? {
        guard let text = head.value("Retry-After") else { return nil }
        if !text.isEmpty, text.utf8.allSatisfy(ASCII.isDigit) {
            guard let seconds = UInt64(text), seconds < 86_400 else { return longest }
            return Int64(seconds) * 1_000
        }
        guard let date = HTTPDate.seconds(text, now: now) else { return nil }
        let from = head.value("Date").flatMap { HTTPDate.seconds($0, now: now) } ?? now
        return min(max(date - from, 0), 86_400) * 1_000
    }
}
