/// How many bytes of a body can be relied on: one of the two slots of a record.
///
/// They are written in turn, each within one sector, so that a torn one leaves the other; the valid
/// slot with the higher generation counts.
struct RecordSlot: Hashable, Sendable {
    static let bytes = 512
    private static let magic: [UInt8] = Array("QTRANS01".utf8)

    var generation: UInt64 = 0
    /// The kernel has these bytes: they are there unless the machine went down since.
    var written: UInt64 = 0
    /// The disk has these, whatever happens. Never above `written`.
    var synced: UInt64 = 0
    /// The body is whole, and on disk.
    var isFinished = false
    /// Which of the two places the head is in, and what it must be.
    var headPlace: UInt64 = 0
    var headBytes: UInt64 = 0
    var headSum: UInt64 = 0
    /// During which run of the machine it was written.
    var boot = BootID()

    var encoded: [UInt8] {
        var bytes = Self.magic
        let numbers = [
            generation, written, synced, isFinished ? 1 : 0, headPlace, headBytes, headSum,
            boot.high,
            boot.low,
        ]
        for number in numbers { bytes += Self.bytes(number) }
        bytes += Self.bytes(checksum(bytes))
        bytes += Array(repeating: 0, count: Self.bytes - bytes.count)
        return bytes
    }

    init() {}

    /// nil: torn, or never written.
    init?(_ bytes: ArraySlice<UInt8>) {
        let numbers = 9
        let start = bytes.startIndex + Self.magic.count
        let end = start + numbers * 8
        guard bytes.count == Self.bytes, bytes.starts(with: Self.magic),
            checksum(bytes[bytes.startIndex..<end]) == Self.number(bytes, at: end)
        else { return nil }
        func number(_ index: Int) -> UInt64 { Self.number(bytes, at: start + index * 8) }
        generation = number(0)
        written = number(1)
        synced = number(2)
        isFinished = number(3) == 1
        headPlace = number(4)
        headBytes = number(5)
        headSum = number(6)
        boot = BootID(high: number(7), low: number(8))
        guard synced <= written, headPlace < 2 else { return nil }
    }

    private static func bytes(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>, at start: Int) -> UInt64 {
        (0..<8).reduce(0) { $0 | UInt64(bytes[start + $1]) << (8 * UInt64($1)) }
    }
}

/// FNV-1a: finds what was torn, not what was forged.
func checksum(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}
