/// One request, with all that decides how it is made.
// derive: sparse
public struct TransferRequest: Sendable, Hashable {
    public var url: String
    public var method = "GET"
    public var headers: [Header] = []
    /// Bytes of the upload's body; nil: no body.
    public var uploadBytes: UInt64?
    /// Seconds without a byte after which an attempt has failed; the time for the whole is the
    /// core's.
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

    // derive: json
    public struct Header: Sendable, Hashable {
        public var name: String
        public var value: String
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    // derive: json
    public struct StoredCredential: Sendable, Hashable {
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

    // derive: json
    public struct ProxySettings: Sendable, Hashable {
        /// `http://host:port`, `socks5://…`
        public var url: String
        public var user: String?
        public var password: String?
        /// Hosts that are reached without it.
        public var exceptions: [String]?
        public init(url: String) { self.url = url }
    }

    // derive: json
    public struct ClientCertificate: Sendable, Hashable {
        public var certificate: String
        public var key: String
        public init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    public init(url: String) { self.url = url }
}
