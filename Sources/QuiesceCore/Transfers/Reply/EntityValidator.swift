/// A mark that tells one version of a file from another, byte for byte (RFC 9110 §8.8): all that
/// `If-Range` may be asked with.
// derive: cases
public enum EntityValidator: Sendable, Hashable {
    /// With its quotes.
    case etag(String)
    /// As the server wrote it.
    case lastModified(String)

    /// The `If-Range` field's text.
    public var text: String {
        switch self {
        case .etag(let text), .lastModified(let text): text
        }
    }

    /// The strong validator of a response; nil where it has none.
    public init?(_ head: ReplyHead) {
        if let etag = head.value("ETag") {
            guard Self.isStrong(etag) else { return nil }
            self = .etag(etag)
            return
        }
        // Two versions of one second have the same date. It is strong once the server has looked at
        // a clock well after it; whose, we can't know, and so no other clock is asked.
        guard let text = head.value("Last-Modified"), let modified = HTTPDate.seconds(text),
            let date = head.value("Date").flatMap({ HTTPDate.seconds($0) }),
            date - modified >= Self.secondsUntilStrong
        else { return nil }
        self = .lastModified(text)
    }

    static let secondsUntilStrong: Int64 = 60

    private static func isStrong(_ etag: String) -> Bool {
        let bytes = Array(etag.utf8)
        return bytes.count >= 2 && bytes.first == UInt8(ascii: "\"")
            && bytes.last == UInt8(ascii: "\"")
            && bytes.dropFirst().dropLast().allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 != 0x7F }
    }

    /// Whether a response that goes on (206) is of this version. One that only has dates need not
    /// repeat them there; an ETag it must (RFC 9110 §15.3.7).
    func matches(rest head: ReplyHead) -> Match {
        switch self {
        case .etag(let ours):
            guard let theirs = head.value("ETag") else { return .unsaid }
            return theirs == ours ? .same : .other
        case .lastModified(let ours):
            if !head.values("ETag").isEmpty, head.values("Last-Modified").isEmpty { return .other }
            let theirs = head.values("Last-Modified")
            return theirs.allSatisfy { $0 == ours } ? .same : .other
        }
    }

    enum Match { case same, other, unsaid }
}
