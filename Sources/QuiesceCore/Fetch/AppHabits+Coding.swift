/// Habits as they are stored after each open: short names and hexadecimal digits.
// derive: json
public struct StoredHabits: Sendable {
    // json: opens=o
    var opens: String
    // json: returns=r
    var returns: String
    // json: days=d
    var days: Int32
    // json: opened=f
    var opened: LocalTime?
    // json: closed=c
    var closed: LocalTime?
    // json: fetched=l
    var fetched: LocalTime?
    // json: budgetDay=b
    var budgetDay: Int64
    // json: used=u
    var used: Int32
    // json: today=t
    var today: String
    // json: past=p
    var past: String
}

extension AppHabits: WrittenAs {
    public var written: StoredHabits {
        StoredHabits(
            opens: Self.digits(counters: opens), returns: Self.digits(counters: returns),
            days: days, opened: opened, closed: closed, fetched: fetched, budgetDay: budgetDay,
            used: used, today: Self.digits(today), past: Self.digits(past))
    }

    /// Values out of bounds are brought into them, and counts of a wrong size are forgotten (D10).
    public init(written: StoredHabits) {
        let most = FetchModel.daysRemembered * FetchModel.slotsPerDay
        today = Self.bytes(written.today, atMost: 96)
        past = Self.bytes(written.past, atMost: most)
        Self.read(&opens, written.opens)
        Self.read(&returns, written.returns)
        // All days there can be add up to 256 / (256 - kept).
        days = min(max(written.days, 0), 256 * 32)
        opened = written.opened
        closed = written.closed
        fetched = written.fetched
        budgetDay = written.budgetDay
        used = min(max(written.used, 0), Int32(Int16.max))
    }

    private static func read(_ counters: inout [UInt16], _ digits: String) {
        let pairs = bytes(digits, atMost: 2 * counters.count)
        if pairs.count != 2 * counters.count { return }
        for index in counters.indices {
            counters[index] = UInt16(pairs[2 * index]) << 8 | UInt16(pairs[2 * index + 1])
        }
    }

    private static func digits(counters: [UInt16]) -> String {
        digits(counters.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
    }

    private static func digits(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let pairs = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: pairs, as: UTF8.self)
    }

    /// - Returns: nothing where the digits are none, or too many.
    private static func bytes(_ digits: String, atMost limit: Int) -> [UInt8] {
        let digits = Array(digits.utf8)
        guard digits.count % 2 == 0, digits.count / 2 <= limit else { return [] }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(ofDigit: digits[index]),
                let low = value(ofDigit: digits[index + 1])
            else { return [] }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func value(ofDigit digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case _: nil
        }
    }
}
