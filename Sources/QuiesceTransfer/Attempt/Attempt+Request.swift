import CCurl
import Foundation
import QuiesceAgent
import QuiesceAgentProtocol
import QuiesceCore

/// Making a request.
extension Attempt {
    func makeRequest() {
        let easy = spare ?? agent.multi.takeEasy()
        spare = nil
        easy.reset(for: self)
        reader = HeadReader()
        reply = .awaited
        abort = nil
        end = nil
        upload?.offset = 0
        lastByte = Monotonic.now
        receiving = Pacer(rate: request.receiveRate, now: lastByte)
        sending = Pacer(rate: request.sendRate, now: lastByte)
        resumeAt = nil
        setBasics(easy)
        setMethod(easy)
        setTrust(easy)
        setProxy(easy)
        setLogin(easy)
        easy.set(lines: lines)
        self.easy = easy
        agent.multi.add(easy)
    }

    private func setBasics(_ easy: Easy) {
        easy.set(CURLOPT_URL, address.description)
        easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
        easy.set(CURLOPT_FOLLOWLOCATION, false)
        easy.set(CURLOPT_NOSIGNAL, true)
        easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
        easy.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
        easy.set(CURLOPT_PATH_AS_IS, true)
        easy.set(
            CURLOPT_BUFFERSIZE, min(Limits.receiveBytes, piece(request.receiveRate, least: 1_024)))
        easy.set(
            CURLOPT_UPLOAD_BUFFERSIZE, min(Limits.sendBytes, piece(request.sendRate, least: 16_384))
        )
        easy.set(
            CURLOPT_CONNECTTIMEOUT_MS,
            Int((request.requestTimeout * 1_000).clamped(to: 1...86_400_000)))
        // A jar for this attempt's redirects; no file.
        easy.set(CURLOPT_COOKIEFILE, "")
        if keepsSecrets, let cookies = request.cookies, Self.isSafe(cookies) {
            easy.set(CURLOPT_COOKIE, cookies)
        }
    }

    /// The bytes taken at once, an eighth of a second's: they can't be held back any more.
    private func piece(_ rate: UInt64?, least: Int) -> Int {
        rate.map { max(Int(clamping: $0 / 8), least) } ?? .max
    }

    private func setMethod(_ easy: Easy) {
        if sendsBody, let upload {
            easy.set(CURLOPT_UPLOAD, true)
            easy.set(CURLOPT_INFILESIZE_LARGE, bytes: upload.bytes)
            easy.set(CURLOPT_CUSTOMREQUEST, method)
        } else if method == "HEAD" {
            easy.set(CURLOPT_NOBODY, true)
        } else if method != "GET" {
            easy.set(CURLOPT_CUSTOMREQUEST, method)
        }
    }

    // OpenSSL would look there, but libcurl gives it places of its own.
    private static let rootsFile = ProcessInfo.processInfo.environment["SSL_CERT_FILE"]
    private static let rootsFolder = ProcessInfo.processInfo.environment["SSL_CERT_DIR"]

    private func setTrust(_ easy: Easy) {
        if !request.pinnedPublicKeys.isEmpty {
            easy.set(
                CURLOPT_PINNEDPUBLICKEY, request.pinnedPublicKeys.joined(separator: ";"))
        }
        if let roots = request.trustedRoots {
            easy.set(CURLOPT_CAINFO, nil)
            easy.set(CURLOPT_CAPATH, nil)
            easy.set(CURLOPT_CAINFO_BLOB, pem: roots)
        } else {
            if let file = Self.rootsFile { easy.set(CURLOPT_CAINFO, file) }
            if let folder = Self.rootsFolder { easy.set(CURLOPT_CAPATH, folder) }
        }
        if let own = login.certificate ?? (keepsSecrets ? request.clientCertificate : nil) {
            easy.set(CURLOPT_SSLCERTTYPE, "PEM")
            easy.set(CURLOPT_SSLKEYTYPE, "PEM")
            easy.set(CURLOPT_SSLCERT_BLOB, pem: own.certificate)
            easy.set(CURLOPT_SSLKEY_BLOB, pem: own.key)
        }
    }

    private func setProxy(_ easy: Easy) {
        // Empty: none, whatever the environment says.
        easy.set(CURLOPT_PROXY, request.proxy?.url ?? "")
        guard let proxy = request.proxy else { return }
        easy.set(CURLOPT_NOPROXY, proxy.exceptions?.joined(separator: ",") ?? "")
        easy.set(CURLOPT_PROXYAUTH, Int(bitPattern: QC_AUTH_ANY))
        easy.set(CURLOPT_PROXYUSERNAME, login.proxy?.user ?? proxy.user)
        easy.set(CURLOPT_PROXYPASSWORD, login.proxy?.password ?? proxy.password)
    }

    private func setLogin(_ easy: Easy) {
        guard let login = login.server else { return }
        easy.set(CURLOPT_USERNAME, login.user)
        easy.set(CURLOPT_PASSWORD, login.password)
        let method =
            switch login.method {
            case .basic: QC_AUTH_BASIC
            case .digest: QC_AUTH_DIGEST
            case .negotiate: QC_AUTH_NEGOTIATE
            }
        easy.set(CURLOPT_HTTPAUTH, Int(bitPattern: method))
    }

    private var lines: [String] {
        var lines: [String] = []
        var names: Set<String> = []
        for header in request.headers {
            let name = header.name.lowercased()
            if !keepsSecrets, RedirectPolicy.isSecret(field: name) { continue }
            if login.server != nil, name == "authorization" { continue }
            guard Self.isSafe(header.name), Self.isSafe(header.value) else { continue }
            names.insert(name)
            lines.append(
                header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)")
        }
        if !names.contains("accept-encoding") { lines.append("Accept-Encoding: identity") }
        if !names.contains("user-agent") { lines.append("User-Agent: Quiesce") }
        // libcurl's own, for a body without a type.
        if sendsBody, !names.contains("content-type") {
            lines.append("Content-Type: application/octet-stream")
        }
        if asked.offset > 0, let validator = asked.validator {
            lines.append("Range: bytes=\(asked.offset)-")
            lines.append("If-Range: \(validator.text)")
        }
        return lines
    }

    /// Nothing that begins another line.
    private static func isSafe(_ text: String) -> Bool {
        !text.utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 }
    }
}

extension Double {
    func clamped(to range: ClosedRange<Double>) -> Double {
        isNaN ? range.upperBound : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
