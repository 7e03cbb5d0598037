import QuiesceBundle

/// The sound of a notification, as an app ships it.
public enum AudioCheck: Check {
    public static func check(_ input: [UInt8]) throws -> Bool {
        let sound: SoundFile
        do {
            sound = try SoundFile(input)
        } catch {
            try requireOneLine("\(error)", "the refusal")
            return false
        }
        try require(1...SoundLimits.channels ~= sound.channels, "\(sound.channels) channels")
        try require(SoundLimits.rates ~= sound.rate, "a rate of \(sound.rate)")
        try require(
            1...(SoundLimits.seconds * sound.rate) ~= sound.frames, "\(sound.frames) frames")
        let samples = sound.samples()
        try require(
            samples.count == sound.frames * sound.channels,
            "\(samples.count) samples of \(sound.frames) frames with \(sound.channels) channels")
        let plain = PlainSound(sound)
        let again = try? SoundFile([UInt8](plain.wav))
        try require(again?.samples() == samples, "what players get is another sound")
        return true
    }
}
