import Foundation

/// The head of a request to send a Web Push message (RFC 8030), checked.
public struct WebPushHead: Sendable, Hashable {
    public var token: DeviceToken
    public var expiration: Expiration
    /// The seconds for which it is kept, which may be fewer than were asked for.
    public var ttl: Int64
    public var priority: PushPriority
    /// The `Topic`, which takes the place of an unacknowledged message with the same one.
    public var collapseID: String?
    /// The content of `Authorization`.
    public var authorization: String?

    /// The path that messages are posted to, without the token.
    public static let path = "/webpush/"

    /// Throws the `WebPushRefusal` for which it can't be sent. Header names are lowercase.
    public init(
        method: String, path: String, headers: [(name: String, value: String)], at now: Moment
    ) throws(WebPushRefusal) {
        guard path.hasPrefix(Self.path) else { throw .unknown }
        let text = path.dropFirst(Self.path.count)
        guard text.utf8.count == 64, text.utf8.allSatisfy(PushHead.isHexDigit) else {
            throw .unknown
        }
        guard method == "POST" else { throw .methodNotAllowed }
        token = DeviceToken(rawValue: text.lowercased())
        var values: [String: String] = [:]
        for header in headers where Self.known.contains(header.name) {
            guard values.updateValue(header.value, forKey: header.name) == nil else {
                throw .duplicateHeaders
            }
        }
        // The older encodings have parts in headers, which no device would see.
        guard values["content-encoding", default: "aes128gcm"].lowercased() == "aes128gcm" else {
            throw .badEncoding
        }
        let wanted = try Self.seconds(values["ttl"])
        ttl = min(wanted, Limits.defaultKeep.milliseconds / 1_000)
        expiration = ttl == 0 ? .immediate : .at(now + .seconds(ttl))
        priority = try Self.priority(values["urgency"])
        collapseID = try Self.topic(values["topic"])
        authorization = values["authorization"]
    }

    private static let known: Set<String> = [
        "authorization", "content-encoding", "topic", "ttl", "urgency",
    ]

    private static func seconds(_ text: String?) throws(WebPushRefusal) -> Int64 {
        // "MUST include".
        guard let text, !text.isEmpty,
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { throw .badTTL }
        return Int64(text) ?? .max
    }

    private static func priority(_ text: String?) throws(WebPushRefusal) -> PushPriority {
        switch text?.lowercased() {
        case nil, "normal", "high": .immediate
        case "low": .considerate
        case "very-low": .low
        case _: throw .badUrgency
        }
    }

    private static func topic(_ text: String?) throws(WebPushRefusal) -> String? {
        guard let text else { return nil }
        guard (1...32).contains(text.utf8.count),
            text.utf8.allSatisfy({ digit in
                switch digit {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                case _: false
                }
            })
        else { throw .badTopic }
        return text
    }
}

/// The topics to whose tokens Web Push messages may be posted: an app's own are for its provider
/// alone. They say themselves which key a sender must have.
public enum WebPushTopic {
    private static let prefix = "unifiedpush."
    private static let keyMark = ".vapid-"

    public static func isOne(_ topic: String) -> Bool { topic.hasPrefix(prefix) }

    /// The SHA-256 of the sender's key, as hex digits; nil: anybody who knows the token may send.
    public static func keyHash(_ topic: String) -> Substring? {
        guard let mark = topic.range(of: keyMark, options: .backwards) else { return nil }
        return topic[mark.upperBound...]
    }
}
