// The agent's reports of one attempt at a transfer.

/// How the first bytes of an attempt fit those that are there.
// derive: cases
public enum ReplyOutcome: Sendable, Hashable {
    /// From the first byte, nothing being there.
    case began
    /// Goes on behind `offset` bytes.
    case resumed(offset: UInt64)
    /// The bytes that were there are of no use: `discarded` of them come again.
    case restarted(RestartReason, discarded: UInt64)
    /// All of it was there already.
    case complete
}

/// Why bytes that were there had to go. Stable words.
// derive: json
public enum RestartReason: String, Sendable, Hashable, CaseIterable {
    /// Another ETag or Last-Modified, or a 200 to a conditional range: a new version.
    case entityChanged
    /// The validator is weak or missing, so nobody can say whether the rest is of the same version.
    case noValidator
    /// The server has no ranges: it answered 200 with the same validator.
    case rangesUnsupported
    /// A 206 that begins elsewhere.
    case rangeMismatch
    /// A 206 of another total length.
    case lengthChanged
    /// A 206 without Content-Range, or a multipart one.
    case noContentRange
    /// 416, and not because all is there.
    case rangeNotSatisfiable
    /// The rest came encoded (gzip …) although the plain bytes were asked for.
    case encodingChanged
}

/// A question of the agent, or through it of the server, before it goes on.
// derive: json
public enum TransferQuestion: String, Sendable, Hashable {
    /// Where a redirect leads: followed unless the app says otherwise.
    case redirect
    /// A user's name and password, a client certificate, or whether to trust the server.
    case challenge
}

/// A transfer of which every byte is there, and on disk.
// derive: json
public struct TransferredFile: Sendable, Hashable {
    /// The last response's; a status of 404 is a result like any other.
    public var status: Int
    /// Bytes of the response's body.
    public var size: UInt64
    /// The number behind the name under which a file of the user's lies where it was wanted, as
    /// something else had got that name meanwhile; nil: the file lies under that name.
    public var copy: Int?

    public init(status: Int, size: UInt64) {
        self.status = status
        self.size = size
    }
}
