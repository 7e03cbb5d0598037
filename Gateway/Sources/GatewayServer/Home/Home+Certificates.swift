import Crypto
import Foundation
import GatewayRules
import SwiftASN1
import X509

/// The certificates of the gateway and of those that it lets in.
extension Home {
    /// How long the server's certificate is valid, and from when before its end it is renewed.
    private static let serverCertificate = Span.days(397)
    private static let renewal = Span.days(60)

    func authority(_ name: String) throws -> Authority {
        do {
            return try Authority(
                certificatePEM: files.read("certificates/\(name)-ca.pem"),
                keyPEM: files.read("certificates/\(name)-ca.key"))
        } catch let failure as HomeFailure { throw failure } catch {
            throw HomeFailure(
                "\(files.path("certificates/\(name)-ca.pem")) can't be used: \(error)")
        }
    }

    /// Issues the server's certificate if there is none, it lacks one of `hosts`, or ends soon.
    func renewServerCertificate(adding hosts: [String] = [], at now: Moment) throws {
        var named = Self.localHosts
        if files.exists(Names.hosts) {
            let text = try files.read(Names.hosts)
            guard let known = try? JSONDecoder().decode([String].self, from: Data(text.utf8)) else {
                throw HomeFailure("\(files.path(Names.hosts)) isn't a list of hosts in JSON")
            }
            named = known
        }
        let all = named + hosts.filter { !named.contains($0) }
        let isCurrent =
            all == named && files.exists("certificates/server.pem")
            && (try? Certificate(firstOf: files.read("certificates/server.pem")))
                .map { $0.notValidAfter > (now + Self.renewal).date } ?? false
        guard !isCurrent else { return }

        let key = P256.Signing.PrivateKey()
        let certificate = try authority("server").issueServer(
            all, key: key.publicKey, at: now, for: Self.serverCertificate)
        // One file, so that key and certificate are of one make whenever the machine stops.
        try files.write(
            try certificate.serializeAsPEM().pemString + "\n" + key.pemRepresentation + "\n",
            "certificates/server.pem")
        let list = try JSONEncoder().encode(all)
        try files.write(String(decoding: list, as: UTF8.self) + "\n", Names.hosts)
    }

    /// A certificate and its key for a provider, as one PEM file's text.
    func issueProviderCertificate(_ id: KeyID, topic: String?, at now: Moment) throws -> String {
        let key = P256.Signing.PrivateKey()
        let certificate = try authority("providers").issueClient(
            id.rawValue, key: key.publicKey, userID: topic, at: now,
            for: Limits.providerCertificate)
        return try certificate.serializeAsPEM().pemString + "\n" + key.pemRepresentation + "\n"
    }
}

extension Certificate {
    /// The certificate of a file that has its key, too.
    init(firstOf pem: String) throws {
        let documents = try PEMDocument.parseMultiple(pemString: pem)
        guard let first = documents.first else { throw HomeFailure("no certificate") }
        try self.init(pemDocument: first)
    }
}
