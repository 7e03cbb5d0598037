/// Why a file isn't played, so that the default sound is.
public enum SoundProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no plain file of that name in the bundle.
    case missing
    case tooLarge
    case unreadable
    /// Neither WAV nor AIFF nor CAF.
    case container
    /// Neither linear PCM nor MA4, µ-law or a-law; its name in the file.
    case codec(String)
    case cutShort
    /// The file's description of itself makes no sense.
    case malformed(String)
    case tooLong
    case channels(Int)
    case rate
    case empty

    public var description: String {
        switch self {
        case .missing: "there is no such file in the bundle"
        case .tooLarge: "it is larger than \(SoundLimits.bytes >> 20) MiB"
        case .unreadable: "it can't be read"
        case .container: "it is neither WAV, AIFF nor CAF"
        case .codec(let name):
            "it is coded as \"\(name)\", not as linear PCM, MA4, µ-law or a-law"
        case .cutShort: "it is cut short"
        case .malformed(let part): "its \(part) is invalid"
        case .tooLong: "it is longer than \(SoundLimits.seconds) s"
        case .channels(let count): "it has \(count) channels, not one or two"
        case .rate:
            "its sample rate isn't between \(SoundLimits.rates.lowerBound) and \(SoundLimits.rates.upperBound) Hz"
        case .empty: "there is no sound in it"
        }
    }
}
