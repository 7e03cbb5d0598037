/// Why a transfer, or one attempt at it, didn't come to its end.
// derive: json
public struct TransferFailure: Error, Sendable, Hashable {
    public var kind: Kind
    /// An HTTP status (`serverBusy`, `badStatus`), an errno (`cannotConnect`, `noSpace`,
    /// `diskFailed`, those of an upload's file, and EFBIG of `tooLarge`), or the number that
    /// libcurl has for it.
    public var code: Int?

    public init(_ kind: Kind, code: Int? = nil) {
        self.kind = kind
        self.code = code
    }

    /// Stable words: in the log, in `quiesce transfers`, and for the app, whose SDK has an
    /// `URLError` for each.
    // derive: json
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        // The network, tried again
        case hostNotFound, cannotConnect, connectionLost, timedOut, secureConnectionFailed
        /// 408, 425, 429 or 5xx; `code` is the status.
        case serverBusy
        /// The agent ended: its own fault, or a kill.
        case agentEnded
        /// No room; `code` is the errno.
        case noSpace
        // The server's answers, never tried again
        case serverCertificateUntrusted, clientCertificateRejected
        case tooManyRedirects, redirectRefused
        /// The server answered with an error, and its owner wants the file alone (`quiesce get`);
        /// `code` is the status. An app is given such an answer as a result.
        case badStatus
        /// The answer isn't HTTP, or contradicts itself; `code` is libcurl's.
        case badServerResponse
        /// Asked twice for the rest of a file or the whole of it, the server gave neither.
        case serverInconsistent
        /// More bytes than were announced, than are taken, or than the disk could ever hold.
        case tooLarge
        case authenticationRequired, authenticationCancelled
        case checksumMismatch
        // The request, or the disk
        case badURL, unsupportedURL
        /// The upload's file is gone, isn't a plain file, or changed since it was handed over.
        case fileMissing, fileRefused, fileChanged
        /// `code` is the errno.
        case diskFailed
        case requestLost
        // By somebody's wish, or by the clock
        case resourceTimedOut, cancelled, forceQuit
    }
}
