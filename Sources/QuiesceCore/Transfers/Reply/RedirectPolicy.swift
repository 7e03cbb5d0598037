/// Where a 3xx leads, and what goes along: as browsers do, and Foundation.
public enum RedirectPolicy {
    /// Requests that one attempt may be led on to.
    public static let most = 20

    /// The request that came to the reply.
    public struct Request: Sendable, Hashable {
        public var address: WebAddress
        public var method: String
        /// Redirects so far.
        public var followed: Int

        public init(address: WebAddress, method: String, followed: Int) {
            self.address = address
            self.method = method
            self.followed = followed
        }
    }

    /// The request to make next.
    public struct Target: Sendable, Hashable {
        public var address: WebAddress
        public var method: String
        /// The upload's body is sent again.
        public var keepsBody: Bool
        /// Credentials, cookies and an `Authorization` field stay with the server that they were
        /// meant for.
        public var keepsSecrets: Bool

        public init(address: WebAddress, method: String, keepsBody: Bool, keepsSecrets: Bool) {
            self.address = address
            self.method = method
            self.keepsBody = keepsBody
            self.keepsSecrets = keepsSecrets
        }
    }

    public enum Decision: Sendable, Hashable {
        /// Not a redirect, or one that leads nowhere: a response like any other.
        case take
        case follow(Target)
        case fail(TransferFailure)
    }

    public static func decide(_ reply: ReplyHead, to request: Request) -> Decision {
        switch reply.status {
        case 301, 302, 303, 307, 308: break
        case _: return .take
        }
        guard let location = reply.values("Location").first, !location.isEmpty else { return .take }
        let refused = Decision.fail(TransferFailure(.redirectRefused, code: reply.status))
        // A character that no header may have: somebody smuggles.
        if location.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return refused }
        guard let address = try? request.address.resolve(location) else { return refused }
        // A file that was asked for over HTTPS isn't asked for over HTTP.
        if request.address.scheme == .https, address.scheme == .http { return refused }
        if request.followed >= most {
            return .fail(TransferFailure(.tooManyRedirects, code: reply.status))
        }
        let becomesGet =
            switch reply.status {
            case 303: request.method != "HEAD"
            case 301, 302: request.method == "POST"
            case _: false
            }
        return .follow(
            Target(
                address: address, method: becomesGet ? "GET" : request.method,
                keepsBody: !becomesGet, keepsSecrets: address.hasOrigin(of: request.address)))
    }

    /// Whether a field of the app's goes along to another server.
    public static func isSecret(field name: String) -> Bool {
        ["authorization", "cookie", "proxy-authorization"].contains(ASCII.lowercased(name))
    }
}
