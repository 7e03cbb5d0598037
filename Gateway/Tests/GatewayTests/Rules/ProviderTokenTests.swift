import Crypto
import Foundation
import GatewayRules
import Testing

/// A provider with its private key.
struct Signer {
    let key = P256.Signing.PrivateKey()
    var id = KeyID(rawValue: "ABCDE12345")

    var provider: Provider {
        Provider(
            id: id, kind: .key, publicKey: key.publicKey.pemRepresentation, topics: nil,
            added: Moment(seconds: 0))
    }

    /// A token as clients make it, with parts that tests can make wrong.
    func token(
        header: String? = nil, claims: String, sign: (Data) throws -> Data
    ) rethrows -> String {
        let header = header ?? #"{"alg":"ES256","kid":"\#(id.rawValue)","typ":"JWT"}"#
        let signed = base64URL(Data(header.utf8)) + "." + base64URL(Data(claims.utf8))
        return signed + "." + base64URL(try sign(Data(signed.utf8)))
    }

    func token(header: String? = nil, claims: String) throws -> String {
        try token(header: header, claims: claims) { try key.signature(for: $0).rawRepresentation }
    }
}

func base64URL(_ data: Data) -> String {
    data.base64EncodedString().replacingOccurrences(of: "+", with: "-")
        .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
}

@Suite struct ProviderTokenTests {
    let signer = Signer()
    var providers: Providers { Providers(teamID: "TEAM123456", providers: [signer.provider]) }
    let now = Moment(seconds: 1_700_000_000)

    func claims(_ offset: Int64 = 0, team: String = "TEAM123456") -> String {
        #"{"iss":"\#(team)","iat":\#(now.seconds + offset)}"#
    }

    func isRefused(_ text: String) -> Bool {
        do throws(Reason) {
            _ = try ProviderToken(text, of: providers)
            return false
        } catch { return error == .invalidProviderToken }
    }

    @Test("A token that a known key signed is its provider's")
    func good() throws {
        let token = try ProviderToken(try signer.token(claims: claims()), of: providers)
        #expect(token.keyID == signer.id)
        #expect(token.issued == now)
        try token.check(at: now)
    }

    @Test(
        "The time may be a number, one with a fraction, or text", arguments: ["%", "%.5", "\"%\""])
    func times(form: String) throws {
        let time = form.replacingOccurrences(of: "%", with: String(now.seconds))
        let token = try ProviderToken(
            try signer.token(claims: #"{"iss":"TEAM123456","iat":\#(time)}"#), of: providers)
        #expect(token.issued.seconds == now.seconds)
    }

    @Test("A token counts for an hour, from five minutes before")
    func age() throws {
        func check(_ offset: Int64) throws {
            try ProviderToken(try signer.token(claims: claims(offset)), of: providers)
                .check(at: now)
        }
        try check(-3_600)
        #expect(throws: Reason.expiredProviderToken) { try check(-3_601) }
        try check(300)
        #expect(throws: Reason.invalidProviderToken) { try check(301) }
    }

    @Test("Another's signature, none, or one of other bytes is refused")
    func signatures() throws {
        let foreignKey = P256.Signing.PrivateKey()
        #expect(
            isRefused(
                try signer.token(claims: claims()) {
                    try foreignKey.signature(for: $0).rawRepresentation
                }))
        #expect(isRefused(signer.token(claims: claims()) { _ in Data() }))
        #expect(isRefused(signer.token(claims: claims()) { _ in Data(count: 64) }))
        let good = try signer.token(claims: claims())
        #expect(isRefused(String(good.dropLast(4)) + "AAAA"))
        let other = try signer.token(claims: claims(60)).split(separator: ".")
        let parts = good.split(separator: ".")
        #expect(isRefused("\(parts[0]).\(other[1]).\(parts[2])"))
    }

    @Test("A token can't choose how it is checked: none, HS256 with the public key, ES384")
    func algorithms() throws {
        func header(_ algorithm: String) -> String {
            #"{"alg":"\#(algorithm)","kid":"\#(signer.id.rawValue)"}"#
        }
        #expect(isRefused(signer.token(header: header("none"), claims: claims()) { _ in Data() }))
        let publicKey = SymmetricKey(data: Data(signer.key.publicKey.pemRepresentation.utf8))
        #expect(
            isRefused(
                signer.token(header: header("HS256"), claims: claims()) {
                    Data(HMAC<SHA256>.authenticationCode(for: $0, using: publicKey))
                }))
        #expect(isRefused(try signer.token(header: header("ES384"), claims: claims())))
        #expect(isRefused(try signer.token(header: header("es256"), claims: claims())))
    }

    @Test("A token of another team or an unknown key is refused, and one that lacks a claim")
    func claimsThatAreWrong() throws {
        #expect(isRefused(try signer.token(claims: claims(team: "OTHER67890"))))
        #expect(
            isRefused(
                try signer.token(header: #"{"alg":"ES256","kid":"UNKNOWN123"}"#, claims: claims())))
        #expect(isRefused(try signer.token(header: #"{"alg":"ES256"}"#, claims: claims())))
        #expect(isRefused(try signer.token(claims: #"{"iss":"TEAM123456"}"#)))
        #expect(isRefused(try signer.token(claims: #"{"iat":1700000000}"#)))
        #expect(isRefused(try signer.token(claims: #"{"iss":"TEAM123456","iat":"soon"}"#)))
        #expect(isRefused(try signer.token(claims: #"{"iss":"TEAM123456","iat":1e300}"#)))
        #expect(isRefused(try signer.token(claims: "[]")))
    }

    @Test(
        "Text that is no token is refused",
        arguments: [
            "", ".", "..", "...", "a.b", "a.b.c", "a.b.c.d", String(repeating: "a", count: 3_000),
        ])
    func noTokens(text: String) {
        #expect(isRefused(text))
    }

    @Test("A certificate's id signs no tokens")
    func certificates() throws {
        var provider = signer.provider
        provider.kind = .certificate
        let providers = Providers(teamID: "TEAM123456", providers: [provider])
        let text = try signer.token(claims: claims())
        #expect(throws: Reason.invalidProviderToken) { try ProviderToken(text, of: providers) }
    }
}

@Suite struct ProviderSessionTests {
    let first = Signer()
    let second = Signer(id: KeyID(rawValue: "SECOND1234"))
    let start = Moment(seconds: 1_700_000_000)

    func token(_ signer: Signer, at moment: Moment) throws -> (ProviderToken, String) {
        let text = try signer.token(claims: #"{"iss":"TEAM123456","iat":\#(moment.seconds)}"#)
        let providers = Providers(
            teamID: "TEAM123456", providers: [first.provider, second.provider])
        return (try ProviderToken(text, of: providers), text)
    }

    func present(
        _ session: inout ProviderSession, _ token: (ProviderToken, String), at moment: Moment
    ) throws {
        try session.present(token.0, token.1, at: moment)
    }

    @Test("A connection may come with the same token again, and a newer one after 20 minutes")
    func updates() throws {
        var session = ProviderSession()
        let old = try token(first, at: start)
        try present(&session, old, at: start)
        #expect(session.known(old.1) == old.0)
        try present(&session, old, at: start + .minutes(19))
        let new = try token(first, at: start + .minutes(20))
        try present(&session, new, at: start + .minutes(20))
        #expect(session.known(new.1) == new.0)
        // A push that was under way with the one before.
        try present(&session, old, at: start + .minutes(20))
        #expect(session.known(new.1) == new.0)
    }

    @Test("A newer token within 20 minutes is too many")
    func tooMany() throws {
        var session = ProviderSession()
        try present(&session, try token(first, at: start), at: start)
        let new = try token(first, at: start + .minutes(19))
        #expect(throws: Reason.tooManyProviderTokenUpdates) {
            try present(&session, new, at: start + .minutes(19))
        }
    }

    @Test("A newer token is taken at once if the one before is too old")
    func expired() throws {
        var session = ProviderSession()
        let old = try token(first, at: start + -.minutes(59))
        try present(&session, old, at: start)
        #expect(throws: Reason.expiredProviderToken) {
            try present(&session, old, at: start + .minutes(2))
        }
        let new = try token(first, at: start + .minutes(2))
        try present(&session, new, at: start + .minutes(2))
    }

    @Test("Another key's token needs another connection")
    func unrelated() throws {
        var session = ProviderSession()
        try present(&session, try token(first, at: start), at: start)
        let other = try token(second, at: start)
        #expect(throws: Reason.unrelatedKeyID) { try present(&session, other, at: start) }
    }
}

@Suite struct ProviderTests {
    func provider(_ kind: Provider.Kind, _ topics: Set<String>?) -> Provider {
        Provider(
            id: KeyID(rawValue: "ABCDE12345"), kind: kind, publicKey: nil, topics: topics,
            added: Moment(seconds: 0))
    }

    @Test("A provider sends to its topics alone, or to any if it has none")
    func topics() throws {
        #expect(try provider(.key, nil).topic("a.b") == "a.b")
        #expect(try provider(.key, ["a.b"]).topic("a.b") == "a.b")
        #expect(throws: Reason.topicDisallowed) { try provider(.key, ["a.b"]).topic("c") }
    }

    @Test("A push without a topic is for a certificate's only one, or for none")
    func missing() throws {
        #expect(try provider(.certificate, ["a.b"]).topic(nil) == "a.b")
        for other in [
            provider(.certificate, ["a", "b"]), provider(.certificate, nil),
            provider(.key, ["a.b"]),
        ] {
            #expect(throws: Reason.missingTopic) { try other.topic(nil) }
        }
    }
}
