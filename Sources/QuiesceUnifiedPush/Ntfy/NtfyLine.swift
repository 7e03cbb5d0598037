import Foundation

/// A line of an ntfy server's endless answer.
enum NtfyLine: Equatable {
    /// A sign of life, with the server's seconds.
    case keepalive(Int64)
    case message(id: String, time: Int64, topic: String, body: [UInt8])
    /// One that says nothing to us.
    case other

    private struct Fields: Decodable {
        var id: String?
        var time: Int64?
        var event: String
        var topic: String?
        var message: String?
        var encoding: String?
    }

    struct NotALine: Error {}

    init(_ line: [UInt8]) throws {
        guard let fields = try? JSONDecoder().decode(Fields.self, from: Data(line)) else {
            throw NotALine()
        }
        switch fields.event {
        case "keepalive":
            self = fields.time.map { .keepalive($0) } ?? .other
        case "message":
            guard let id = fields.id, let time = fields.time, let topic = fields.topic else {
                throw NotALine()
            }
            let text = fields.message ?? ""
            if fields.encoding == "base64" {
                guard let body = Data(base64Encoded: text) else { throw NotALine() }
                self = .message(id: id, time: time, topic: topic, body: [UInt8](body))
            } else {
                self = .message(id: id, time: time, topic: topic, body: Array(text.utf8))
            }
        case _: self = .other
        }
    }
}
