/// Lengths of time as people type them: `90`, `90s`, `5m`, `2h`, `7d`, `1.5h`.
enum DurationText {
    private static let units: [Character: Double] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]

    /// - Returns: seconds; nil: it isn't one, or isn't more than nothing.
    static func seconds(_ text: String) -> Double? {
        let unit = text.last.flatMap { units[$0] }
        let digits = unit == nil ? text[...] : text.dropLast()
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
            let number = Double(digits)
        else { return nil }
        let seconds = number * (unit ?? 1)
        return seconds > 0 && seconds.isFinite ? seconds : nil
    }
}
