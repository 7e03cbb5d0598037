/// A tool's report of the device's place, in the words of `quiesce send`.
public enum PlayedLocation: Sendable, Hashable {
    /// The device is here, now. `accuracy`: metres; `heading`: degrees clockwise from north, where
    /// it points to.
    case here(Position, accuracy: Double, altitude: Double?, heading: Double?)
    /// The machine's own sources are believed again.
    case auto

    /// The word before it.
    public static let word = "location"
    /// Metres, where a tool says nothing else: a good receiver's under a clear sky.
    public static let usualAccuracy = 5.0

    /// `location 47.05 8.3 accuracy 10 altitude 440 heading 90`, `location auto`
    public init(words: [String]) throws(DeviceChange.Malformed) {
        guard words.first == Self.word, words.count > 1 else { throw Self.usage }
        if words == [Self.word, "auto"] {
            self = .auto
            return
        }
        guard words.count >= 3, words.count % 2 == 1 else { throw Self.usage }
        let latitude = try Self.number(words[1])
        let longitude = try Self.number(words[2])
        guard let position = Position(latitude: latitude, longitude: longitude) else {
            throw .init(
                description:
                    "\(words[1]) \(words[2]) is no place: latitude is within ±90, longitude within ±180 degrees"
            )
        }
        var found: [String: Double] = [:]
        for at in stride(from: 3, to: words.count, by: 2) {
            guard ["accuracy", "altitude", "heading"].contains(words[at]) else { throw Self.usage }
            found[words[at]] = try Self.number(words[at + 1])
        }
        let accuracy = found["accuracy"] ?? Self.usualAccuracy
        guard accuracy >= 0 else {
            throw .init(description: "an accuracy is a number of metres, and not below 0")
        }
        if let heading = found["heading"], !(0..<360).contains(heading) {
            throw .init(description: "a heading is a number of degrees from 0 up to 360")
        }
        self = .here(
            position, accuracy: accuracy, altitude: found["altitude"], heading: found["heading"])
    }

    /// The words that `init(words:)` reads.
    public var words: [String] {
        switch self {
        case .auto: return [Self.word, "auto"]
        case .here(let position, let accuracy, let altitude, let heading):
            var words = [
                Self.word, "\(position.latitudeDegrees)", "\(position.longitudeDegrees)",
                "accuracy", "\(accuracy)",
            ]
            if let altitude { words += ["altitude", "\(altitude)"] }
            if let heading { words += ["heading", "\(heading)"] }
            return words
        }
    }

    private static let usage = DeviceChange.Malformed(
        description:
            "location takes a latitude and a longitude in degrees, with accuracy, altitude (metres) and heading (degrees) after them; or auto"
    )

    private static func number(_ word: String) throws(DeviceChange.Malformed) -> Double {
        guard let number = Double(word), number.isFinite else {
            throw .init(description: "\"\(word)\" is not a number, such as 47.05")
        }
        return number
    }
}
