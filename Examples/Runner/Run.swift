import ExampleSupport
import Foundation

/// A run so far, as the screen shows it. It outlives a launch.
struct Run: Codable {
    struct Place: Codable {
        var latitude: Double
        var longitude: Double
    }

    /// Where it began; nil: it hasn't.
    var home: Place?
    var last: Place?
    var places = 0
    var metres = 0.0
    /// The runner has left home.
    var isAway = false

    var line: String {
        let distance = metres < 1_000 ? "\(Int(metres)) m" : "\(Int(metres / 100).tenths) km"
        let count = places == 1 ? "1 place" : "\(places) places"
        return "\(distance), \(count), \(isAway ? "away" : "at home")"
    }

    /// The one that an earlier launch left.
    static func kept() -> Run {
        let file = documentsFolder?.appendingPathComponent("state.json")
        let kept = file.flatMap { try? Data(contentsOf: $0) }
        return kept.flatMap { try? JSONDecoder().decode(Run.self, from: $0) } ?? Run()
    }
}

extension Int {
    fileprivate var tenths: String { "\(self / 10).\(self % 10)" }
}
