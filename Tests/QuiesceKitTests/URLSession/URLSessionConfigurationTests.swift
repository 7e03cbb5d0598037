import Foundation
import QuiesceURLSession
import Testing

@testable import QuiesceKitNetworking
@testable import QuiesceURLSession

/// Background sessions' configurations under URLSession's name, as the device gets them.
@Suite struct URLSessionConfigurationTests {
    @Test("What it says is what the device is told")
    func background() throws {
        let configuration = URLSessionConfiguration.background(withIdentifier: "s")
        #expect(configuration.identifier == "s")
        configuration.isDiscretionary = true
        configuration.sessionSendsLaunchEvents = false
        configuration.timeoutIntervalForRequest = 7
        configuration.timeoutIntervalForResource = 70
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpCookieStorage = nil
        configuration.urlCredentialStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpAdditionalHeaders = ["X-Number": 1, "X-App": "test"]
        configuration.connectionProxyDictionary = [
            "HTTPEnable": 1, "HTTPProxy": "proxy", "HTTPPort": 3_128, "ExceptionsList": ["a"],
        ]
        let told = configuration.background("s")
        #expect(told.identifier == "s" && told.isDiscretionary && !told.sessionSendsLaunchEvents)
        #expect(told.timeoutIntervalForRequest == 7 && told.timeoutIntervalForResource == 70)
        #expect(told.httpMaximumConnectionsPerHost == 4)
        #expect(told.httpCookieAcceptPolicy == .never && !told.httpShouldSetCookies)
        #expect(told.httpCookieStorage == nil && told.urlCredentialStorage == nil)
        #expect(told.httpAdditionalHeaders == ["X-Number": "1", "X-App": "test"])
        let proxy = try #require(told.connectionProxyDictionary)
        #expect(proxy["HTTPEnable"] as? Int == 1 && proxy["HTTPProxy"] as? String == "proxy")
        #expect(proxy["ExceptionsList"] as? [String] == ["a"])
    }

    @Test("A network that costs money is used only where both words for it say so")
    func metered() {
        for (cellular, expensive) in [(true, true), (true, false), (false, true)] {
            let configuration = URLSessionConfiguration.background(withIdentifier: "s")
            configuration.allowsCellularAccess = cellular
            configuration.allowsExpensiveNetworkAccess = expensive
            #expect(
                configuration.background("s").allowsCellularAccess == (cellular && expensive))
        }
    }

    @Test("Another configuration makes a session of Foundation's")
    func ordinary() {
        for configuration in [URLSessionConfiguration.default, .ephemeral] {
            configuration.timeoutIntervalForRequest = 3
            let session = URLSession(configuration: configuration)
            #expect(type(of: session) == URLSession.self)
            #expect(session.configuration.timeoutIntervalForRequest == 3)
            session.invalidateAndCancel()
        }
    }
}
