import QuiesceCore

/// The digits that the user has typed on the lock screen's keypad, in memory alone. A passcode with
/// other characters isn't typed there.
struct PasscodePad {
    /// The effect of a key.
    enum Outcome: Equatable {
        /// So many digits are typed now.
        case typed(Int)
        /// The typed digits are to be tried; they are forgotten.
        case tries(String)
        case nothingTyped
        /// No passcode is longer.
        case full
        case unknownKey
    }

    static let keys = (0...9).map { "\($0)" } + ["delete", "ok"]

    private var digits = ""

    var count: Int { digits.utf8.count }

    mutating func clear() { digits = "" }

    mutating func press(_ key: String) -> Outcome {
        switch key {
        case "ok":
            guard !digits.isEmpty else { return .nothingTyped }
            defer { clear() }
            return .tries(digits)
        case "delete":
            _ = digits.popLast()
            return .typed(count)
        case let digit where Self.keys.contains(digit):
            guard count < Limits.passcodeBytes.upperBound else { return .full }
            digits += digit
            return .typed(count)
        case _: return .unknownKey
        }
    }
}
