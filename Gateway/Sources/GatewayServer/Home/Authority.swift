import Crypto
import Foundation
import GatewayRules
import SwiftASN1
import X509

/// A certificate authority of the gateway's own, for one purpose. What it has issued is told from
/// others' by its name, and by its signature.
public struct Authority: Sendable {
    public var certificate: Certificate
    private var key: Certificate.PrivateKey

    /// A new authority, for good, as far as certificates go.
    static func make(_ purpose: String, at now: Moment) throws -> (
        Authority, P256.Signing.PrivateKey
    ) {
        let key = P256.Signing.PrivateKey()
        let name = try DistinguishedName {
            OrganizationName("Quiesce gateway")
            // Two gateways' authorities have different names.
            CommonName("\(purpose) \(UUID().uuidString.prefix(8))")
        }
        let certificate = try Certificate(
            version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey),
            notValidBefore: (now + -Span.days(1)).date,
            notValidAfter: (now + Span.days(2 * 3_650)).date,
            issuer: name, subject: name, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                SubjectKeyIdentifier(hash: Certificate.PublicKey(key.publicKey))
            },
            issuerPrivateKey: .init(key))
        return (Authority(certificate: certificate, key: .init(key)), key)
    }

    init(certificate: Certificate, key: Certificate.PrivateKey) {
        self.certificate = certificate
        self.key = key
    }

    init(certificatePEM: String, keyPEM: String) throws {
        certificate = try Certificate(pemEncoded: certificatePEM)
        key = try Certificate.PrivateKey(pemEncoded: keyPEM)
    }

    /// A client's certificate, with its id as its common name.
    func issueClient(
        _ id: String, key: P256.Signing.PublicKey, userID: String? = nil, at now: Moment,
        for span: Span
    ) throws -> Certificate {
        var names = [
            RelativeDistinguishedName.Attribute(
                type: .NameAttributes.commonName, utf8String: id)
        ]
        if let userID {
            names.append(.init(type: [0, 9, 2342, 19_200_300, 100, 1, 1], utf8String: userID))
        }
        let subject = DistinguishedName(names.map { RelativeDistinguishedName($0) })
        return try issue(
            subject, key: .init(key), at: now, for: span, usage: .clientAuth, hosts: [])
    }

    /// A server's certificate for `hosts`, names or addresses.
    func issueServer(
        _ hosts: [String], key: P256.Signing.PublicKey, at now: Moment, for span: Span
    ) throws -> Certificate {
        let subject = try DistinguishedName { CommonName(hosts.first ?? "localhost") }
        return try issue(
            subject, key: .init(key), at: now, for: span, usage: .serverAuth,
            hosts: hosts.map(HostName.general))
    }

    private func issue(
        _ subject: DistinguishedName, key: Certificate.PublicKey, at now: Moment, for span: Span,
        usage: ExtendedKeyUsage.Usage, hosts: [GeneralName]
    ) throws -> Certificate {
        try Certificate(
            version: .v3, serialNumber: .init(), publicKey: key,
            // A client's clock may be behind.
            notValidBefore: (now + -Span.days(1)).date, notValidAfter: (now + span).date,
            issuer: certificate.subject, subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([usage])
                SubjectKeyIdentifier(hash: key)
                if !hosts.isEmpty { SubjectAlternativeNames(hosts) }
            },
            issuerPrivateKey: self.key)
    }

    /// The subject of a certificate, if this authority issued it. TLS has checked that the
    /// signature is ours; this method checks that the certificate is this authority's, and no other
    /// authority's that TLS trusts.
    func subject(of other: Certificate) -> String? {
        guard other.issuer == certificate.subject,
            certificate.publicKey.isValidSignature(
                other.signature, for: other)
        else { return nil }
        for part in other.subject {
            for attribute in part where attribute.type == .NameAttributes.commonName {
                return String(attribute.value)
            }
        }
        return nil
    }
}

/// The name or address of a host in a certificate.
enum HostName {
    static func general(_ host: String) -> GeneralName {
        if let bytes = address(host) {
            return .ipAddress(ASN1OctetString(contentBytes: bytes[...]))
        }
        return .dnsName(host)
    }

    /// Its bytes in network order, if it is an IPv4 or IPv6 address.
    static func address(_ host: String) -> [UInt8]? {
        var v4 = in_addr()
        if inet_pton(AF_INET, host, &v4) == 1 { return withUnsafeBytes(of: &v4) { Array($0) } }
        var v6 = in6_addr()
        if inet_pton(AF_INET6, host, &v6) == 1 { return withUnsafeBytes(of: &v6) { Array($0) } }
        return nil
    }

    /// Whether it can be in a certificate.
    static func isValid(_ host: String) -> Bool {
        if address(host) != nil { return true }
        return (1...253).contains(host.utf8.count)
            && host.utf8.allSatisfy {
                let character = Character(UnicodeScalar($0))
                return character.isASCII
                    && (character.isLetter || character.isNumber || "-.*".contains(character))
            }
    }
}

extension Moment {
    /// Now, by the machine's clock.
    public static var now: Moment {
        Moment(milliseconds: Int64((Date().timeIntervalSince1970 * 1_000).rounded(.down)))
    }

    var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}
