/// Reads numbers from a file's bytes. Everything that isn't there is nil; nothing traps.
struct SoundBytes {
    private let bytes: ArraySlice<UInt8>
    private(set) var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    var left: Int { bytes.endIndex - position }

    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= left else { return nil }
        defer { position += count }
        return bytes[position..<position + count]
    }

    mutating func skip(_ count: Int) { _ = take(min(max(0, count), left)) }

    /// Four characters; those that can't be printed as `?`.
    mutating func code() -> String? {
        take(4).map { bytes in
            String(
                decoding: bytes.map { 0x20..<0x7F ~= $0 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
        }
    }

    mutating func big(_ count: Int) -> UInt64? {
        take(count).map { $0.reduce(0) { $0 << 8 | UInt64($1) } }
    }

    mutating func little(_ count: Int) -> UInt64? {
        take(count).map { $0.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
    }

    /// An 80-bit IEEE 754 number, as AIFF has its rate.
    mutating func extended() -> Double? {
        guard let head = big(2), let mantissa = big(8) else { return nil }
        let exponent = Int(head & 0x7FFF)
        guard exponent < 0x7FFF else { return .nan }
        let value = Double(
            sign: .plus, exponent: max(-1_000, min(1_000, exponent - 16_383 - 63)),
            significand: Double(mantissa))
        return head & 0x8000 == 0 ? value : -value
    }
}
