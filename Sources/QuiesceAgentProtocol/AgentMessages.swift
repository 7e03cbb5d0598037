import QuiesceCore

/// What the daemon tells the transfer agent: one JSON object per datagram of the `SOCK_SEQPACKET` socket
/// that the agent is started with. Both are of the same build; nobody else speaks this.
public enum MessageToAgent: Sendable, Hashable, Codable {
    /// Begins an attempt, or goes on from what the agent's own record of that transfer says. An upload's
    /// body comes as a descriptor with this message, opened for reading and checked by the daemon.
    case start(TransferID, attempt: UInt64, AgentRequest)
    /// Ends the attempt and keeps the bytes; answered by `stopped`.
    case stop(TransferID, attempt: UInt64)
    /// Deletes the bytes and the record. Unknown ones are harmless.
    case forget(TransferID)
    case answer(TransferID, attempt: UInt64, question: UInt64, AgentAnswer)
}

/// What the agent tells the daemon. Everything of a transfer names the attempt, so that an old one can't
/// speak for a newer.
public enum MessageFromAgent: Sendable, Hashable, Codable {
    /// The first message.
    case ready
    case responded(TransferID, attempt: UInt64, ReplyOutcome)
    /// At most four a second for each transfer. Bytes so far, resumed ones included; `expected`: nil
    /// while nobody knows.
    case progress(
        TransferID, attempt: UInt64, received: UInt64, expected: UInt64?, sent: UInt64,
        expectedToSend: UInt64?)
    case asked(TransferID, attempt: UInt64, question: UInt64, AgentQuestion)
    /// The whole is in `AgentFiles.body`, and the record says so: both are on disk. Said again at the
    /// next `start` until `forget`.
    case finished(TransferID, attempt: UInt64, TransferredFile, AgentResponse)
    /// The attempt ended; `received` bytes can be resumed from. `retryAfter`: what the server asked for,
    /// in milliseconds from now.
    case interrupted(
        TransferID, attempt: UInt64, TransferFailure, received: UInt64, retryAfter: Int64?,
        AgentResponse?)
    case stopped(TransferID, attempt: UInt64, received: UInt64)
    /// The agent can't work at all: one line, why. It exits after it.
    case unusable(String)
}

/// One request, with all that decides how it is made.
public struct AgentRequest: Sendable, Hashable, Codable {
    public var url: String
    public var method = "GET"
    public var headers: [Header] = []
    /// Bytes of the upload's body; nil: no body.
    public var uploadBytes: UInt64?
    /// Seconds without a byte after which an attempt has failed; the time for the whole is the core's.
    public var requestTimeout = 60.0
    public var allowsRedirects = true
    /// Ask for each redirect, instead of following those that `RedirectPolicy` allows.
    public var asksForRedirects = false
    /// Names and passwords that challenges are answered with before anybody is asked.
    public var credentials: [StoredCredential] = []
    public var proxy: ProxySettings?
    /// Sent with the request, and kept up over redirects: a `Cookie` header's text.
    public var cookies: String?
    /// `sha256//…`, as libcurl's pinned public keys; empty: the system's roots decide alone.
    public var pinnedPublicKeys: [String] = []
    /// Roots to trust in place of the system's, in PEM.
    public var trustedRoots: String?
    /// A client's certificate and key, in PEM.
    public var clientCertificate: ClientCertificate?
    /// Bytes a second; nil: no limit.
    public var receiveRate: UInt64?
    public var sendRate: UInt64?
    /// `sha256:` and the hash in hexadecimal of the whole body.
    public var checksum: String?
    /// Bytes of a body beyond which it isn't taken; nil: what the disk takes.
    public var sizeLimit: UInt64?

    public struct Header: Sendable, Hashable, Codable {
        public var name: String
        public var value: String
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    public struct StoredCredential: Sendable, Hashable, Codable {
        /// `host` or `host:port`
        public var origin: String
        public var user: String
        public var password: String
        public init(origin: String, user: String, password: String) {
            self.origin = origin
            self.user = user
            self.password = password
        }
    }

    public struct ProxySettings: Sendable, Hashable, Codable {
        /// `http://host:port`, `socks5://…`
        public var url: String
        public var user: String?
        public var password: String?
        /// Hosts that are reached without it.
        public var exceptions: [String]?
        public init(url: String) { self.url = url }
    }

    public struct ClientCertificate: Sendable, Hashable, Codable {
        public var certificate: String
        public var key: String
        public init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    public init(url: String) { self.url = url }
}

/// The head of a response, as the app sees it.
public struct AgentResponse: Sendable, Hashable, Codable {
    /// After redirects.
    public var url: String
    public var status: Int
    /// `1.1`, `2`
    public var version: String
    public var headers: [AgentRequest.Header]

    public init(url: String, status: Int, version: String, headers: [AgentRequest.Header]) {
        self.url = url
        self.status = status
        self.version = version
        self.headers = headers
    }
}

public enum AgentQuestion: Sendable, Hashable, Codable {
    case redirect(AgentResponse, to: String)
    case challenge(Challenge)

    public var kind: TransferQuestion {
        switch self {
        case .redirect: .redirect
        case .challenge: .challenge
        }
    }

    public struct Challenge: Sendable, Hashable, Codable {
        /// `basic`, `digest`, `negotiate`, `clientCertificate`, `serverTrust`
        public var method: String
        public var host: String
        public var port: Int
        public var isProxy: Bool
        public var realm: String?
        /// How often a credential was refused.
        public var failures: Int

        public init(
            method: String, host: String, port: Int, isProxy: Bool, realm: String?, failures: Int
        ) {
            self.method = method
            self.host = host
            self.port = port
            self.isProxy = isProxy
            self.realm = realm
            self.failures = failures
        }
    }
}

public enum AgentAnswer: Sendable, Hashable, Codable {
    /// Follow the redirect; try without a credential.
    case proceed
    /// The redirect's own response is the result; the challenge's likewise.
    case takeResponse
    case cancel
    case credential(user: String, password: String)
    case clientCertificate(AgentRequest.ClientCertificate)
}
