import Foundation

/// One stream of a server's JetStream: messages on subjects, numbered as they come.
///
/// Messages are read directly, without a consumer: nothing is kept at the server for who reads.
public struct JetStream: Sendable {
    /// A stored message.
    public struct Message: Sendable {
        public var sequence: Int64
        public var subject: String
        public var body: [UInt8]

        /// One that a stream has stored, as it comes to those who listen or ask.
        public init?(_ message: NATSMessage) {
            guard let sequence = message.headers["Nats-Sequence"].flatMap({ Int64($0) }),
                let subject = message.headers["Nats-Subject"]
            else { return nil }
            self.sequence = sequence
            self.subject = subject
            body = message.body
        }
    }

    public enum Stored: Sendable, Hashable {
        case new(Int64)
        /// One with its id was stored a short while ago.
        case repeated
        /// The subject's last message isn't the one that was expected.
        case changed
    }

    /// Which messages a stream has.
    public struct State: Sendable, Decodable {
        /// How many have a message. `messages`, which the server says as well, it may have wrong
        /// after SIGKILL (nats-server 2.9.10).
        public var numSubjects: Int64?
        public var lastSeq: Int64
    }

    public let name: String
    public let connection: NATSConnection

    public init(_ name: String, _ connection: NATSConnection) {
        self.name = name
        self.connection = connection
    }

    /// Codes of JetStream's that say something of what was asked.
    private enum Code {
        static let wrongLastSequence = 10_071
        static let streamExists = 10_058
        static let noMessage = 10_057
        static let noSuchSequence = 10_043
    }

    /// Makes the stream, if there is none of its name.
    public static func make(
        _ configuration: Configuration, _ connection: NATSConnection
    ) async throws -> JetStream {
        let stream = JetStream(configuration.name, connection)
        do {
            _ = try await stream.ask("STREAM.CREATE", configuration) as Nothing
        } catch NATSFailure.refused(Code.streamExists, _) {
            // As somebody has changed it.
        }
        return stream
    }

    /// Stores a message. `id` tells it from one that was stored within the stream's time for such.
    /// With `last`, only if that is the number of the subject's last message, 0 for none.
    public func store(
        _ subject: String, _ body: [UInt8], id: String? = nil, after last: Int64? = nil
    ) async throws -> Stored {
        var headers: [String: String] = [:]
        headers["Nats-Msg-Id"] = id
        headers["Nats-Expected-Last-Subject-Sequence"] = last.map(String.init)
        let answer = try await connection.request(subject, headers: headers, body)
        do {
            let stored: Acknowledgement = try decode(answer)
            return stored.duplicate == true ? .repeated : .new(stored.seq)
        } catch NATSFailure.refused(Code.wrongLastSequence, _) {
            return .changed
        }
    }

    /// The message with this number.
    public func message(_ sequence: Int64) async throws -> Message? {
        try await direct(Lookup(seq: sequence))
    }

    /// The last message on a subject.
    public func last(_ subject: String) async throws -> Message? {
        try await direct(Lookup(lastBySubj: subject))
    }

    /// The first message from `sequence` on whose subject is `filter`, which may have `*` and `>`.
    public func next(_ filter: String, from sequence: Int64) async throws -> Message? {
        try await direct(Lookup(seq: max(1, sequence), nextBySubj: filter))
    }

    /// Deletes a message; a server that is killed soon after may bring it back. False if it was
    /// gone.
    ///
    /// It isn't overwritten: once nats-server 2.9.10 has done that after a restart it finds none of
    /// the messages from before for a while, and gives later ones in their place.
    public func delete(_ sequence: Int64) async throws -> Bool {
        do {
            _ = try await ask("STREAM.MSG.DELETE", Lookup(seq: sequence, noErase: true)) as Nothing
            return true
        } catch NATSFailure.refused(Code.noMessage, _) {
            return false
        } catch NATSFailure.refused(Code.noSuchSequence, _) {
            return false
        }
    }

    /// Deletes messages on subjects, but for the last `keep`; returns how many they were.
    public func purge(_ filter: String, keep: Int = 0) async throws -> Int {
        let answer: Purged = try await ask(
            "STREAM.PURGE", Purge(filter: filter, keep: keep == 0 ? nil : keep))
        return answer.purged
    }

    public func state() async throws -> State {
        (try await ask("STREAM.INFO", Nothing()) as Info).state
    }

    /// When it was made, in the server's words: of another stream of this name it is another.
    public func created() async throws -> String {
        (try await ask("STREAM.INFO", Nothing()) as Info).created
    }

    // MARK: What is said

    private struct Lookup: Encodable {
        var seq: Int64?
        var noErase: Bool?
        var lastBySubj: String?
        var nextBySubj: String?
    }

    private struct Purge: Encodable {
        var filter: String
        var keep: Int?
    }

    private struct Nothing: Codable {}
    private struct Acknowledgement: Decodable {
        var seq: Int64
        var duplicate: Bool?
    }
    private struct Purged: Decodable { var purged: Int }
    private struct Info: Decodable {
        var created: String
        var state: State
    }

    private struct Refusal: Decodable {
        struct Words: Decodable {
            var code: Int
            var errCode: Int?
            var description: String
        }
        var error: Words?
    }

    // JetStream's names are like_this.
    private var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return encoder
    }

    private var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }

    private func ask<A: Decodable>(_ what: String, _ body: some Encodable) async throws -> A {
        try decode(
            await connection.request(
                "$JS.API.\(what).\(name)", Array(try encoder.encode(body))))
    }

    private func direct(_ lookup: Lookup) async throws -> Message? {
        let answer = try await connection.request(
            "$JS.API.DIRECT.GET.\(name)", Array(try encoder.encode(lookup)))
        switch answer.status {
        case nil:
            guard let message = Message(answer) else { throw strange() }
            return message
        case 404?: return nil
        case 503?: throw absent()
        case let status?: throw NATSFailure.refused(code: status, "\(name): status \(status)")
        }
    }

    private func decode<A: Decodable>(_ answer: NATSMessage) throws -> A {
        if answer.status == 503 { throw absent() }
        let body = Data(answer.body)
        if let error = try? decoder.decode(Refusal.self, from: body).error {
            let text = "\(name): \(error.description)"
            throw error.code == 503
                ? NATSFailure.unavailable(text)
                : .refused(code: error.errCode ?? 0, text)
        }
        do { return try decoder.decode(A.self, from: body) } catch { throw strange() }
    }

    private func absent() -> NATSFailure {
        .unavailable("the NATS server runs without JetStream; start it with `nats-server -js`")
    }

    private func strange() -> NATSFailure {
        .refused(code: 0, "the NATS server's answer isn't JetStream's")
    }
}
