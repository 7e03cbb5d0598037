import Foundation

/// Turns messages into datagrams and back. Not thread-safe: each thread has its own.
public struct WireCoder {
    private let encoder = JSONEncoder()
    private let decoder = JSONDecoder()

    public init() { encoder.outputFormatting = [.withoutEscapingSlashes] }

    // MARK: Between apps and the daemon

    /// - Throws: `WireError` with `tooLarge` when the message doesn't fit a datagram.
    public func encode(_ message: some Described) throws(WireError) -> Data {
        try within(AppProtocol.datagramBytes, json(of: message), "message")
    }

    /// A text of any length.
    func json(of value: some Described) throws(WireError) -> Data {
        var writer = JSONWriter()
        value.describe(to: &writer)
        if let (field, number) = writer.unwritable {
            throw WireError(
                code: .malformed, message: "the field \"\(field)\" can't be \(number)")
        }
        return Data(writer.bytes)
    }

    /// - Throws: `WireError` that says what is wrong with `datagram`, for its sender.
    public func decode<Message: JSONReadable>(
        _: Message.Type, from datagram: Data
    ) throws(WireError) -> Message {
        try read(Message.self, of: checked(datagram))
    }

    /// A text of any length.
    func read<Value: JSONReadable>(_: Value.Type, of json: Data) throws(WireError) -> Value {
        let result = json.withUnsafeBytes { bytes in
            Result { () throws(JSONError) in
                try JSONText.read(bytes) { value throws(JSONError) in try Value(json: value) }
            }
        }
        return try result.mapError { WireError($0) }.get()
    }

    // MARK: What Foundation writes and reads

    /// - Throws: `WireError` with `tooLarge` when the message doesn't fit a datagram.
    public func encode(_ message: some Encodable) throws(WireError) -> Data {
        do {
            let data = try encoder.encode(message)
            return try within(AppProtocol.datagramBytes, data, "message")
        } catch let error as WireError {
            throw error
        } catch {
            throw WireError(code: .malformed, message: Self.describe(error))
        }
    }

    /// - Throws: `WireError` that says what is wrong with `datagram`, for its sender.
    public func decode<Message: Decodable>(
        _: Message.Type, from datagram: Data
    ) throws(WireError) -> Message {
        let datagram = try checked(datagram)
        do {
            return try decoder.decode(Message.self, from: datagram)
        } catch let unknown as UnknownKind {
            throw .unknownType(unknown.name)
        } catch let error as DecodingError {
            throw WireError(code: .malformed, message: Self.describe(error))
        } catch {
            throw WireError(code: .malformed, message: WireError.noObject)
        }
    }

    // MARK: Bounds and errors

    private func checked(_ datagram: Data) throws(WireError) -> Data {
        guard datagram.count <= AppProtocol.datagramBytes else {
            throw WireError(
                code: .tooLarge, message: "a datagram may have \(AppProtocol.datagramBytes) bytes")
        }
        return datagram
    }

    func within(_ limit: Int, _ data: Data, _ what: String) throws(WireError) -> Data {
        guard data.count <= limit else {
            throw WireError(
                code: .tooLarge, message: "a \(what) of \(data.count) bytes is over \(limit)")
        }
        return data
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
        case .keyNotFound(let key, _): WireError.missing(key.stringValue)
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .dataCorrupted(let context):
            context.codingPath.last.map { WireError.wrong($0.stringValue) } ?? WireError.noObject
        @unknown case _: WireError.noObject
        }
    }
}

extension WireError {
    fileprivate static let noObject = "not a JSON object of the protocol"
    fileprivate static func missing(_ field: String) -> String {
        "the field \"\(field)\" is missing"
    }
    fileprivate static func wrong(_ field: String) -> String {
        "the field \"\(field)\" has a wrong value"
    }

    fileprivate static func unknownType(_ word: String) -> WireError {
        WireError(
            code: .unknownType,
            message: "no message \"\(word.printable)\" in version \(AppProtocol.version)")
    }

    fileprivate init(_ error: JSONError) {
        switch error {
        case .malformed, .unexpected: self.init(code: .malformed, message: Self.noObject)
        case .missing(let field): self.init(code: .malformed, message: Self.missing(field))
        case .wrong(let field): self.init(code: .malformed, message: Self.wrong(field))
        case .unknownWord(let word): self = .unknownType(word)
        }
    }
}
