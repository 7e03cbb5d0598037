import Foundation
import Glibc
import QuiesceLinux
import QuiesceTerminal

/// The push server that the user has chosen, kept in a file.
package enum Settings: Sendable, Hashable {
    /// The URL of an ntfy server, without a slash at its end, and the access token by which it lets
    /// the user read.
    case ntfy(String, token: String?)
    /// `https://HOST:PORT` of a push gateway, the PEM that its certificate is checked against, and
    /// the URL by which senders reach it, if that is another.
    case gateway(String, certificate: String, public: String?)

    private struct File: Codable {
        var ntfy: String?
        var gateway: String?
        var certificate: String?
        var publicURL: String?
        var token: String?
    }

    /// Checks what was given on the command line.
    ///
    /// - Returns: nil: nothing was.
    package init?(
        ntfy: String?, tokenFile: String? = nil, gateway: String?, certificate: String?,
        publicURL: String?
    ) throws(Failure) {
        guard tokenFile == nil || ntfy != nil else {
            throw .usage("--token-file goes with --ntfy; give that, too")
        }
        switch (ntfy, gateway) {
        case (nil, nil):
            guard certificate == nil, publicURL == nil else {
                throw .usage("--certificate and --public-url go with --gateway; give that, too")
            }
            return nil
        case (_?, _?): throw .usage("there is one push server: give --ntfy or --gateway")
        case (let url?, nil):
            guard certificate == nil, publicURL == nil else {
                throw .usage(
                    "--certificate and --public-url go with --gateway; an ntfy server has none")
            }
            var token: String?
            if let tokenFile { token = try Self.token(in: tokenFile) }
            self = .ntfy(try Self.checked(url, schemes: ["https", "http"]), token: token)
        case (nil, let url?):
            guard let certificate else {
                throw .usage("--gateway needs --certificate, the gateway's certificate.pem")
            }
            let pem: String
            do { pem = try String(contentsOfFile: certificate, encoding: .utf8) } catch {
                throw .refused(
                    "\(certificate) can't be read (\(error.localizedDescription)); copy the gateway's certificate.pem"
                )
            }
            guard pem.contains("-----BEGIN CERTIFICATE-----") else {
                throw .refused(
                    "\(certificate) is no certificate in PEM; copy the gateway's certificate.pem")
            }
            var other: String?
            if let publicURL { other = try Self.checked(publicURL, schemes: ["https"]) }
            self = .gateway(
                try Self.checked(url, schemes: ["https"]), certificate: pem, public: other)
        }
    }

    /// One word on one line.
    private static func token(in path: String) throws(Failure) -> String {
        let text: String
        do { text = try String(contentsOfFile: path, encoding: .utf8) } catch {
            throw .refused("\(path) can't be read: \(error.localizedDescription)")
        }
        let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard isToken(token) else {
            throw .refused("\(path) has no access token; make one by `ntfy token add`")
        }
        return token
    }

    private static func isToken(_ text: String) -> Bool {
        (1...256).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    }

    private static func checked(_ url: String, schemes: [String]) throws(Failure) -> String {
        let shown = oneLine(String(url.prefix(200)))
        guard let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(),
            schemes.contains(scheme), parts.host?.isEmpty == false, parts.query == nil,
            parts.fragment == nil, parts.user == nil, parts.password == nil
        else {
            throw .usage(
                "\"\(shown)\" is no server's address; one looks like \(schemes[0])://HOST")
        }
        var text = url
        while text.hasSuffix("/") { text.removeLast() }
        return text
    }

    /// - Returns: nil: the user hasn't chosen.
    init?(file path: String) throws(Failure) {
        let bytes: Data
        do { bytes = try Data(contentsOf: URL(fileURLWithPath: path)) } catch CocoaError
            .fileReadNoSuchFile, CocoaError.fileNoSuchFile
        { return nil } catch {
            throw .refused("\(path) can't be read: \(error.localizedDescription)")
        }
        let file = try? JSONDecoder().decode(File.self, from: bytes)
        switch (file?.ntfy, file?.gateway, file?.certificate) {
        case (let url?, nil, nil) where file?.token.map(Self.isToken) ?? true:
            self = .ntfy(
                try Self.checked(url, schemes: ["https", "http"]), token: file?.token)
        case (nil, let url?, let pem?):
            var other: String?
            if let url = file?.publicURL { other = try Self.checked(url, schemes: ["https"]) }
            self = .gateway(
                try Self.checked(url, schemes: ["https"]), certificate: pem, public: other)
        case _:
            throw .refused(
                "\(path) names no push server; run quiesce-unifiedpush with --ntfy or --gateway")
        }
    }

    func write(to path: String) throws(Failure) {
        let folder = (path as NSString).deletingLastPathComponent
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            let directory = try OwnedDescriptor(
                checking: open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), "open \(folder)")
            let file =
                switch self {
                case .ntfy(let url, let token): File(ntfy: url, token: token)
                case .gateway(let url, let pem, let other):
                    File(gateway: url, certificate: pem, publicURL: other)
                }
            try Files.replace(
                (path as NSString).lastPathComponent, in: directory.number,
                with: try encoder.encode(file) + Data("\n".utf8))
        } catch {
            throw .refused("\(path) can't be written: \(error)")
        }
    }
}
