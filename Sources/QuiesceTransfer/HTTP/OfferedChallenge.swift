import Foundation
import QuiesceCore

/// The way to authenticate that a server offers and that we choose.
struct OfferedChallenge: Hashable, Sendable {
    /// The safest first.
    enum Method: String, CaseIterable, Sendable { case digest, basic, negotiate }

    var method: Method
    var realm: String?

    init(method: Method) { self.method = method }

    /// - Returns: nil where the server offers none that we know; the response is then a result.
    init?(_ head: ReplyHead, isProxy: Bool) {
        let offers = head.values(isProxy ? "Proxy-Authenticate" : "WWW-Authenticate")
        for method in Method.allCases {
            for offer in offers {
                guard let at = Self.find(method.rawValue, in: offer) else { continue }
                self.method = method
                realm = Self.realm(offer[at...])
                return
            }
        }
        return nil
    }

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
