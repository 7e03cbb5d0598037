import Foundation

/// The name of a provider's key or certificate: 10 capital letters and digits.
public struct KeyID: Sendable, Hashable, Codable, RawRepresentable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    /// Whether it looks like a key's or team's id.
    public static func isValid(_ text: String) -> Bool {
        text.utf8.count == 10
            && text.utf8.allSatisfy {
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
            }
    }
}

/// One that may send pushes: by tokens that a key signs, or by a client certificate.
public struct Provider: Sendable, Hashable, Codable {
    public enum Kind: String, Sendable, Codable {
        case key, certificate
    }

    public var id: KeyID
    public var kind: Kind
    /// The P-256 key that its tokens are signed with, as PEM; none for a certificate.
    public var publicKey: String?
    /// The only topics that it may send to; nil for any.
    public var topics: Set<String>?
    public var added: Moment
    public var revoked: Moment?

    public init(
        id: KeyID, kind: Kind, publicKey: String?, topics: Set<String>?, added: Moment,
        revoked: Moment? = nil
    ) {
        self.id = id
        self.kind = kind
        self.publicKey = publicKey
        self.topics = topics
        self.added = added
        self.revoked = revoked
    }

    /// The topic of a push that named `topic`, or none. Throws why it may not be.
    public func topic(_ topic: String?) throws(Reason) -> String {
        guard let topic else {
            // As with a certificate for one app, which says what its pushes are for.
            guard kind == .certificate, let topics, topics.count == 1, let only = topics.first
            else { throw .missingTopic }
            return only
        }
        guard topics?.contains(topic) ?? true else { throw .topicDisallowed }
        return topic
    }
}

/// All that may send pushes, as the home folder's `providers.json` has them.
public struct Providers: Sendable, Hashable, Codable {
    /// The `iss` of every provider token.
    public var teamID: String
    public var providers: [Provider]

    public init(teamID: String, providers: [Provider]) {
        self.teamID = teamID
        self.providers = providers
    }

    public subscript(id: KeyID) -> Provider? { providers.first { $0.id == id } }
}
