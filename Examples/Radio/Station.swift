import Foundation

/// A station that plays two notes in turn, for as long as anybody listens.
struct Station {
    let name: String
    let notes: [Double]

    static let all = [
        Station(name: "Lake", notes: [440, 660]), Station(name: "Hill", notes: [330, 495]),
        Station(name: "Valley", notes: [262, 392]),
    ]

    /// A WAV file of two seconds, of 16 bits and one channel.
    ///
    /// - Parameter loudness: from 0, silent, to 1.
    func wave(loudness: Double) -> Data {
        let rate = 22_050
        var samples = Data()
        for note in notes {
            for at in 0..<rate {
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
