// The hot messages, read and written without JSONDecoder and JSONEncoder. Those take 2-4 µs each
// when they are warm, but 60-80 µs when their code has left the caches, as it has in an app that
// was just thawed. The bytes are the same JSON; what isn't of the plain kind is left to Foundation.

import Foundation

/// The fields of one flat JSON object of the plain kind: no spaces, no key twice, known keys only;
/// whole numbers, `true`, and strings of printable ASCII in which only `"`, `\` and `/` are escaped.
package struct PlainFields {
    private enum Key: Int, CaseIterable {
        case type, call, seq, redelivered, request, task, wake, deadline, name, result, payload

        var name: StaticString {
            switch self {
            case .type: "type"
            case .call: "call"
            case .seq: "seq"
            case .redelivered: "redelivered"
            case .request: "request"
            case .task: "task"
            case .wake: "wake"
            case .deadline: "deadline"
            case .name: "name"
            case .result: "result"
            case .payload: "payload"
            }
        }
    }

    private(set) var type = ""
    private(set) var call: String?
    private(set) var seq: UInt64?
    private(set) var redelivered = false
    private(set) var request: UInt64?
    private(set) var task: UInt64?
    private(set) var wake: UInt64?
    private(set) var deadline: Int64?
    private(set) var name: String?
    private(set) var result: String?
    private(set) var payload: String?

    /// - Returns: nil when `datagram` isn't of the plain kind, right or wrong as it may be.
    package init?(_ datagram: Data) {
        guard datagram.count <= AppProtocol.datagramBytes else { return nil }
        let isPlain = datagram.withUnsafeBytes { read(PlainReader(bytes: $0)) }
        if !isPlain { return nil }
    }

    private mutating func read(_ front: PlainReader) -> Bool {
        var reader = front
        guard reader.take("{") else { return false }
        var seen: UInt = 0
        repeat {
            guard let key = Key.allCases.first(where: { reader.takeKey($0.name) }),
                seen & (1 << UInt(key.rawValue)) == 0, store(key, from: &reader)
            else { return false }
            seen |= 1 << UInt(key.rawValue)
        } while reader.take(",")
        return reader.take("}") && reader.isAtEnd
    }

    private mutating func store(_ key: Key, from reader: inout PlainReader) -> Bool {
        switch key {
        case .type:
            guard let text = reader.string() else { return false }
            type = text
        case .call: return store(&call, reader.string())
        case .seq: return store(&seq, reader.number())
        case .redelivered:
            guard reader.take("true") else { return false }
            redelivered = true
        case .request: return store(&request, reader.number())
        case .task: return store(&task, reader.number())
        case .wake: return store(&wake, reader.number())
        case .deadline: return store(&deadline, reader.number().flatMap { Int64(exactly: $0) })
        case .name: return store(&name, reader.string())
        case .result: return store(&result, reader.string())
        case .payload: return store(&payload, reader.string())
        }
        return true
    }

    private func store<Value>(_ field: inout Value?, _ value: Value?) -> Bool {
        field = value
        return value != nil
    }
}

/// Takes plain JSON from the front of a datagram.
private struct PlainReader {
    let bytes: UnsafeRawBufferPointer
    private var position = 0

    init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    /// Takes `literal` if it comes next.
    mutating func take(_ literal: StaticString) -> Bool {
        let count = literal.utf8CodeUnitCount
        guard isNext(literal, at: position) else { return false }
        position += count
        return true
    }

    /// Takes `"name":` if it comes next.
    mutating func takeKey(_ name: StaticString) -> Bool {
        let end = position + 1 + name.utf8CodeUnitCount
        guard isNext("\"", at: position), isNext(name, at: position + 1), isNext("\":", at: end)
        else { return false }
        position = end + 2
        return true
    }

    mutating func number() -> UInt64? {
        let start = position
        var value: UInt64 = 0
        while position < bytes.count, case let digit = bytes[position] &- UInt8(ascii: "0"),
            digit <= 9
        {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
            if overflow || carry { return nil }
            value = sum
            position += 1
        }
        let count = position - start
        return count == 0 || (count > 1 && bytes[start] == UInt8(ascii: "0")) ? nil : value
    }

    mutating func string() -> String? {
        guard take("\"") else { return nil }
        let start = position
        var escapes = 0
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            guard (0x20..<0x7f).contains(bytes[position]) else { return nil }
            if bytes[position] == UInt8(ascii: "\\") {
                position += 1
                guard position < bytes.count, Self.isPlainEscape(bytes[position]) else {
                    return nil
                }
                escapes += 1
            }
            position += 1
        }
        let raw = UnsafeRawBufferPointer(rebasing: bytes[start..<position])
        guard take("\"") else { return nil }
        if escapes == 0 { return String(decoding: raw, as: UTF8.self) }
        return String(unsafeUninitializedCapacity: raw.count - escapes) { target in
            var from = 0
            for index in 0..<(raw.count - escapes) {
                if raw[from] == UInt8(ascii: "\\") { from += 1 }
                target[index] = raw[from]
                from += 1
            }
            return raw.count - escapes
        }
    }

    private static func isPlainEscape(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "/")
    }

    private func isNext(_ literal: StaticString, at offset: Int) -> Bool {
        let count = literal.utf8CodeUnitCount
        guard offset + count <= bytes.count else { return false }
        for index in 0..<count where bytes[offset + index] != literal.utf8Start[index] {
            return false
        }
        return true
    }
}

/// Writes one flat JSON object.
struct PlainWriter {
    private var bytes: [UInt8] = []

    init(type: StaticString) {
        bytes.reserveCapacity(128)
        append(#"{"type":""#)
        append(type)
        append("\"")
    }

    mutating func put(_ key: StaticString, _ number: UInt64) {
        begin(key)
        append(digits: number)
    }

    mutating func put(_ key: StaticString, _ number: Int64) {
        begin(key)
        if number < 0 { append("-") }
        append(digits: number.magnitude)
    }

    /// `word`: one of the protocol's, which need no escapes.
    mutating func put(_ key: StaticString, word: StaticString) {
        begin(key)
        append("\"")
        append(word)
        append("\"")
    }

    /// - Returns: false, having written nothing, when `string` is more than printable ASCII.
    mutating func put(_ key: StaticString, string: String) -> Bool {
        guard string.utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) else { return false }
        begin(key)
        append("\"")
        for byte in string.utf8 {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { append("\\") }
            bytes.append(byte)
        }
        append("\"")
        return true
    }

    mutating func putTrue(_ key: StaticString) {
        begin(key)
        append("true")
    }

    var datagram: [UInt8] { bytes + [UInt8(ascii: "}")] }

    private mutating func begin(_ key: StaticString) {
        append(",\"")
        append(key)
        append("\":")
    }

    private mutating func append(_ text: StaticString) {
        bytes.append(
            contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func append(digits number: UInt64) {
        let start = bytes.count
        var rest = number
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }
}
