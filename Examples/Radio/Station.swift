import ExampleSupport
import Foundation

#if os(iOS)
    import UIKit
#else
    import QuiesceKit
#endif

/// A station that plays two notes in turn, for as long as anybody listens.
struct Station {
    let name: String
    let notes: [Double]
    /// Its picture, a letter of `colors` for each square.
    let picture: [String]

    static let all = [
        Station(
            name: "Lake", notes: [440, 660],
            picture: [
                "ssssssssssss", "sssssssssyys", "sssssssssyys", "ssssssssssss", "sssmmsssssss",
                "ssmmmmssmmss", "smmmmmmmmmms", "wwwwwwwwwwww", "wwlllwwwwwww", "wwwwwwwllllw",
                "wlllwwwwwwww", "wwwwwwwwwwww",
            ]),
        Station(
            name: "Hill", notes: [330, 495],
            picture: [
                "ssssssssssss", "syysssssssss", "syysssssssss", "ssssssssssss", "ssssssssssss",
                "sssssssggsss", "sssssggggggs", "sssggggggggg", "ssgggggdgggg", "sgggdggggggg",
                "gggggggggdgg", "ggdggggggggg",
            ]),
        Station(
            name: "Valley", notes: [262, 392],
            picture: [
                "ssssssssssss", "ssssssyyssss", "mssssyyyysss", "mmsssyyyyssm", "mmmsssyyssmm",
                "mmmmssssssmm", "gmmmmssssmmm", "gggmmmssmmmg", "gggggmmmmggg", "dggggwwggggg",
                "ggggwwlggggg", "gggwwwwwgggd",
            ]),
    ]
    /// Sky, sun, mountains, grass, bushes, water and light on it.
    static let colors: [Character: UIColor] = [
        "s": UIColor(rgb: 0xA9D3F2), "y": UIColor(rgb: 0xFFD75E), "m": UIColor(rgb: 0x7D8FA3),
        "g": UIColor(rgb: 0x6DA85F), "d": UIColor(rgb: 0x3F7A45), "w": UIColor(rgb: 0x3B82C4),
        "l": UIColor(rgb: 0x8FC1EA),
    ]

    func wave(loudness: Double) -> Data { Tones.wave(notes, loudness: loudness) }
}
