import Foundation
import Glibc
import QuiesceLinux
import QuiesceTerminal

/// The push server that the user has chosen, kept in a file.
package enum Settings: Sendable, Hashable {
    /// The URL of an ntfy server, without a slash at its end.
    case ntfy(String)
    /// `https://HOST:PORT` of a push gateway, the PEM that its certificate is checked against, and
    /// the URL by which senders reach it, if that is another.
    case gateway(String, certificate: String, public: String?)

    private struct File: Codable {
        var ntfy: String?
        var gateway: String?
        var certificate: String?
        var publicURL: String?
    }

    /// Checks what was given on the command line.
    ///
    /// - Returns: nil: nothing was.
    package init?(ntfy: String?, gateway: String?, certificate: String?, publicURL: String?)
        throws(Failure)
    {
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
            self = .ntfy(try Self.checked(url, schemes: ["https", "http"]))
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
        case (let url?, nil, nil):
            self = .ntfy(try Self.checked(url, schemes: ["https", "http"]))
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
                case .ntfy(let url): File(ntfy: url)
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
