/// A JSON text that was looked through once, from its first byte to its last: from then on it is
/// known to be one.
///
/// It only lends its bytes. What is read of it must not outlive the call of `read`.
public enum JSONText {
    /// How deep objects and lists may lie in one another. Nothing that is sent goes a tenth as deep
    /// but scenes, which have a limit of their own.
    public static let depth = 512

    /// - Parameter body: gets the whole.
    /// - Throws: `malformed`, and what `body` throws.
    public static func read<Value>(
        _ bytes: UnsafeRawBufferPointer, _ body: (JSONValue) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        var scanner = JSONScanner(bytes: bytes)
        scanner.skipSpace()
        let start = scanner.position
        guard scanner.takeValue(depth: 0) else { throw .malformed }
        let end = scanner.position
        scanner.skipSpace()
        guard scanner.position == bytes.count else { throw .malformed }
        return try body(JSONValue(text: bytes, start: start, end: end))
    }

    public static func read<Value>(
        _ bytes: [UInt8], _ body: (JSONValue) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        try bytes.withUnsafeBufferPointer { pointer throws(JSONError) in
            try read(UnsafeRawBufferPointer(pointer), body)
        }
    }
}

/// Goes through JSON from its front.
struct JSONScanner {
    let bytes: UnsafeRawBufferPointer
    var position = 0

    init(bytes: UnsafeRawBufferPointer, at position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 {
            position += 1
        }
    }

    mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    /// - Returns: false, unless a value comes next and is one.
    mutating func takeValue(depth: Int) -> Bool {
        switch next {
        case UInt8(ascii: "{"): return takeObject(depth: depth + 1)
        case UInt8(ascii: "["): return takeList(depth: depth + 1)
        case UInt8(ascii: "\""): return takeString()
        case UInt8(ascii: "t"): return take("true")
        case UInt8(ascii: "f"): return take("false")
        case UInt8(ascii: "n"): return take("null")
        case _: return takeNumber()
        }
    }

    private mutating func takeObject(depth: Int) -> Bool {
        guard depth <= JSONText.depth else { return false }
        position += 1
        skipSpace()
        if take(UInt8(ascii: "}")) { return true }
        repeat {
            skipSpace()
            guard takeString() else { return false }
            skipSpace()
            guard take(UInt8(ascii: ":")) else { return false }
            skipSpace()
            guard takeValue(depth: depth) else { return false }
            skipSpace()
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "}"))
    }

    private mutating func takeList(depth: Int) -> Bool {
        guard depth <= JSONText.depth else { return false }
        position += 1
        skipSpace()
        if take(UInt8(ascii: "]")) { return true }
        repeat {
            skipSpace()
            guard takeValue(depth: depth) else { return false }
            skipSpace()
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "]"))
    }

    private mutating func take(_ word: StaticString) -> Bool {
        guard isNext(word) else { return false }
        position += word.utf8CodeUnitCount
        return true
    }

    func isNext(_ word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard position + count <= bytes.count else { return false }
        for index in 0..<count where bytes[position + index] != word.utf8Start[index] {
            return false
        }
        return true
    }

    private mutating func takeNumber() -> Bool {
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")), takeDigits() == 0 { return false }
        if take(UInt8(ascii: ".")), takeDigits() == 0 { return false }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            if takeDigits() == 0 { return false }
        }
        return true
    }

    private mutating func takeDigits() -> Int {
        let start = position
        while let byte = next, byte &- UInt8(ascii: "0") <= 9 { position += 1 }
        return position - start
    }

    /// A string of valid UTF-8, with its quotes.
    private mutating func takeString() -> Bool {
        guard take(UInt8(ascii: "\"")) else { return false }
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return true
            case UInt8(ascii: "\\"): if !takeEscape() { return false }
            case 0x20..<0x80: position += 1
            case 0x80...: if !takeScalar() { return false }
            case _: return false
            }
        }
        return false
    }

    private mutating func takeEscape() -> Bool {
        position += 1
        guard let byte = next else { return false }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return true
        case UInt8(ascii: "u"):
            guard let unit = takeHexadecimal() else { return false }
            guard (0xd800..<0xe000).contains(unit) else { return true }
            // Half of a character: the other half follows.
            guard unit < 0xdc00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")),
                let other = takeHexadecimal()
            else { return false }
            return (0xdc00..<0xe000).contains(other)
        case _: return false
        }
    }

    mutating func takeHexadecimal() -> UInt32? {
        guard position + 4 <= bytes.count else { return nil }
        var unit: UInt32 = 0
        for byte in bytes[position..<position + 4] {
            guard let digit = Character(UnicodeScalar(byte)).hexDigitValue, byte < 0x80 else {
                return nil
            }
            unit = unit << 4 | UInt32(digit)
        }
        position += 4
        return unit
    }

    /// One of more than one byte.
    private mutating func takeScalar() -> Bool {
        var decoder = UTF8()
        var rest = bytes[position...].prefix(4).makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return false }
        position += UTF8.width(scalar)
        return true
    }
}
