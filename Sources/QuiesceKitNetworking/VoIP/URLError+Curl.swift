import CCurl
import Foundation
import FoundationNetworking

extension URLError {
    /// The error that a failure of libcurl's stands for.
    ///
    /// - Parameter message: libcurl's own, for the error's description; empty: there is none.
    init(_ failure: CURLcode, _ message: String, _ url: URL?) {
        let code: URLError.Code =
            switch failure {
            case CURLE_URL_MALFORMAT: .badURL
            case CURLE_UNSUPPORTED_PROTOCOL: .unsupportedURL
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .cannotFindHost
            case CURLE_COULDNT_CONNECT: .cannotConnectToHost
            case CURLE_OPERATION_TIMEDOUT: .timedOut
            case CURLE_SSL_CONNECT_ERROR: .secureConnectionFailed
            case CURLE_PEER_FAILED_VERIFICATION: .serverCertificateUntrusted
            case CURLE_TOO_MANY_REDIRECTS: .httpTooManyRedirects
            case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE,
                CURLE_HTTP2_STREAM:
                .networkConnectionLost
            case _: .badServerResponse
            }
        let words = message.isEmpty ? String(cString: curl_easy_strerror(failure)) : message
        var info: [String: Any] = [NSLocalizedDescriptionKey: words]
        info[NSURLErrorFailingURLErrorKey] = url
        self.init(code, userInfo: info)
    }
}
