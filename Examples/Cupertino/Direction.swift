import Foundation

/// Which way to turn.
enum Direction: String, CaseIterable {
    case straight = "↑"
    case left = "←"
    case right = "→"

    /// As it sounds.
    var notes: [Double] {
        switch self {
        case .straight: [660, 660]
        case .left: [660, 440]
        case .right: [440, 660]
        }
    }

    /// - Parameter turn: degrees clockwise.
    init(turn: Double) {
        let degrees = turn.remainder(dividingBy: 360)
        self = abs(degrees) <= 10 ? .straight : degrees < 0 ? .left : .right
    }
}
