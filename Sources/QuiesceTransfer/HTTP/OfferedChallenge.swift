import Foundation
import QuiesceCore

/// A way to authenticate that a server offers.
struct OfferedChallenge: Hashable, Sendable {
    /// The safest first, in the order of iOS and libcurl: a ticket tells the server nothing, Digest
    /// a hash of the password, Basic the password.
    enum Method: String, CaseIterable, Sendable { case negotiate, digest, basic }

    var method: Method
    var realm: String?
}

/// The ways to authenticate that a server offers, as far as they are known here.
struct OfferedChallenges: Hashable, Sendable {
    private let offers: [OfferedChallenge]

    /// A proxy's, of which only its status is known.
    static let unknown = OfferedChallenges([OfferedChallenge(method: .basic)])

    private init(_ offers: [OfferedChallenge]) { self.offers = offers }

    /// - Returns: nil where the server offers none that we know; the response is then a result.
    init?(_ head: ReplyHead, isProxy: Bool) {
        let fields = head.values(isProxy ? "Proxy-Authenticate" : "WWW-Authenticate")
        offers = OfferedChallenge.Method.allCases.compactMap { method in
            for field in fields {
                guard let at = Self.find(method.rawValue, in: field) else { continue }
                let realm = method == .negotiate ? nil : Self.realm(field[at...])
                return OfferedChallenge(method: method, realm: realm)
            }
            return nil
        }
        if offers.isEmpty { return nil }
    }

    /// The safest, or the safest that takes a password.
    func choice(withoutNegotiate: Bool) -> OfferedChallenge {
        let takesPassword = withoutNegotiate ? offers.first { $0.method != .negotiate } : nil
        return takesPassword ?? offers[0]
    }

    var offersNegotiate: Bool { offers[0].method == .negotiate }
    /// One of them takes a password.
    var hasOthers: Bool { offers.contains { $0.method != .negotiate } }

    /// Where a scheme's name begins a challenge; several may be in one field.
    private static func find(_ name: String, in offer: String) -> String.Index? {
        var inQuotes = false
        var isStart = true
        var index = offer.startIndex
        while index < offer.endIndex {
            let character = offer[index]
            if character == "\"" { inQuotes.toggle() }
            if !inQuotes {
                if isStart, offer[index...].lowercased().hasPrefix(name) {
                    let after = offer[index...].dropFirst(name.count).first
                    if after == nil || after == " " || after == "," { return index }
                }
                isStart = character == "," || (isStart && character == " ")
            }
            index = offer.index(after: index)
        }
        return nil
    }

    private static func realm(_ challenge: Substring) -> String? {
        guard let start = challenge.range(of: "realm=\"", options: .caseInsensitive) else {
            return nil
        }
        return String(challenge[start.upperBound...].prefix(while: { $0 != "\"" }).prefix(256))
    }
}
