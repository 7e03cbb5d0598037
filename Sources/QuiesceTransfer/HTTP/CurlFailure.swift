import CCurl
import QuiesceCore

extension TransferFailure {
    /// The failure of a transfer that an error of libcurl's stands for.
    ///
    /// - Parameters:
    ///   - message: libcurl's own, which alone tells some of them apart.
    ///   - osError: the errno of the connection that couldn't be made; 0: nobody knows.
    init(_ code: CURLcode, _ message: String, osError: Int) {
        let kind: Kind =
            switch code {
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .hostNotFound
            case CURLE_COULDNT_CONNECT: .cannotConnect
            case CURLE_OPERATION_TIMEDOUT: .timedOut
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
                CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
                .serverCertificateUntrusted
            case CURLE_SSL_CERTPROBLEM: .clientCertificateRejected
            case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED,
                CURLE_SSL_ENGINE_INITFAILED:
                Self.isAboutOurs(message) ? .clientCertificateRejected : .secureConnectionFailed
            case CURLE_RECV_ERROR where message.contains("chunked-encoding"): .badServerResponse
            case CURLE_RECV_ERROR, CURLE_SEND_ERROR:
                Self.isAboutOurs(message) ? .clientCertificateRejected : .connectionLost
            case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_HTTP2, CURLE_HTTP2_STREAM,
                CURLE_SEND_FAIL_REWIND, CURLE_NO_CONNECTION_AVAILABLE, CURLE_AGAIN:
                .connectionLost
            case CURLE_UNSUPPORTED_PROTOCOL where message.contains("HTTP/"): .badServerResponse
            case CURLE_WEIRD_SERVER_REPLY,
                CURLE_HTTP_RETURNED_ERROR, CURLE_BAD_CONTENT_ENCODING:
                .badServerResponse
            case CURLE_UNSUPPORTED_PROTOCOL: .unsupportedURL
            case CURLE_URL_MALFORMAT: .badURL
            case CURLE_FILESIZE_EXCEEDED: .tooLarge
            case CURLE_LOGIN_DENIED, CURLE_AUTH_ERROR: .authenticationRequired
            // Also what libcurl says of a header line of more than 100 KB; memory itself doesn't
            // run out in a way that could be told.
            case CURLE_OUT_OF_MEMORY: .badServerResponse
            case _: .badServerResponse
            }
        // Whether nobody listens or nobody can be reached, libcurl's number doesn't say.
        let reason = osError > 0 ? osError : nil
        self.init(kind, code: kind == .cannotConnect ? reason : Int(code.rawValue))
    }

    /// The alert with which a server asks for a client's certificate, or refuses it.
    private static func isAboutOurs(_ message: String) -> Bool {
        message.contains("certificate required") || message.contains("alert bad certificate")
            || message.contains("alert unknown ca") || message.contains("alert certificate")
    }
}
