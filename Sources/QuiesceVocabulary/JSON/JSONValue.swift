/// One value of a `JSONText`, which it must not outlive.
public struct JSONValue {
    let text: UnsafeRawBufferPointer
    let start: Int
    let end: Int

    private var first: UInt8 { text[start] }

    public var isNull: Bool { first == UInt8(ascii: "n") }

    /// Its fields; nil unless it is an object.
    public var object: JSONObject? {
        guard first == UInt8(ascii: "{") else { return nil }
        return JSONObject(self)
    }

    /// nil unless it is a list.
    public var list: [JSONValue]? {
        guard first == UInt8(ascii: "[") else { return nil }
        var values: [JSONValue] = []
        var scanner = JSONScanner(bytes: text, at: start + 1)
        scanner.skipSpace()
        if scanner.take(UInt8(ascii: "]")) { return values }
        repeat {
            scanner.skipSpace()
            let from = scanner.position
            _ = scanner.takeValue(depth: 0)
            values.append(JSONValue(text: text, start: from, end: scanner.position))
            scanner.skipSpace()
        } while scanner.take(UInt8(ascii: ","))
        return values
    }

    /// Whether it is this string, written without escapes.
    public func isWord(_ word: StaticString) -> Bool {
        end - start == word.utf8CodeUnitCount + 2 && first == UInt8(ascii: "\"")
            && JSONScanner(bytes: text, at: start + 1).isNext(word)
    }

    /// nil unless it is a string.
    public var string: String? {
        guard first == UInt8(ascii: "\"") else { return nil }
        let inner = UnsafeRawBufferPointer(rebasing: text[start + 1..<end - 1])
        guard inner.contains(UInt8(ascii: "\\")) else {
            return String(decoding: inner, as: UTF8.self)
        }
        return Self.unescaped(inner)
    }

    private static func unescaped(_ inner: UnsafeRawBufferPointer) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(inner.count)
        var scanner = JSONScanner(bytes: inner)
        while let byte = scanner.next {
            scanner.position += 1
            guard byte == UInt8(ascii: "\\"), let escape = scanner.next else {
                bytes.append(byte)
                continue
            }
            scanner.position += 1
            switch escape {
            case UInt8(ascii: "b"): bytes.append(0x08)
            case UInt8(ascii: "f"): bytes.append(0x0c)
            case UInt8(ascii: "n"): bytes.append(0x0a)
            case UInt8(ascii: "r"): bytes.append(0x0d)
            case UInt8(ascii: "t"): bytes.append(0x09)
            case UInt8(ascii: "u"):
                if let scalar = scalar(&scanner) { bytes.append(contentsOf: String(scalar).utf8) }
            case _: bytes.append(escape)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func scalar(_ scanner: inout JSONScanner) -> UnicodeScalar? {
        guard let unit = scanner.takeHexadecimal() else { return nil }
        guard (0xd800..<0xdc00).contains(unit) else { return UnicodeScalar(unit) }
        scanner.position += 2
        guard let other = scanner.takeHexadecimal() else { return nil }
        return UnicodeScalar(0x10000 + (unit - 0xd800) << 10 + (other - 0xdc00))
    }

    public var bool: Bool? {
        switch first {
        case UInt8(ascii: "t"): true
        case UInt8(ascii: "f"): false
        case _: nil
        }
    }

    /// nil unless it is a whole number in that range.
    public func integer<Integer: FixedWidthInteger>(_: Integer.Type) -> Integer? {
        var isNegative = false
        var value: Integer = 0
        for index in start..<end {
            let byte = text[index]
            if index == start, byte == UInt8(ascii: "-") {
                isNegative = true
                continue
            }
            let digit = byte &- UInt8(ascii: "0")
            guard digit <= 9 else { return double.flatMap { Integer(exactly: $0) } }
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) =
                isNegative
                ? product.subtractingReportingOverflow(Integer(digit))
                : product.addingReportingOverflow(Integer(digit))
            if overflow || carry { return nil }
            value = sum
        }
        return value
    }

    public var double: Double? {
        guard first == UInt8(ascii: "-") || first &- UInt8(ascii: "0") <= 9 else { return nil }
        let digits = UnsafeRawBufferPointer(rebasing: text[start..<end])
        guard let number = Double(String(decoding: digits, as: UTF8.self)), number.isFinite else {
            return nil
        }
        return number
    }
}

/// The fields of an object, in order. Of a name that comes twice the first counts.
public struct JSONObject {
    private var fields: [(key: JSONValue, value: JSONValue)] = []

    fileprivate init(_ value: JSONValue) {
        var scanner = JSONScanner(bytes: value.text, at: value.start + 1)
        scanner.skipSpace()
        if scanner.take(UInt8(ascii: "}")) { return }
        fields.reserveCapacity(8)
        func next() -> JSONValue {
            scanner.skipSpace()
            let from = scanner.position
            _ = scanner.takeValue(depth: 0)
            return JSONValue(text: value.text, start: from, end: scanner.position)
        }
        repeat {
            let key = next()
            scanner.skipSpace()
            _ = scanner.take(UInt8(ascii: ":"))
            fields.append((key, next()))
            scanner.skipSpace()
        } while scanner.take(UInt8(ascii: ","))
    }

    /// nil where there is none, or null.
    public subscript(name: StaticString) -> JSONValue? {
        for field in fields where field.key.isWord(name) {
            return field.value.isNull ? nil : field.value
        }
        return nil
    }

    /// Its one field; nil where there are more, or none.
    var only: (key: JSONValue, value: JSONValue)? { fields.count == 1 ? fields[0] : nil }

    /// Each with its name.
    public var all: [(name: String, value: JSONValue)] {
        fields.map { ($0.key.string ?? "", $0.value) }
    }
}
