/// Files of sounds, right or wrong in one thing.
enum SoundMaker {
    /// One second of silence in 8 bits, unless it is changed.
    struct WAV {
        var tag: UInt16 = 1
        var channels: UInt16 = 1
        var rate: UInt32 = 8_000
        var align: UInt16 = 1
        var bits: UInt16 = 8
        var data = [UInt8](repeating: 0x80, count: 8_000)
        /// nil: what it is.
        var dataSize: UInt32?

        var bytes: [UInt8] {
            Array("RIFF\0\0\0\0WAVEfmt ".utf8) + little(UInt32(16)) + little(tag)
                + little(channels) + little(rate) + little(UInt32(0)) + little(align)
                + little(bits) + Array("data".utf8) + little(dataSize ?? UInt32(data.count)) + data
        }
    }

    static func caf(
        _ format: String, _ data: [UInt8], packetBytes: UInt32, channels: UInt32, rate: Double
    ) -> [UInt8] {
        Array("caff\0\u{1}\0\0desc".utf8) + big(UInt64(32)) + big(rate.bitPattern)
            + Array(format.utf8) + big(UInt32(0)) + big(packetBytes) + big(UInt32(0))
            + big(channels) + big(UInt32(0)) + Array("data".utf8) + big(UInt64.max)
            + big(UInt32(0)) + data
    }

    private static func little(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }

    private static func big(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }
}
