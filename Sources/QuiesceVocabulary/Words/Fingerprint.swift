/// A number that stands for what the core did: the same on every run, in every process and build,
/// unlike `Hasher`, which each process seeds anew. It finds mistakes, not forgeries.
///
/// FNV-1a, on words of 64 bits instead of bytes, and folded so that high bits reach low ones.
public struct Fingerprint: Sendable, Hashable, Codable, CustomStringConvertible {
    @usableFromInline var state: UInt64 = 0xcbf2_9ce4_8422_2325
    @inlinable public var value: UInt64 { state }

    public init() {}

    /// The one with that number, as it was written down.
    public init(value: UInt64) { state = value }

    /// 16 hexadecimal digits.
    public var description: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let digits = try container.decode(String.self)
        guard digits.utf8.count == 16, let value = UInt64(digits, radix: 16) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "a fingerprint has 16 hexadecimal digits")
        }
        state = value
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// Adds another's number, in order.
    public mutating func add(_ other: Fingerprint) { add(other.value) }

    @inlinable package mutating func add(_ word: UInt64) {
        state = (state ^ word) &* 0x0000_0100_0000_01b3
        state ^= state >> 29
    }
}

// Every case adds a number of its own, and every optional whether it is there, so that different
// values never add the same words.

extension Fingerprint {
    @inlinable package mutating func add(_ number: Int64) { add(UInt64(bitPattern: number)) }
    @inlinable package mutating func add(_ flag: Bool) { add(UInt64(flag ? 1 : 0)) }

    @inlinable package mutating func add(_ text: String) {
        Self.forEachWord(of: text) { add($0) }
    }

    /// The same as its name.
    @inlinable package mutating func add(_ app: AppID) {
        for word in app.words { add(word) }
    }

    /// What `add` makes of a text.
    package static func words(of text: String) -> [UInt64] {
        var words: [UInt64] = []
        forEachWord(of: text) { words.append($0) }
        return words
    }

    @inlinable static func forEachWord(of text: String, _ body: (UInt64) -> Void) {
        var text = text
        text.withUTF8 { bytes in
            body(UInt64(bytes.count))
            let bytes = UnsafeRawBufferPointer(bytes)
            let whole = bytes.count & ~7
            for start in stride(from: 0, to: whole, by: 8) {
                body(UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)))
            }
            guard whole < bytes.count else { return }
            var word: UInt64 = 0
            for byte in bytes[whole...] { word = word << 8 | UInt64(byte) }
            body(word)
        }
    }

    @inlinable package mutating func add<Value>(
        _ value: Value?, _ body: (inout Fingerprint, Value) -> Void
    ) {
        add(value != nil)
        if let value { body(&self, value) }
    }

    @inlinable package mutating func add<Value>(
        all values: [Value], _ body: (inout Fingerprint, Value) -> Void
    ) {
        add(UInt64(values.count))
        for value in values { body(&self, value) }
    }

    @inlinable package mutating func add(_ tag: UInt64, _ app: AppID, _ launch: Launch) {
        add(tag)
        add(app)
        add(launch.number)
    }

    @inlinable package mutating func add(_ tag: UInt64, _ app: AppID) {
        add(tag)
        add(app)
    }
}
