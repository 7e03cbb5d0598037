import CCurl
import Foundation
import QuiesceAgent
import QuiesceAgentProtocol

/// Where a request goes, and what it proves and trusts.
struct Endpoint {
    /// `https://HOST:PORT`
    var url: String
    /// PEM
    var authority: String
    /// PEM: the device's own, once it has joined.
    var identity: (certificate: String, key: String)?

    init(url: String, authority: String) {
        self.url = url
        self.authority = authority
    }

    init(_ account: GatewayAccount) {
        url = account.url
        authority = account.authority
        identity = (account.certificate, account.key)
    }
}

/// A request to the gateway, whose response is an object, or the endless one with pushes. Belongs
/// to the loop's thread.
final class Request: Exchange {
    /// How it ended.
    enum Result {
        /// A response of any status; the body as far as it isn't lines.
        case response(status: Int, body: [UInt8])
        /// One line.
        case failed(String)
    }

    private let easy = Easy()
    private let multi: Multi
    /// Takes the bytes of the endless response; returns as `Exchange.took`. nil: the response is a
    /// usual one.
    private let takeBytes: ((UnsafeRawBufferPointer) -> Int)?
    private let done: (Result) -> Void
    private var body: [UInt8] = []
    private var isRunning = true

    /// Makes it at once; `done` is called unless it is cancelled.
    init(
        _ method: String, _ path: String, at endpoint: Endpoint, headers: [String] = [],
        json: Data? = nil, on multi: Multi, takeBytes: ((UnsafeRawBufferPointer) -> Int)? = nil,
        done: @escaping (Result) -> Void
    ) {
        self.multi = multi
        self.takeBytes = takeBytes
        self.done = done
        easy.reset(for: self)
        easy.set(CURLOPT_URL, endpoint.url + path)
        easy.set(CURLOPT_PROTOCOLS_STR, "https")
        easy.set(CURLOPT_NOSIGNAL, true)
        easy.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
        // Rather on the connection that there is than on one more.
        easy.set(CURLOPT_PIPEWAIT, true)
        easy.set(CURLOPT_CONNECTTIMEOUT, Limits.connectSeconds)
        if takeBytes == nil { easy.set(CURLOPT_TIMEOUT, Limits.requestSeconds) }
        easy.set(CURLOPT_TCP_KEEPALIVE, true)
        easy.set(CURLOPT_TCP_KEEPIDLE, Limits.keepaliveSeconds)
        easy.set(CURLOPT_TCP_KEEPINTVL, Limits.keepaliveIntervalSeconds)
        setTrust(endpoint)
        if method != "GET" { easy.set(CURLOPT_CUSTOMREQUEST, method) }
        var lines = ["Accept: application/json", "User-Agent: Quiesce"] + headers
        if let json {
            easy.set(CURLOPT_COPYPOSTFIELDS, String(decoding: json, as: UTF8.self))
            lines.append("Content-Type: application/json")
        }
        easy.set(lines: lines)
        multi.add(easy)
    }

    private func setTrust(_ endpoint: Endpoint) {
        easy.set(CURLOPT_CAINFO, nil)
        easy.set(CURLOPT_CAPATH, nil)
        easy.set(CURLOPT_CAINFO_BLOB, pem: endpoint.authority)
        guard let own = endpoint.identity else { return }
        easy.set(CURLOPT_SSLCERTTYPE, "PEM")
        easy.set(CURLOPT_SSLKEYTYPE, "PEM")
        easy.set(CURLOPT_SSLCERT_BLOB, pem: own.certificate)
        easy.set(CURLOPT_SSLKEY_BLOB, pem: own.key)
    }

    /// Nothing more is heard of it.
    func cancel() {
        guard isRunning else { return }
        isRunning = false
        multi.remove(easy)
    }

    /// libcurl tries again what `takeBytes` couldn't take.
    func goOn() { if isRunning { easy.goOn() } }

    func ended(_ result: CURLcode) {
        guard isRunning else { return }
        isRunning = false
        // Read before it is handed back.
        let status = easy.long(CURLINFO_RESPONSE_CODE)
        let message = easy.message
        multi.remove(easy)
        guard result != CURLE_OK else { return done(.response(status: status, body: body)) }
        let words = message.isEmpty ? String(cString: curl_easy_strerror(result)) : message
        done(.failed(Self.explain(result, words)))
    }

    /// One line, with what to do where that is known.
    private static func explain(_ result: CURLcode, _ words: String) -> String {
        switch result {
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE:
            "its certificate isn't the one that was given (\(words)); see `quiesce gateway join --help`"
        case CURLE_SSL_CERTPROBLEM: "this device's certificate can't be used (\(words))"
        case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST: "it can't be reached (\(words))"
        case _: words
        }
    }

    // MARK: What libcurl says

    func took(_ bytes: UnsafePointer<CChar>, _ count: Int) -> Int {
        let piece = UnsafeRawBufferPointer(start: bytes, count: count)
        if let takeBytes, easy.long(CURLINFO_RESPONSE_CODE) == 200 { return takeBytes(piece) }
        guard body.count + count <= Limits.responseBytes else { return 0 }
        body += piece
        return count
    }

    func tookHead(_ line: UnsafeRawBufferPointer) -> Int { line.count }
}

extension Request.Result {
    /// The mistake in a response that isn't the expected one, in one line.
    var trouble: String {
        switch self {
        case .failed(let why): return why
        case .response(let status, let body):
            let reason = (try? GatewayRefusal.read(body))?.reason
            guard let reason else { return "it answered with status \(status)" }
            return "it refused: \(reason) (status \(status))"
        }
    }
}
