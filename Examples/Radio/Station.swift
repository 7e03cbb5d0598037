import ExampleSupport
import Foundation

/// A station that plays two notes in turn, for as long as anybody listens.
struct Station {
    let name: String
    let notes: [Double]

    static let all = [
        Station(name: "Lake", notes: [440, 660]), Station(name: "Hill", notes: [330, 495]),
        Station(name: "Valley", notes: [262, 392]),
    ]

    func wave(loudness: Double) -> Data { Tones.wave(notes, loudness: loudness) }
}
