/// A sound that may be played with a notification: linear PCM, MA4, µ-law or a-law, in WAV, AIFF,
/// AIFF-C or CAF (N6). Made of any bytes, it is checked whole: what is made can be decoded.
public struct SoundFile: Sendable, Hashable {
    public enum Codec: Sendable, Hashable {
        /// Whole numbers, the sound in the uppermost bits; `bytes` for one sample, 1 to 4.
        case integer(bytes: Int, isBigEndian: Bool, isSigned: Bool)
        /// `bytes`: 4 or 8.
        case float(bytes: Int, isBigEndian: Bool)
        case µLaw
        case aLaw
        /// IMA's ADPCM in Apple's packets: 64 samples of one channel in 34 bytes.
        case ma4
        /// IMA's ADPCM as WAV has it, in blocks of so many bytes.
        case wavMA4(block: Int)
    }

    public let codec: Codec
    public let channels: Int
    /// Frames in a second.
    public let rate: Int
    /// Samples of each channel.
    public let frames: Int
    let data: ArraySlice<UInt8>

    /// Milliseconds.
    public var duration: Int { frames * 1_000 / rate }

    public init(_ bytes: [UInt8]) throws(SoundProblem) {
        guard bytes.count <= SoundLimits.bytes else { throw .tooLarge }
        var reader = SoundBytes(bytes[...])
        let parts: SoundParts =
            switch reader.code() {
            case "RIFF": try WAVFile.read(reader)
            case "FORM": try AIFFFile.read(reader)
            case "caff": try CAFFile.read(reader)
            case _: throw .container
            }
        try self.init(parts)
    }

    private init(_ parts: SoundParts) throws(SoundProblem) {
        guard parts.channels > 0 else { throw .malformed("number of channels") }
        guard parts.channels <= SoundLimits.channels else { throw .channels(parts.channels) }
        // False for what isn't a number.
        guard parts.rate >= Double(SoundLimits.rates.lowerBound),
            parts.rate <= Double(SoundLimits.rates.upperBound)
        else { throw .rate }
        codec = parts.codec
        channels = parts.channels
        rate = Int(parts.rate.rounded())
        frames = parts.codec.frames(in: parts.data.count, channels: parts.channels)
        data = parts.data
        guard frames > 0 else { throw .empty }
        guard frames <= SoundLimits.seconds * rate else { throw .tooLong }
    }
}

/// The parts of a sound file's container, not yet judged.
struct SoundParts {
    var codec: SoundFile.Codec
    var channels: Int
    var rate: Double
    var data: ArraySlice<UInt8>
}

extension SoundFile.Codec {
    /// Linear PCM of so many bits, in the fewest bytes, unless they are said.
    static func integer(
        bits: Int, bytes: Int? = nil, isBigEndian: Bool, isSigned: Bool = true
    ) throws(SoundProblem) -> Self {
        let bytes = bytes ?? (bits + 7) / 8
        guard 1...4 ~= bytes, 1...(8 * bytes) ~= bits else { throw .malformed("number of bits") }
        return .integer(bytes: bytes, isBigEndian: isBigEndian, isSigned: isSigned)
    }

    static func float(bits: Int, isBigEndian: Bool) throws(SoundProblem) -> Self {
        guard bits == 32 || bits == 64 else { throw .malformed("number of bits") }
        return .float(bytes: bits / 8, isBigEndian: isBigEndian)
    }

    /// Whole frames in so many bytes.
    func frames(in count: Int, channels: Int) -> Int {
        switch self {
        case .integer(let bytes, _, _), .float(let bytes, _): count / (bytes * channels)
        case .µLaw, .aLaw: count / channels
        case .ma4: count / (MA4.packetBytes * channels) * MA4.packetFrames
        case .wavMA4(let block):
            count / block * MA4.frames(inBlock: block, channels: channels)
                + MA4.frames(inBlock: count % block, channels: channels)
        }
    }
}
