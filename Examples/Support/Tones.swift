import Foundation

/// Notes in turn, as a WAV file of 16 bits and one channel.
public enum Tones {
    private static let rate = 22_050

    /// - Parameters:
    ///   - notes: in hertz.
    ///   - seconds: of each note.
    ///   - loudness: from 0, silent, to 1.
    public static func wave(_ notes: [Double], seconds: Double = 1, loudness: Double = 1) -> Data {
        var samples = Data()
        for note in notes {
            for at in 0..<Int(Double(rate) * seconds) {
                let value = sin(2 * .pi * note * Double(at) / Double(rate)) * loudness * 8_000
                samples.append(little: Int16(value))
            }
        }
        var wave = Data("RIFF".utf8)
        wave.append(little: UInt32(36 + samples.count))
        wave.append(Data("WAVEfmt ".utf8))
        wave.append(little: UInt32(16))
        wave.append(little: UInt16(1))
        wave.append(little: UInt16(1))
        wave.append(little: UInt32(rate))
        wave.append(little: UInt32(rate * 2))
        wave.append(little: UInt16(2))
        wave.append(little: UInt16(16))
        wave.append(Data("data".utf8))
        wave.append(little: UInt32(samples.count))
        return wave + samples
    }
}

extension Data {
    fileprivate mutating func append(little value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }
}
