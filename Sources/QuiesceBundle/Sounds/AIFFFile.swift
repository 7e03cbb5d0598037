/// AIFF and AIFF-C.
enum AIFFFile {
    private struct Common {
        var channels: Int
        var bits: Int
        var rate: Double
        var compression: String
    }

    /// - Parameter reader: after "FORM".
    static func read(_ reader: SoundBytes) throws(SoundProblem) -> SoundParts {
        var reader = reader
        reader.skip(4)
        let form = reader.code()
        guard form == "AIFF" || form == "AIFC" else { throw .container }
        var common: Common?
        var data: ArraySlice<UInt8>?
        for _ in 0..<SoundLimits.chunks {
            if let common, let data {
                return SoundParts(
                    codec: try codec(common), channels: common.channels, rate: common.rate,
                    data: data)
            }
            guard let name = reader.code(), let size = reader.big(4) else { throw .cutShort }
            let count = Int(size)
            switch name {
            case "COMM":
                guard let bytes = reader.take(count) else { throw .cutShort }
                common = try Self.common(SoundBytes(bytes), isCompressed: form == "AIFC")
            case "SSND":
                guard let bytes = reader.take(count) else { throw .cutShort }
                var sound = SoundBytes(bytes)
                guard let offset = sound.big(4), sound.big(4) != nil,
                    sound.take(Int(offset)) != nil
                else { throw .malformed("place of the sound") }
                data = sound.take(sound.left)
            case _: reader.skip(count)
            }
            reader.skip(count & 1)
        }
        throw .malformed("number of parts")
    }

    private static func common(
        _ bytes: SoundBytes, isCompressed: Bool
    ) throws(SoundProblem) -> Common {
        var bytes = bytes
        guard let channels = bytes.big(2), bytes.big(4) != nil, let bits = bytes.big(2),
            let rate = bytes.extended()
        else { throw .malformed("format") }
        var compression = "NONE"
        if isCompressed {
            guard let code = bytes.code() else { throw .malformed("format") }
            compression = code
        }
        return Common(
            channels: Int(channels), bits: Int(bits), rate: rate, compression: compression)
    }

    private static func codec(_ common: Common) throws(SoundProblem) -> SoundFile.Codec {
        switch common.compression {
        case "NONE", "twos": try .integer(bits: common.bits, isBigEndian: true)
        case "sowt": try .integer(bits: common.bits, isBigEndian: false)
        case "raw ": try .integer(bits: 8, isBigEndian: true, isSigned: false)
        case "in24": try .integer(bits: 24, isBigEndian: true)
        case "in32": try .integer(bits: 32, isBigEndian: true)
        case "fl32", "FL32": try .float(bits: 32, isBigEndian: true)
        case "fl64", "FL64": try .float(bits: 64, isBigEndian: true)
        case "ulaw", "ULAW": .µLaw
        case "alaw", "ALAW": .aLaw
        case "ima4": .ma4
        case let code: throw .codec(code)
        }
    }
}
