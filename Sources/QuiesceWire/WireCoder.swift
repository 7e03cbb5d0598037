import Foundation

/// Turns messages into datagrams and back.
public struct WireCoder {
    public init() {}

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
        case .refused(let why): self.init(code: .malformed, message: why)
        }
    }
}
