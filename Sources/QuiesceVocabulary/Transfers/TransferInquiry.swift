/// A question before a transfer goes on.
// derive: tag=kind
public enum TransferInquiry: Sendable, Hashable {
    // json: redirect=response
    case redirect(TransferResponse, to: String)
    // json: flat
    case challenge(Challenge)

    // derive: json
    public struct Challenge: Sendable, Hashable {
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

/// The answer to it.
// derive: tag=kind
public enum TransferAnswer: Sendable, Hashable {
    /// Follow the redirect; try without a credential.
    case proceed
    /// The redirect's own response is the result; the challenge's likewise.
    case takeResponse
    case cancel
    case credential(user: String, password: String)
    // json: flat
    case clientCertificate(TransferRequest.ClientCertificate)
}
