@_exported import Foundation
@_exported import FoundationNetworking
import QuiesceKitNetworking

/// How a session's tasks are carried out, as on iOS: with `background(withIdentifier:)`, by the
/// device (X1). It has the properties of Foundation's, which it hands on, and those that Foundation
/// on Linux hasn't. A session copies it when it is made.
///
/// In a background session `urlCache`, `requestCachePolicy` and `protocolClasses`, which keep or
/// find responses, have no effect; nor have `networkServiceType`, `httpShouldUsePipelining` and
/// `shouldUseExtendedBackgroundIdleMode`.
@dynamicMemberLookup
public final class URLSessionConfiguration {
    /// Foundation's own, for who takes no other.
    public let foundation: FoundationNetworking.URLSessionConfiguration

    /// Names a background session: the same in each launch of the app. nil: its tasks are the app's
    /// own.
    public let identifier: String?

    /// The app is launched, or woken, for what happens to its transfers (X6).
    public var sessionSendsLaunchEvents = true

    /// Has no effect: background sessions always wait for a network (X2), as on iOS, and other ones
    /// never do, as everywhere on Linux.
    public var waitsForConnectivity = false

    /// Has no effect: there are no app extensions, and what is downloaded is in the app's own
    /// container.
    public var sharedContainerIdentifier: String?

    /// Whether tasks of a background session may use a metered network, as `allowsCellularAccess`
    /// (X4): both must be true.
    public var allowsExpensiveNetworkAccess = true

    /// Has no effect: there is no mode in which apps are to save data.
    public var allowsConstrainedNetworkAccess = true

    private init(_ foundation: FoundationNetworking.URLSessionConfiguration, _ identifier: String?)
    {
        self.foundation = foundation
        self.identifier = identifier
    }

    /// Foundation's `default`. The sessions keep the sockets of requests that are marked for VoIP
    /// (V7).
    public static var `default`: URLSessionConfiguration { URLSessionConfiguration(.default, nil) }

    /// Foundation's `ephemeral`, likewise.
    public static var ephemeral: URLSessionConfiguration {
        URLSessionConfiguration(.ephemeral, nil)
    }

    /// The configuration of a background session (X1).
    ///
    /// - Parameter identifier: the session's, the same in each launch.
    public static func background(withIdentifier identifier: String) -> URLSessionConfiguration {
        let foundation = FoundationNetworking.URLSessionConfiguration.default
        foundation.identifier = identifier
        foundation.httpMaximumConnectionsPerHost = 4
        return URLSessionConfiguration(foundation, identifier)
    }

    /// Foundation's.
    public subscript<Value>(
        dynamicMember member: ReferenceWritableKeyPath<
            FoundationNetworking.URLSessionConfiguration, Value
        >
    ) -> Value {
        get { foundation[keyPath: member] }
        set { foundation[keyPath: member] = newValue }
    }
}

// In the place of Foundation's, where a file imports this module alone.
extension FoundationNetworking.URLSessionConfiguration {
    /// Foundation's `default`, whose sessions keep the sockets of requests that are marked for VoIP
    /// (V7).
    public static var `default`: FoundationNetworking.URLSessionConfiguration { defaultForVoIP }

    /// Foundation's `ephemeral`, likewise.
    public static var ephemeral: FoundationNetworking.URLSessionConfiguration { ephemeralForVoIP }
}

extension URLSessionConfiguration {
    /// As the device takes it; a copy.
    func background(_ identifier: String) -> BackgroundURLSessionConfiguration {
        let background = BackgroundURLSessionConfiguration.background(withIdentifier: identifier)
        background.isDiscretionary = foundation.isDiscretionary
        background.sessionSendsLaunchEvents = sessionSendsLaunchEvents
        background.allowsCellularAccess =
            foundation.allowsCellularAccess && allowsExpensiveNetworkAccess
        background.timeoutIntervalForRequest = foundation.timeoutIntervalForRequest
        background.timeoutIntervalForResource = foundation.timeoutIntervalForResource
        background.httpMaximumConnectionsPerHost = foundation.httpMaximumConnectionsPerHost
        background.httpCookieStorage = foundation.httpCookieStorage
        background.httpCookieAcceptPolicy = foundation.httpCookieAcceptPolicy
        background.httpShouldSetCookies = foundation.httpShouldSetCookies
        background.urlCredentialStorage = foundation.urlCredentialStorage
        background.httpAdditionalHeaders = foundation.httpAdditionalHeaders.map { fields in
            Dictionary(fields.map { ("\($0.key)", "\($0.value)") }) { $1 }
        }
        background.connectionProxyDictionary = foundation.connectionProxyDictionary.map { proxy in
            var settings: [String: any Sendable] = [:]
            for (key, value) in proxy {
                // Nothing else is a proxy's setting.
                switch value {
                case let value as Int: settings["\(key)"] = value
                case let value as Bool: settings["\(key)"] = value
                case let value as String: settings["\(key)"] = value
                case let value as [String]: settings["\(key)"] = value
                case _: continue
                }
            }
            return settings
        }
        return background
    }
}
