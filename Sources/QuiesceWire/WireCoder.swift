import Foundation

/// Turns messages into datagrams and back. Not thread-safe: each thread has its own.
public struct WireCoder {
    private let encoder = JSONEncoder()
    /// For what is kept in files, so that the same value has the same bytes.
    private let orderly = JSONEncoder()
    private let decoder = JSONDecoder()

    public init() {
        encoder.outputFormatting = [.withoutEscapingSlashes]
        orderly.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    }

    /// - Throws: `WireError` with `tooLarge` when the message doesn't fit a datagram.
    public func encode(_ message: some Encodable) throws(WireError) -> Data {
        try encode(anyOf: message)
    }

    /// As for any message, but quick for those that are sent often.
    public func encode(_ message: MessageFromApp) throws(WireError) -> Data {
        if let plain = message.plainForm, plain.count <= AppProtocol.datagramBytes {
            return Data(plain)
        }
        if case .scene(let scene?) = message {
            let datagram = try datagram(of: document(of: scene))
            return try within(AppProtocol.datagramBytes, datagram, "message")
        }
        return try encode(anyOf: message)
    }

    /// As for any message, but quick for those that are sent often.
    public func encode(_ message: MessageToApp) throws(WireError) -> Data {
        if let plain = message.plainForm, plain.count <= AppProtocol.datagramBytes {
            return Data(plain)
        }
        return try encode(anyOf: message)
    }

    /// As for any message, but quick for those that are sent often.
    public func decode(
        _: MessageFromApp.Type, from datagram: Data
    ) throws(WireError) -> MessageFromApp {
        if let plain = PlainFields(datagram).flatMap(MessageFromApp.init) { return plain }
        return try decode(anyOf: MessageFromApp.self, from: datagram)
    }

    /// As for any message, but quick for those that are sent often.
    public func decode(
        _: MessageToApp.Type, from datagram: Data
    ) throws(WireError) -> MessageToApp {
        if let plain = PlainFields(datagram).flatMap(MessageToApp.init) { return plain }
        return try decode(anyOf: MessageToApp.self, from: datagram)
    }

    /// - Throws: `WireError` that says what is wrong with `datagram`, for its sender.
    public func decode<Message: Decodable>(
        _: Message.Type, from datagram: Data
    ) throws(WireError) -> Message {
        try decode(anyOf: Message.self, from: datagram)
    }

    /// By Foundation's encoder.
    package func encode(anyOf message: some Encodable) throws(WireError) -> Data {
        try within(AppProtocol.datagramBytes, json(of: message, by: encoder), "message")
    }

    /// With its keys in order.
    func orderlyJSON(of value: some Encodable) throws(WireError) -> Data {
        try json(of: value, by: orderly)
    }

    private func json(
        of value: some Encodable, by encoder: JSONEncoder
    ) throws(WireError) -> Data {
        do {
            return try encoder.encode(value)
        } catch {
            throw WireError(code: .malformed, message: Self.describe(error))
        }
    }

    func within(_ limit: Int, _ data: Data, _ what: String) throws(WireError) -> Data {
        guard data.count <= limit else {
            throw WireError(
                code: .tooLarge, message: "a \(what) of \(data.count) bytes is over \(limit)")
        }
        return data
    }

    /// By Foundation's decoder.
    package func decode<Message: Decodable>(anyOf _: Message.Type, from datagram: Data)
        throws(WireError)
        -> Message
    {
        guard datagram.count <= AppProtocol.datagramBytes else {
            throw WireError(
                code: .tooLarge, message: "a datagram may have \(AppProtocol.datagramBytes) bytes")
        }
        return try value(Message.self, of: datagram)
    }

    func value<Value: Decodable>(_: Value.Type, of json: Data) throws(WireError) -> Value {
        do {
            return try decoder.decode(Value.self, from: json)
        } catch let unknown as UnknownKind {
            let name = unknown.name.printable
            throw WireError(
                code: .unknownType,
                message: "no message \"\(name)\" in version \(AppProtocol.version)")
        } catch let error as DecodingError {
            throw WireError(code: .malformed, message: Self.describe(error))
        } catch {
            throw WireError(code: .malformed, message: "not a JSON object of the protocol")
        }
    }

    private static func describe(_ error: any Error) -> String {
        guard case EncodingError.invalidValue(let value, let context) = error else {
            return "\(error)"
        }
        let field = context.codingPath.last.map { "the field \"\($0.stringValue)\"" } ?? "a field"
        return "\(field) can't be \(value)"
    }

    private static func describe(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, _): "the field \"\(key.stringValue)\" is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .dataCorrupted(let context):
            context.codingPath.last.map { "the field \"\($0.stringValue)\" has a wrong value" }
                ?? "not a JSON object of the protocol"
        @unknown case _: "not a JSON object of the protocol"
        }
    }
}
