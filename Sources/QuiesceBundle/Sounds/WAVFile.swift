/// RIFF WAVE.
enum WAVFile {
    private struct Format {
        var tag: UInt64
        var channels: Int
        var rate: UInt64
        /// Bytes of one frame, or of one block.
        var align: Int
        var bits: Int
    }

    /// - Parameter reader: after "RIFF".
    static func read(_ reader: SoundBytes) throws(SoundProblem) -> SoundParts {
        var reader = reader
        reader.skip(4)
        guard reader.code() == "WAVE" else { throw .container }
        var format: Format?
        for _ in 0..<SoundLimits.chunks {
            guard let name = reader.code(), let size = reader.little(4) else { throw .cutShort }
            let count = Int(size)
            switch name {
            case "fmt ":
                guard let bytes = reader.take(count) else { throw .cutShort }
                format = try Self.format(SoundBytes(bytes))
            case "data":
                guard let format else { throw .malformed("order of parts") }
                guard let data = reader.take(count) else { throw .cutShort }
                return SoundParts(
                    codec: try codec(format), channels: format.channels, rate: Double(format.rate),
                    data: data)
            case _: reader.skip(count)
            }
            reader.skip(count & 1)
        }
        throw .malformed("number of parts")
    }

    private static func format(_ bytes: SoundBytes) throws(SoundProblem) -> Format {
        var bytes = bytes
        guard let tag = bytes.little(2), let channels = bytes.little(2), let rate = bytes.little(4),
            bytes.take(4) != nil, let align = bytes.little(2), let bits = bytes.little(2)
        else { throw .malformed("format") }
        var format = Format(
            tag: tag, channels: Int(channels), rate: rate, align: Int(align), bits: Int(bits))
        if tag == 0xFFFE {
            // The real tag begins an identifier: after its size, the bits in use and the speakers.
            bytes.skip(8)
            guard let real = bytes.little(2), bytes.take(14) == formatIdentifier else {
                throw .codec("a format of WAV without a number")
            }
            format.tag = real
        }
        return format
    }

    /// The bytes that follow the tag in the identifier of every format that has a tag.
    private static let formatIdentifier: ArraySlice<UInt8> = [
        0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71,
    ]

    private static func codec(_ format: Format) throws(SoundProblem) -> SoundFile.Codec {
        let channels = format.channels
        guard channels > 0 else { throw .malformed("number of channels") }
        switch format.tag {
        case 1:
            let bytes = format.align / channels
            guard bytes * channels == format.align else { throw .malformed("size of a frame") }
            return try .integer(
                bits: format.bits, bytes: bytes, isBigEndian: false, isSigned: bytes > 1)
        case 3: return try .float(bits: format.bits, isBigEndian: false)
        case 6: return .aLaw
        case 7: return .µLaw
        case 0x11:
            guard format.align >= MA4.blockHead * channels + 1 else {
                throw .malformed("size of a block")
            }
            return .wavMA4(block: format.align)
        case let tag: throw .codec("format \(tag) of WAV")
        }
    }
}
