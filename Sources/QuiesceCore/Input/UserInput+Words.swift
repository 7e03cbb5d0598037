// As it is typed: `touch began 10 20.5`, `shake`, `remote-control play`.
extension UserInput {
    /// The forms that may follow `word`; nil: no input begins with it.
    public static func form(of word: String) -> String? {
        switch word {
        case "touch":
            "touch \(Phase.allCases.map(\.rawValue).joined(separator: "|")) X Y, in points"
        case "shake": "shake"
        case "remote-control":
            "remote-control \(RemoteControl.allCases.map(\.rawValue).joined(separator: "|"))"
        case _: nil
        }
    }

    /// - Throws: `DeviceChange.Malformed`, with what was expected.
    public init(words: [String]) throws(DeviceChange.Malformed) {
        switch (words.first, words.count) {
        case ("touch", 4):
            guard let phase = Phase(rawValue: words[1]), let x = Self.coordinate(words[2]),
                let y = Self.coordinate(words[3])
            else { throw Self.wrong(words) }
            self = .touch(Touch(phase, x: x, y: y))
        case ("shake", 1):
            self = .shake
        case ("remote-control", 2):
            guard let command = RemoteControl(rawValue: words[1]) else { throw Self.wrong(words) }
            self = .remoteControl(command)
        case _:
            throw Self.wrong(words)
        }
    }

    private static func coordinate(_ word: String) -> Double? {
        Double(word).flatMap { $0.isFinite ? $0 : nil }
    }

    private static func wrong(_ words: [String]) -> DeviceChange.Malformed {
        let form = form(of: words.first ?? "") ?? "touch, shake or remote-control"
        let given = words.joined(separator: " ").prefix(80)
        return DeviceChange.Malformed(
            description: "\"\(given)\" is not an input; expected: \(form)")
    }

    /// The words that `init(words:)` reads.
    public var words: [String] {
        switch self {
        case .touch(let touch): ["touch", touch.phase.rawValue, "\(touch.x)", "\(touch.y)"]
        case .shake: ["shake"]
        case .remoteControl(let command): ["remote-control", command.rawValue]
        }
    }
}
