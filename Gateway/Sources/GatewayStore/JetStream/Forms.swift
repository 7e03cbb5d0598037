import Foundation
import GatewayRules
import NATS

/// A push as a message: a line of JSON, and the payload as it was posted.
struct PushForm: Codable {
    var id: String
    var token: DeviceToken
    var topic: String
    var type: PushType?
    var priority: PushPriority
    /// Unix seconds, as they were sent.
    var expiration: Int64?
    var collapseID: String?
    var sent: Moment
    /// The epoch that the push is numbered by; nil, of an earlier gateway: its place alone.
    var epoch: Epoch?

    static func bytes(_ push: Push, _ epoch: Epoch) throws -> [UInt8] {
        // The life is left out, as the epoch tells which life it is of.
        let epoch = Epoch(life: "", base: epoch.base, first: epoch.first)
        let form = PushForm(
            id: push.id, token: push.token, topic: push.topic, type: push.type,
            priority: push.priority, expiration: push.expiration.unixSeconds,
            collapseID: push.collapseID, sent: push.sent, epoch: epoch)
        return Array(try JSONEncoder().encode(form)) + [UInt8(ascii: "\n")] + push.payload
    }
}

/// A push, and where in the stream it is.
struct PlacedPush: Sendable {
    var position: Int64
    var epoch: Epoch?
    var stored: StoredPush

    var push: Push { stored.push }
    var base: Int64 { epoch?.base ?? 0 }
    var number: Int64 { stored.sequence }

    /// Nil for a message that isn't one of ours.
    init?(_ message: JetStream.Message) {
        guard let end = message.body.firstIndex(of: UInt8(ascii: "\n")),
            let form = try? JSONDecoder().decode(PushForm.self, from: Data(message.body[..<end]))
        else { return nil }
        position = message.sequence
        epoch = form.epoch
        stored = StoredPush(
            sequence: position + (form.epoch?.base ?? 0),
            push: Push(
                id: form.id, token: form.token, topic: form.topic, type: form.type,
                priority: form.priority, expiration: Expiration(unixSeconds: form.expiration),
                collapseID: form.collapseID, sent: form.sent,
                payload: Array(message.body[(end + 1)...])))
    }
}

/// The device and the topic that a token belongs to.
struct TokenForm: Codable {
    var device: DeviceID
    var topic: String
    var retired: Moment?
}

/// The fate of a push, kept for a day. A push with a collapse id has this record, as pending, from
/// the start: its own subject doesn't tell its `apns-id`.
struct FateForm: Codable {
    var fate: Fate
    /// Where the push is, or was.
    var subject: String
}

extension JetStream.Message {
    /// Returns the message's content, decoded from JSON.
    func decoded<T: Decodable>() throws -> T {
        do { return try JSONDecoder().decode(T.self, from: Data(body)) } catch {
            throw StoreFailure("\(subject) can't be read as a gateway's record: \(error)")
        }
    }
}
