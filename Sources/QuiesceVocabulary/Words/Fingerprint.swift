/// A number that stands for what the core did: the same on every run, in every process and build,
/// unlike `Hasher`, which each process seeds anew. It finds mistakes, not forgeries.
///
/// FNV-1a, on words of 64 bits instead of bytes, and folded so that high bits reach low ones.
public struct Fingerprint: Sendable, Hashable, CustomStringConvertible {
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

    /// Adds another's number, in order.
    public mutating func add(_ other: Fingerprint) { add(other.value) }

    @inlinable package mutating func add(_ word: UInt64) {
        state = (state ^ word) &* 0x0000_0100_0000_01b3
        state ^= state >> 29
    }
}

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

    /// The numbers that `add` makes of a text.
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

    /// All of a value.
    @inlinable package mutating func add(_ value: some Described) { value.describe(to: &self) }
}

// Every case adds its number, and what may be absent adds whether it is, so that different values
// of a type never add the same words. Names add nothing: a type has the same ones each time.
extension Fingerprint: Sink {
    @inlinable public mutating func beginObject() {}
    @inlinable public mutating func endObject() {}
    @inlinable public mutating func beginDictionary(count: Int) { add(UInt64(count)) }
    @inlinable public mutating func beginList(count: Int) { add(UInt64(count)) }
    @inlinable public mutating func endList() {}
    @inlinable public mutating func key(_ name: StaticString) {}
    @inlinable public mutating func key(_ name: String) { add(name) }
    @inlinable public mutating func present(_ name: StaticString) { add(1 as UInt64) }
    @inlinable public mutating func absent(_ name: StaticString) { add(0 as UInt64) }
    @inlinable public mutating func beginCase(_ word: StaticString, number: UInt64) { add(number) }
    @inlinable public mutating func endCase() {}

    @inlinable public mutating func word(
        _ word: StaticString, number: UInt64, at key: StaticString
    ) {
        add(number)
    }

    @inlinable public mutating func word(_ word: StaticString, number: UInt64) { add(number) }
    @inlinable public mutating func put(_ number: UInt64) { add(number) }
    @inlinable public mutating func put(_ number: Int64) { add(number) }
    @inlinable public mutating func put(_ number: Double) { add(number.bitPattern) }
    @inlinable public mutating func put(_ flag: Bool) { add(flag) }
    @inlinable public mutating func put(_ text: String) { add(text) }
    @inlinable public mutating func put(_ app: AppID) { add(app) }
    @inlinable public mutating func putNull() { add(0 as UInt64) }
}

extension Described {
    /// Stands for all of it.
    public var fingerprint: Fingerprint {
        var fingerprint = Fingerprint()
        describe(to: &fingerprint)
        return fingerprint
    }
}

extension Fingerprint: WrittenAs {
    public var written: String { description }

    public init?(written digits: String) {
        guard digits.utf8.count == 16, let value = UInt64(digits, radix: 16) else { return nil }
        self.init(value: value)
    }
}
