/// Reads the parts of a `TZ` string.
struct RuleReader {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    func isNext(_ character: Unicode.Scalar) -> Bool { rest.first == UInt8(ascii: character) }

    /// `CET`, `<+1030>`.
    mutating func readName() -> Bool {
        if take("<") {
            let name = readWhile { $0 != UInt8(ascii: ">") }
            return name > 0 && take(">")
        }
        return readWhile { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 } >= 3
    }

    /// `[+-]h[h][:mm[:ss]]`, up to 24 hours, west of UTC; in seconds.
    mutating func readOffset() -> Int32? {
        readTime(hours: 24).flatMap { Int32(exactly: $0) }
    }

    /// `,M3.5.0/3`: without a time, at two o'clock.
    mutating func readDate() -> YearlyDate? {
        guard take(",") else { return nil }
        if take("M") {
            guard let month = readNumber(1...12), take("."), let week = readNumber(1...5),
                take("."), let day = readNumber(0...6), let time = readTimeOfDay()
            else { return nil }
            return .weekday(month: month, week: week, day: day, time)
        }
        if take("J") {
            guard let day = readNumber(1...365), let time = readTimeOfDay() else { return nil }
            return .dayWithoutLeap(day, time)
        }
        guard let day = readNumber(0...365), let time = readTimeOfDay() else { return nil }
        return .day(day, time)
    }

    /// Up to a week before or after that day.
    private mutating func readTimeOfDay() -> Int64? {
        take("/") ? readTime(hours: 167) : 2 * 3_600
    }

    private mutating func readTime(hours most: Int) -> Int64? {
        let isNegative = take("-")
        if !isNegative { _ = take("+") }
        guard let hours = readNumber(0...most) else { return nil }
        var seconds = hours * 3_600
        for unit in [60, 1] where take(":") {
            guard let number = readNumber(0...59) else { return nil }
            seconds += number * unit
        }
        return Int64(isNegative ? -seconds : seconds)
    }

    private mutating func readNumber(_ range: ClosedRange<Int>) -> Int? {
        var number = 0
        let digits = readWhile {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0, number < 1_000 else { return false }
            number = number * 10 + Int($0 - UInt8(ascii: "0"))
            return true
        }
        return digits > 0 && range.contains(number) ? number : nil
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard isNext(character) else { return false }
        rest.removeFirst()
        return true
    }

    /// - Returns: how many bytes.
    private mutating func readWhile(_ belongs: (UInt8) -> Bool) -> Int {
        var count = 0
        while let byte = rest.first, belongs(byte) {
            rest.removeFirst()
            count += 1
        }
        return count
    }
}
