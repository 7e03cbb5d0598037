import Foundation
import FoundationNetworking
import QuiesceWire

extension TransferRequest {
    /// The daemon's work for `request`, in a session like `configuration`.
    init(_ request: URLRequest, _ configuration: BackgroundURLSessionConfiguration) throws(URLError)
    {
        guard let url = request.url else { throw URLError(.badURL) }
        guard ["http", "https"].contains(url.scheme?.lowercased()) else {
            throw URLError(.unsupportedURL, userInfo: [NSURLErrorFailingURLErrorKey: url])
        }
        self.init(url: url.absoluteString)
        method = request.httpMethod ?? "GET"
        headers = Self.headers(of: request, configuration)
        let usual = 60.0
        requestTimeout =
            (request.timeoutInterval == usual
            ? configuration.timeoutIntervalForRequest : request.timeoutInterval).seconds(or: usual)
        asksForRedirects = configuration.asksForRedirects
        cookies = Self.cookies(for: url, request, configuration)
        credentials = Self.credentials(for: url, configuration.urlCredentialStorage)
        proxy = ProxySettings(configuration.connectionProxyDictionary ?? [:], for: url)
        pinnedPublicKeys = configuration.pinnedPublicKeys
        trustedRoots = configuration.trustedRoots
        clientCertificate = configuration.clientCertificate.map {
            ClientCertificate(certificate: $0.certificate, key: $0.key)
        }
        // The daemon hangs up on whoever asks for what can't be a request.
        guard Self.isToken(method), method.utf8.count <= 32, cookies.map(Self.isLine) ?? true,
            headers.allSatisfy({ Self.isToken($0.name) && Self.isLine($0.value) })
        else { throw URLError(.badURL, userInfo: [NSURLErrorFailingURLErrorKey: url]) }
    }

    /// Whether RFC 9110 calls `text` a token.
    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy {
                $0 > 0x20 && $0 < 0x7f && !"\"(),/:;<=>?@[\\]{}".utf8.contains($0)
            }
    }

    /// Nothing that could end the line and begin another.
    private static func isLine(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }
    }

    private static func headers(
        of request: URLRequest, _ configuration: BackgroundURLSessionConfiguration
    ) -> [Header] {
        var fields = request.allHTTPHeaderFields ?? [:]
        let own = Set(fields.keys.map { $0.lowercased() })
        for (name, value) in configuration.httpAdditionalHeaders ?? [:]
        where !own.contains(name.lowercased()) {
            fields[name] = value
        }
        return fields.sorted { $0.key < $1.key }.map { Header(name: $0.key, value: $0.value) }
    }

    private static func cookies(
        for url: URL, _ request: URLRequest, _ configuration: BackgroundURLSessionConfiguration
    ) -> String? {
        guard configuration.httpShouldSetCookies, request.httpShouldHandleCookies,
            let cookies = configuration.httpCookieStorage?.cookies(for: url), !cookies.isEmpty
        else { return nil }
        return HTTPCookie.requestHeaderFields(with: cookies)["Cookie"]
    }

    private static func credentials(
        for url: URL, _ storage: URLCredentialStorage?
    ) -> [StoredCredential] {
        guard let storage, let host = url.host else { return [] }
        let port = url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80)
        var stored: Set<StoredCredential> = []
        for (space, credentials) in storage.allCredentials
        where space.host == host && space.port == port {
            let credential = storage.defaultCredential(for: space) ?? credentials.values.first
            guard let user = credential?.user, let password = credential?.password else { continue }
            stored.insert(
                StoredCredential(origin: "\(host):\(port)", user: user, password: password))
        }
        return stored.sorted { ($0.user, $0.password) < ($1.user, $1.password) }
    }

    /// All text of it, roughly as many bytes as it takes in a message.
    var textBytes: Int {
        headers.reduce(url.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
            + (cookies?.utf8.count ?? 0) + (trustedRoots?.utf8.count ?? 0)
            + (clientCertificate.map { $0.certificate.utf8.count + $0.key.utf8.count } ?? 0)
            + pinnedPublicKeys.reduce(0) { $0 + $1.utf8.count } + method.utf8.count
    }
}

extension TransferRequest.ProxySettings {
    /// - Returns: nil: no proxy for `url`.
    init?(_ dictionary: [String: any Sendable], for url: URL) {
        func address(_ kind: String) -> String? {
            let isOn = dictionary[kind + "Enable"]
            guard isOn as? Bool == true || (isOn as? Int ?? 0) != 0,
                let host = dictionary[kind + "Proxy"] as? String
            else { return nil }
            return (dictionary[kind + "Port"] as? Int).map { "\(host):\($0)" } ?? host
        }
        let isSecure = url.scheme?.lowercased() == "https"
        if let address = address(isSecure ? "HTTPS" : "HTTP") {
            self.init(url: "http://" + address)
        } else if let address = address("SOCKS") {
            self.init(url: "socks5h://" + address)
        } else {
            return nil
        }
        user = dictionary["kCFProxyUsernameKey"] as? String
        password = dictionary["kCFProxyPasswordKey"] as? String
        exceptions = dictionary["ExceptionsList"] as? [String]
    }
}

extension TimeInterval {
    /// Some time that the daemon takes: from a second to a year.
    func seconds(or usual: TimeInterval) -> TimeInterval {
        isNaN || self <= 0 ? usual : Swift.max(1, Swift.min(self, 31_536_000))
    }
}
