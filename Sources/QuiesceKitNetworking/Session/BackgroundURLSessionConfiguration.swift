import Foundation
import FoundationNetworking

/// How a background session's tasks are carried out (X9). The names are those of
/// `URLSessionConfiguration`; what isn't in a background session's power isn't here. A session
/// copies it when it is made.
public final class BackgroundURLSessionConfiguration {
    /// Names the session: the same in each launch of the app.
    public let identifier: String?
    /// Its transfers wait for Wi-Fi and good power (X4). Those that are begun while nobody sees the
    /// app do so in any case.
    public var isDiscretionary = false
    /// The app is launched, or woken, for what happens to its transfers (X6).
    public var sessionSendsLaunchEvents = true
    /// Whether its tasks may use a metered network (X4).
    public var allowsCellularAccess = true
    /// Seconds without a byte after which an attempt has failed, to be made again. A request that
    /// has another `timeoutInterval` than the usual 60 s has its own.
    public var timeoutIntervalForRequest: TimeInterval = 60
    /// Seconds from a task's first `resume()` until it fails, however much of it there is: a week.
    public var timeoutIntervalForResource: TimeInterval = 604_800
    /// Connections to one server at a time, 1 at least.
    public var httpMaximumConnectionsPerHost = 4
    /// Sent with each request, unless that has a field of this name itself.
    public var httpAdditionalHeaders: [String: String]?
    /// Where requests' cookies come from, and responses' go.
    public var httpCookieStorage: HTTPCookieStorage? = .shared
    /// Whether the cookies that servers set are sent to them again.
    public var httpShouldSetCookies = true
    /// Which cookies are kept. `.onlyFromMainDocumentDomain` keeps none of a request with another
    /// `mainDocumentURL`; a task of an earlier launch has none that is known.
    public var httpCookieAcceptPolicy = HTTPCookie.AcceptPolicy.onlyFromMainDocumentDomain
    /// Names and passwords for a request's host: challenges are answered with them before a
    /// delegate is asked.
    public var urlCredentialStorage: URLCredentialStorage? = .shared
    /// As `CFNetwork` has it: `HTTPEnable`, `HTTPProxy`, `HTTPPort`, the same with
    /// `HTTPS` and `SOCKS`, `ExceptionsList`, and `kCFProxyUsernameKey` and `kCFProxyPasswordKey`.
    public var connectionProxyDictionary: [String: any Sendable]?
    /// Has no effect: what a background transfer is for doesn't change how it is carried out.
    public var networkServiceType = URLRequest.NetworkServiceType.default

    // Beyond URLSession

    /// The delegate is asked about each redirect, for which the app may be woken. Otherwise they
    /// are followed, as on iOS.
    public var asksForRedirects = false
    /// The server must have one of these keys, `sha256//` and their hash in base64; empty: any.
    public var pinnedPublicKeys: [String] = []
    /// Roots to trust in place of the system's, in PEM.
    public var trustedRoots: String?
    /// The certificate for servers that ask for one.
    public var clientCertificate: ClientCertificateCredential?

    private init(identifier: String?) { self.identifier = identifier }

    /// The configuration of a background session; the only kind that there is.
    public static func background(
        withIdentifier identifier: String
    ) -> BackgroundURLSessionConfiguration {
        BackgroundURLSessionConfiguration(identifier: identifier)
    }

    /// Another of the same values.
    func copy() -> sending BackgroundURLSessionConfiguration {
        let copy = BackgroundURLSessionConfiguration(identifier: identifier)
        copy.isDiscretionary = isDiscretionary
        copy.sessionSendsLaunchEvents = sessionSendsLaunchEvents
        copy.allowsCellularAccess = allowsCellularAccess
        copy.timeoutIntervalForRequest = timeoutIntervalForRequest
        copy.timeoutIntervalForResource = timeoutIntervalForResource
        copy.httpMaximumConnectionsPerHost = httpMaximumConnectionsPerHost
        copy.httpAdditionalHeaders = httpAdditionalHeaders
        copy.httpCookieStorage = httpCookieStorage
        copy.httpShouldSetCookies = httpShouldSetCookies
        copy.httpCookieAcceptPolicy = httpCookieAcceptPolicy
        copy.urlCredentialStorage = urlCredentialStorage
        copy.connectionProxyDictionary = connectionProxyDictionary
        copy.networkServiceType = networkServiceType
        copy.asksForRedirects = asksForRedirects
        copy.pinnedPublicKeys = pinnedPublicKeys
        copy.trustedRoots = trustedRoots
        copy.clientCertificate = clientCertificate
        return copy
    }
}

/// A client's certificate and its key: for `BackgroundURLSessionConfiguration.clientCertificate`,
/// or the answer to a challenge.
// Its properties never change, and nor do those that it inherits.
public final class ClientCertificateCredential: URLCredential, @unchecked Sendable {
    /// In PEM.
    public let certificate: String
    /// In PEM.
    public let key: String

    /// Both in PEM form; the key without a passphrase.
    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
        super.init(user: "", password: "", persistence: .forSession)
    }

    /// Isn't kept in files.
    public required init?(coder: NSCoder) { nil }
}
