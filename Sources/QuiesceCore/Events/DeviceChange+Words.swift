// A change as it is typed: `orientation landscapeLeft`, `battery 0.35 unplugged`.

extension DeviceChange {
    /// Why words aren't a change, and what was expected.
    public struct Malformed: Error, Sendable, Hashable, CustomStringConvertible {
        public var description: String
        public init(description: String) { self.description = description }
    }

    /// The first words that `init(words:)` knows, with what follows each.
    public static let forms: [(word: String, values: String)] = [
        (
            "orientation",
            DeviceConditions.Orientation.allCases.map(\.rawValue).joined(separator: "|")
        ),
        ("battery", "LEVEL [unplugged|charging|full], LEVEL from 0 to 1 or 0% to 100%; or auto"),
        ("proximity", "near|far"),
        ("locale", "ID, for example fr_FR; or auto"),
        ("timezone", "NAME, for example Europe/Paris; or auto"),
        ("identity", "TOKEN|none"),
        ("accessory", "connect|disconnect NAME"),
        ("screen", "connect [WIDTHxHEIGHT]|mode WIDTHxHEIGHT|disconnect"),
        ("background-refresh", "on|off"),
        ("network", "wifi|cellular|none; or auto"),
        ("low-power", "on|off; or auto"),
        (
            "thermal",
            DeviceConditions.ThermalState.allCases.map(\.rawValue).joined(separator: "|")
                + "; or auto"
        ),
    ]

    /// Reads a change from its words. Whether a time zone exists is for the caller to know.
    public init(words: [String]) throws(Malformed) {
        let values = words.dropFirst()
        if words.count == 2, words[1] == "auto", let source = RealSource(rawValue: words[0]) {
            self = .automatic(source)
            return
        }
        switch words.first {
        case "orientation"?:
            let word = try Self.only(values, of: "orientation")
            guard let orientation = DeviceConditions.Orientation(rawValue: word) else {
                throw Self.wrong("orientation", word)
            }
            self = .orientation(orientation)
        case "battery"?:
            guard (1...2).contains(values.count), let word = values.first else {
                throw Self.wrong("battery", values.joined(separator: " "))
            }
            guard let percent = Self.percent(word) else { throw Self.wrong("battery", word) }
            // A level alone is that of a battery in use.
            let last = values.dropFirst().first ?? BatteryState.unplugged.rawValue
            guard let state = BatteryState(rawValue: last), state != .unknown else {
                throw Self.wrong("battery", last)
            }
            self = .battery(percent: percent, state)
        case "proximity"?:
            switch try Self.only(values, of: "proximity") {
            case "near": self = .proximity(near: true)
            case "far": self = .proximity(near: false)
            case let other: throw Self.wrong("proximity", other)
            }
        case "locale"?:
            let word = try Self.only(values, of: "locale")
            guard Self.isLocale(word) else { throw Self.wrong("locale", word) }
            self = .locale(word)
        case "timezone"?:
            let word = try Self.only(values, of: "timezone")
            guard (1...Limits.deviceValueBytes).contains(word.utf8.count) else {
                throw Self.wrong("timezone", String(word.prefix(40)))
            }
            self = .timeZone(word)
        case "identity"?:
            let word = try Self.only(values, of: "identity")
            guard (1...Limits.deviceValueBytes).contains(word.utf8.count) else {
                throw Self.wrong("identity", String(word.prefix(40)))
            }
            self = .ubiquityIdentity(word == "none" ? nil : word)
        case "accessory"?: self = try Self.accessory(Array(values))
        case "background-refresh"?:
            self = .backgroundRefresh(try Self.isOn(values, "background-refresh"))
        case "low-power"?: self = .lowPowerMode(try Self.isOn(values, "low-power"))
        case "thermal"?:
            let word = try Self.only(values, of: "thermal")
            guard let state = DeviceConditions.ThermalState(rawValue: word) else {
                throw Self.wrong("thermal", word)
            }
            self = .thermalState(state)
        case "network"?:
            let word = try Self.only(values, of: "network")
            guard let network = DeviceConditions.Network(rawValue: word) else {
                throw Self.wrong("network", word)
            }
            self = .network(network)
        case "screen"?: self = try Self.screen(Array(values))
        case let other:
            let interruptions = Set(Interruption.allCases.compactMap(\.words.first)).sorted()
            if let form = Interruption.forms(of: other ?? "") {
                throw Malformed(description: "expected: \(form)")
            }
            let known = (Self.forms.map(\.word) + interruptions).joined(separator: ", ")
            throw Malformed(
                description: "\"\((other ?? "").prefix(40))\" is not an event; known: \(known)")
        }
    }

    private typealias BatteryState = DeviceConditions.BatteryState

    /// "0.35", or "35%", in decimal: Swift reads hexadecimal, too.
    private static func percent(_ word: String) -> Int? {
        let isPercent = word.hasSuffix("%")
        let digits = isPercent ? word.dropLast() : word[...]
        let decimal = "0123456789.".utf8
        guard digits.utf8.allSatisfy({ decimal.contains($0) }), let level = Double(digits),
            (0...(isPercent ? 100 : 1)).contains(level)
        else { return nil }
        return Int((isPercent ? level : level * 100).rounded())
    }

    private static func accessory(_ values: [String]) throws(Malformed) -> DeviceChange {
        let isConnected = values.first == "connect"
        guard values.count == 2, isConnected || values.first == "disconnect",
            (1...Limits.deviceValueBytes).contains(values[1].utf8.count)
        else { throw wrong("accessory", values.joined(separator: " ")) }
        return .accessory(values[1], connected: isConnected)
    }

    private static func screen(_ values: [String]) throws(Malformed) -> DeviceChange {
        switch (values.first, values.count) {
        case ("connect", 1): return .screen(.usual)
        case ("disconnect", 1): return .screen(nil)
        case ("connect", 2):
            if let mode = ScreenMode(values[1]) { return .screen(mode) }
        case ("mode", 2):
            if let mode = ScreenMode(values[1]) { return .screenMode(mode) }
        case _: break
        }
        throw wrong("screen", values.joined(separator: " "))
    }

    private static func isOn(_ values: ArraySlice<String>, _ word: String) throws(Malformed)
        -> Bool
    {
        switch try only(values, of: word) {
        case "on": return true
        case "off": return false
        case let other: throw wrong(word, other)
        }
    }

    private static func only(_ values: ArraySlice<String>, of word: String) throws(Malformed)
        -> String
    {
        guard values.count == 1, let value = values.first else {
            throw wrong(word, values.joined(separator: " "))
        }
        return value
    }

    private static func wrong(_ word: String, _ value: String) -> Malformed {
        let expected = forms.first { $0.word == word }?.values ?? ""
        return Malformed(
            description: "\(word) can't be \"\(value.prefix(80))\"; expected: \(word) \(expected)")
    }

    /// A language of two or three letters, then maybe a script of four and a region: `zh_Hant_TW`.
    private static func isLocale(_ word: String) -> Bool {
        var parts = word.split(separator: "_", omittingEmptySubsequences: false)[...]
        func isLetters(_ text: Substring, _ range: ClosedRange<UInt8>) -> Bool {
            text.utf8.allSatisfy { range.contains($0) }
        }
        let lower = UInt8(ascii: "a")...UInt8(ascii: "z")
        let upper = UInt8(ascii: "A")...UInt8(ascii: "Z")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard let language = parts.popFirst(), (2...3).contains(language.utf8.count),
            isLetters(language, lower)
        else { return false }
        if let script = parts.first, script.utf8.count == 4 {
            guard isLetters(script.prefix(1), upper), isLetters(script.dropFirst(), lower) else {
                return false
            }
            parts.removeFirst()
        }
        guard let region = parts.popFirst() else { return true }
        guard parts.isEmpty else { return false }
        return (region.utf8.count == 2 && isLetters(region, upper))
            || (region.utf8.count == 3 && isLetters(region, digits))
    }

    /// The words that `init(words:)` reads.
    public var words: [String] {
        switch self {
        case .orientation(let orientation): ["orientation", orientation.rawValue]
        case .battery(let percent, let state):
            ["battery", Self.fraction(percent), state.rawValue]
        case .proximity(let near): ["proximity", near ? "near" : "far"]
        case .locale(let locale): ["locale", locale]
        case .timeZone(let zone): ["timezone", zone]
        case .ubiquityIdentity(let identity): ["identity", identity ?? "none"]
        case .accessory(let name, let connected):
            ["accessory", connected ? "connect" : "disconnect", name]
        case .screen(let mode?): ["screen", "connect", mode.text]
        case .screen(nil): ["screen", "disconnect"]
        case .screenMode(let mode): ["screen", "mode", mode.text]
        case .backgroundRefresh(let isOn): ["background-refresh", isOn ? "on" : "off"]
        case .network(let network): ["network", network.rawValue]
        case .lowPowerMode(let isOn): ["low-power", isOn ? "on" : "off"]
        case .thermalState(let state): ["thermal", state.rawValue]
        case .automatic(let source): [source.rawValue, "auto"]
        }
    }

    private static func fraction(_ percent: Int) -> String {
        percent >= 100 ? "1" : "0." + (percent < 10 ? "0" : "") + "\(percent)"
    }
}
