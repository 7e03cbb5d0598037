/// Short names and hexadecimal digits: it is stored after each open.
extension AppHabits: Codable {
    private enum CodingKeys: String, CodingKey {
        case opens = "o"
        case days = "d"
        case opened = "f"
        case closed = "c"
        case fetched = "l"
        case budgetDay = "b"
        case used = "u"
        case today = "t"
        case past = "p"
    }

    /// What is out of bounds is brought into them, and counts of a wrong size are forgotten (D10).
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let most = FetchModel.daysRemembered * FetchModel.slotsPerDay
        today = Self.bytes(try values.decode(String.self, forKey: .today), atMost: 96)
        past = Self.bytes(try values.decode(String.self, forKey: .past), atMost: most)
        let pairs = Self.bytes(try values.decode(String.self, forKey: .opens), atMost: 192)
        if pairs.count == 2 * FetchModel.slotsPerDay {
            for slot in opens.indices {
                opens[slot] = UInt16(pairs[2 * slot]) << 8 | UInt16(pairs[2 * slot + 1])
            }
        }
        // All days there can be add up to 256 / (256 - kept).
        days = min(max(try values.decode(Int32.self, forKey: .days), 0), 256 * 32)
        opened = try values.decodeIfPresent(LocalTime.self, forKey: .opened)
        closed = try values.decodeIfPresent(LocalTime.self, forKey: .closed)
        fetched = try values.decodeIfPresent(LocalTime.self, forKey: .fetched)
        budgetDay = try values.decode(Int64.self, forKey: .budgetDay)
        used = min(max(try values.decode(Int32.self, forKey: .used), 0), Int32(Int16.max))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        let pairs = opens.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        try values.encode(Self.digits(pairs), forKey: .opens)
        try values.encode(days, forKey: .days)
        try values.encodeIfPresent(opened, forKey: .opened)
        try values.encodeIfPresent(closed, forKey: .closed)
        try values.encodeIfPresent(fetched, forKey: .fetched)
        try values.encode(budgetDay, forKey: .budgetDay)
        try values.encode(used, forKey: .used)
        try values.encode(Self.digits(today), forKey: .today)
        try values.encode(Self.digits(past), forKey: .past)
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
