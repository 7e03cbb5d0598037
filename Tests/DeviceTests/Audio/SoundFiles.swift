import Foundation

/// Sounds of 0.6 seconds, in the formats that a notification's may have (N6), at 8,000 samples a
/// second.
enum SoundFiles {
    private static let count = 4_800

    static let all: [(name: String, bytes: Data)] = [
        ("pcm.wav", wav(tag: 1, bits: 16, tone(low: [0xC0, 0xE0], high: [0x40, 0x1F]))),
        ("pcm.aiff", aiff(tone(low: [0xE0, 0xC0], high: [0x1F, 0x40]))),
        ("ulaw.wav", wav(tag: 7, bits: 8, tone(low: [0x1C], high: [0x9C]))),
        ("alaw.caf", caf("alaw", packetBytes: 1, tone(low: [0x35], high: [0xB5]))),
        ("ma4.caf", caf("ima4", packetBytes: 34, ma4)),
    ]

    /// 400 Hz: ten samples of each in turn.
    private static func tone(low: [UInt8], high: [UInt8]) -> Data {
        Data((0..<count).flatMap { $0 / 10 % 2 == 0 ? high : low })
    }

    /// Packets of 64 samples, each of which begins with the largest step, and goes up and down by
    /// less and less.
    private static let ma4 = Data(
        (0..<count / 64).flatMap { _ in [0x00, 0x58] + [UInt8](repeating: 0xB3, count: 32) })

    private static func wav(tag: UInt16, bits: UInt16, _ data: Data) -> Data {
        let frame = bits / 8
        var chunks = Data("WAVEfmt ".utf8)
        chunks += little(UInt32(16))
        chunks += little(tag)
        chunks += little(UInt16(1))
        chunks += little(UInt32(8_000))
        chunks += little(8_000 * UInt32(frame))
        chunks += little(frame)
        chunks += little(bits)
        chunks += Data("data".utf8)
        chunks += little(UInt32(data.count))
        chunks += data
        return Data("RIFF".utf8) + little(UInt32(chunks.count)) + chunks
    }

    private static func aiff(_ data: Data) -> Data {
        var chunks = Data("AIFFCOMM".utf8)
        chunks += big(UInt32(18))
        chunks += big(UInt16(1))
        chunks += big(UInt32(count))
        chunks += big(UInt16(16))
        // 8,000 as a number of 80 bits.
        chunks += big(UInt16(0x400B))
        chunks += big(UInt64(0xFA00_0000_0000_0000))
        chunks += Data("SSND".utf8)
        chunks += big(UInt32(8 + data.count))
        chunks += big(UInt64(0))
        chunks += data
        return Data("FORM".utf8) + big(UInt32(chunks.count)) + chunks
    }

    private static func caf(_ format: String, packetBytes: UInt32, _ data: Data) -> Data {
        var file = Data("caff".utf8)
        file += big(UInt32(1) << 16)
        file += Data("desc".utf8)
        file += big(UInt64(32))
        file += big(8_000.0.bitPattern)
        file += Data(format.utf8)
        file += big(UInt32(0))
        file += big(packetBytes)
        file += big(UInt32(packetBytes == 1 ? 1 : 64))
        file += big(UInt32(1))
        file += big(UInt32(packetBytes == 1 ? 8 : 0))
        file += Data("data".utf8)
        file += big(UInt64(4 + data.count))
        // No edits.
        file += big(UInt32(0))
        return file + data
    }

    private static func little(_ value: some FixedWidthInteger) -> Data {
        withUnsafeBytes(of: value.littleEndian) { Data($0) }
    }

    private static func big(_ value: some FixedWidthInteger) -> Data {
        withUnsafeBytes(of: value.bigEndian) { Data($0) }
    }
}
