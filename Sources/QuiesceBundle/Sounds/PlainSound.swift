import Foundation

/// A sound as it is handed to a player: a WAV of 16 bits that we wrote, whatever the app's file
/// was.
public struct PlainSound: Sendable, Hashable {
    public let samples: [Int16]
    public let channels: Int
    /// Frames in a second.
    public let rate: Int

    public init(_ file: SoundFile) {
        samples = file.samples()
        channels = file.channels
        rate = file.rate
    }

    private init(samples: [Int16], rate: Int) {
        self.samples = samples
        channels = 1
        self.rate = rate
    }

    /// Milliseconds.
    public var duration: Int { samples.count / channels * 1_000 / rate }

    /// The sound of a notification that has none of its own: two struck tones, a fifth apart, of
    /// 0.8 s.
    public static let standard: PlainSound = {
        let rate = 44_100
        let tones = [(start: 0.0, pitch: 880.0), (start: 0.12, pitch: 1_318.5)]
        let samples = (0..<rate * 8 / 10).map { frame -> Int16 in
            let time = Double(frame) / Double(rate)
            let level = tones.reduce(0.0) { level, tone in
                let age = time - tone.start
                guard age >= 0 else { return level }
                // Struck within 5 ms, so that it doesn't click.
                return level + sin(2 * .pi * tone.pitch * age) * exp(-6 * age) * min(1, age / 0.005)
            }
            // Gone by its end.
            return Int16(level * min(1, (0.8 - time) / 0.05) * 0.35 * Double(Int16.max))
        }
        return PlainSound(samples: samples, rate: rate)
    }()

    /// The whole file.
    public var wav: Data {
        func little(_ value: Int, _ bytes: Int) -> [UInt8] {
            (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        var file = Data("RIFF".utf8)
        file += little(36 + samples.count * 2, 4)
        file += Data("WAVEfmt ".utf8)
        file += little(16, 4) + little(1, 2) + little(channels, 2) + little(rate, 4)
        file += little(rate * channels * 2, 4) + little(channels * 2, 2) + little(16, 2)
        file += Data("data".utf8)
        file += little(samples.count * 2, 4)
        file.reserveCapacity(file.count + samples.count * 2)
        samples.map(\.littleEndian).withUnsafeBytes { file += Data($0) }
        return file
    }
}
