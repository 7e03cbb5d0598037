/// Writes JSON without spaces, its keys in the order in which they come. What there isn't is left
/// out.
public struct JSONWriter: Sink {
    public private(set) var bytes: [UInt8] = []
    /// Something stands before, in the same object or list.
    private var follows = false
    /// A key was written, and its value comes next.
    private var hasKey = false
    private var lastKey: StaticString = ""
    /// The first field that has a number which JSON can't say, and that number.
    public private(set) var unwritable: (field: StaticString, number: Double)?

    public init() { bytes.reserveCapacity(128) }

    public mutating func beginObject() {
        begin()
        bytes.append(UInt8(ascii: "{"))
        follows = false
    }

    public mutating func endObject() {
        bytes.append(UInt8(ascii: "}"))
        follows = true
    }

    public mutating func beginDictionary(count: Int) { beginObject() }

    public mutating func beginList(count: Int) {
        begin()
        bytes.append(UInt8(ascii: "["))
        follows = false
    }

    public mutating func endList() {
        bytes.append(UInt8(ascii: "]"))
        follows = true
    }

    public mutating func key(_ name: StaticString) {
        lastKey = name
        begin()
        bytes.append(UInt8(ascii: "\""))
        append(name)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        hasKey = true
    }

    public mutating func key(_ name: String) {
        begin()
        append(quoted: name)
        bytes.append(UInt8(ascii: ":"))
        hasKey = true
    }

    public mutating func present(_ name: StaticString) { key(name) }

    public mutating func absent(_ name: StaticString) {}

    public mutating func beginCase(_ word: StaticString, number: UInt64) {
        beginObject()
        key(word)
        beginObject()
    }

    public mutating func endCase() {
        endObject()
        endObject()
    }

    public mutating func word(_ word: StaticString, number: UInt64, at key: StaticString) {
        self.key(key)
        self.word(word, number: number)
    }

    public mutating func word(_ word: StaticString, number: UInt64) {
        begin()
        bytes.append(UInt8(ascii: "\""))
        append(word)
        bytes.append(UInt8(ascii: "\""))
    }

    public mutating func put(_ number: UInt64) {
        begin()
        append(digits: number)
    }

    public mutating func put(_ number: Int64) {
        begin()
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        append(digits: number.magnitude)
    }

    /// Whole numbers as such; what JSON can't say, NaN and the infinities, as null.
    public mutating func put(_ number: Double) {
        guard number.isFinite else {
            unwritable = unwritable ?? (lastKey, number)
            return putNull()
        }
        if let whole = Int64(exactly: number), whole.magnitude < 1 << 53 { return put(whole) }
        begin()
        bytes.append(contentsOf: number.description.utf8)
    }

    public mutating func put(_ flag: Bool) {
        begin()
        append(flag ? "true" : "false")
    }

    public mutating func put(_ text: String) {
        begin()
        append(quoted: text)
    }

    public mutating func put(_ app: AppID) { put(app.name) }

    public mutating func putNull() {
        begin()
        append("null")
    }

    // MARK: Bytes

    private mutating func begin() {
        if follows, !hasKey { bytes.append(UInt8(ascii: ",")) }
        hasKey = false
        follows = true
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

    private mutating func append(quoted text: String) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { utf8 in
            var start = 0
            for (index, byte) in utf8.enumerated()
            where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
                append(escaped: byte)
                start = index + 1
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func append(escaped byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0a: bytes.append(UInt8(ascii: "n"))
        case 0x0c: bytes.append(UInt8(ascii: "f"))
        case 0x0d: bytes.append(UInt8(ascii: "r"))
        case _:
            append("u00")
            bytes.append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
            let digit = byte & 0x0f
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }
}

extension Described {
    public var jsonText: String { String(decoding: json, as: UTF8.self) }

    /// As JSON.
    public var json: [UInt8] {
        var writer = JSONWriter()
        describe(to: &writer)
        return writer.bytes
    }
}
