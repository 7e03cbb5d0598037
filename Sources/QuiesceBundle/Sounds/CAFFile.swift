/// Apple's Core Audio Format.
enum CAFFile {
    private struct Description {
        var rate: Double
        var format: String
        var flags: UInt64
        var packetBytes: Int
        var channels: Int
        var bits: Int
    }

    /// - Parameter reader: after "caff".
    static func read(_ reader: SoundBytes) throws(SoundProblem) -> SoundParts {
        var reader = reader
        guard reader.big(2) == 1, reader.big(2) != nil else { throw .malformed("version") }
        var description: Description?
        for _ in 0..<SoundLimits.chunks {
            guard let name = reader.code(), let size = reader.big(8) else { throw .cutShort }
            // -1: as far as the file goes, which only the sound may say.
            let count = size == .max && name == "data" ? reader.left : Int(clamping: size)
            switch name {
            case "desc":
                guard let bytes = reader.take(count) else { throw .cutShort }
                description = try Self.description(SoundBytes(bytes))
            case "data":
                guard let description else { throw .malformed("order of parts") }
                guard let bytes = reader.take(count) else { throw .cutShort }
                // After the count of edits.
                return SoundParts(
                    codec: try codec(description), channels: description.channels,
                    rate: description.rate, data: bytes.dropFirst(4))
            case _:
                guard reader.take(count) != nil else { throw .cutShort }
            }
        }
        throw .malformed("number of parts")
    }

    private static func description(_ bytes: SoundBytes) throws(SoundProblem) -> Description {
        var bytes = bytes
        guard let rate = bytes.big(8), let format = bytes.code(), let flags = bytes.big(4),
            let packetBytes = bytes.big(4), bytes.big(4) != nil, let channels = bytes.big(4),
            let bits = bytes.big(4)
        else { throw .malformed("format") }
        return Description(
            rate: Double(bitPattern: rate), format: format, flags: flags,
            packetBytes: Int(packetBytes), channels: Int(channels), bits: Int(bits))
    }

    private static func codec(_ description: Description) throws(SoundProblem) -> SoundFile.Codec {
        let channels = description.channels
        guard channels > 0 else { throw .malformed("number of channels") }
        switch description.format {
        case "lpcm":
            let isBigEndian = description.flags & 2 == 0
            let bytes = description.packetBytes / channels
            guard bytes * channels == description.packetBytes else {
                throw .malformed("size of a frame")
            }
            guard description.flags & 1 == 0 else {
                guard bytes * 8 == description.bits else { throw .malformed("number of bits") }
                return try .float(bits: description.bits, isBigEndian: isBigEndian)
            }
            return try .integer(bits: description.bits, bytes: bytes, isBigEndian: isBigEndian)
        case "ulaw": return .µLaw
        case "alaw": return .aLaw
        case "ima4": return .ma4
        case let code: throw .codec(code)
        }
    }
}
