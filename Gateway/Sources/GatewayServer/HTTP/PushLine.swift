import Foundation
import GatewayRules
import GatewayStore

/// A push as a device gets it: one line of JSON.
enum PushLine {
    private struct Line: Encodable {
        var sequence: Int64
        var id: String
        var token: String
        var topic: String
        var type: String?
        var priority: Int
        var expiration: Int64?
        var collapseID: String?
        var sent: Int64
        var payload: String

        enum Key: CodingKey {
            case sequence, id, token, topic, type, priority, expiration, collapseID, sent, payload
        }

        /// With null for what there isn't.
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(sequence, forKey: .sequence)
            try container.encode(id, forKey: .id)
            try container.encode(token, forKey: .token)
            try container.encode(topic, forKey: .topic)
            try container.encode(type, forKey: .type)
            try container.encode(priority, forKey: .priority)
            try container.encode(expiration, forKey: .expiration)
            try container.encode(collapseID, forKey: .collapseID)
            try container.encode(sent, forKey: .sent)
            try container.encode(payload, forKey: .payload)
        }
    }

    static func text(_ stored: StoredPush) -> String {
        let push = stored.push
        return JSON.text(
            Line(
                sequence: stored.sequence, id: push.id, token: push.token.rawValue,
                topic: push.topic, type: push.type?.rawValue, priority: push.priority.rawValue,
                expiration: push.expiration.unixSeconds, collapseID: push.collapseID,
                sent: push.sent.milliseconds,
                payload: String(decoding: push.payload, as: UTF8.self)))
    }
}

/// JSON as the gateway writes it.
public enum JSON {
    /// On one line.
    public static func text(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Strings, numbers and their containers alone are encoded, none of which can fail.
        guard let data = try? encoder.encode(value) else { return "{}" }
        return String(decoding: data, as: UTF8.self)
    }
}
