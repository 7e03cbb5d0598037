/// Times of the wall as traces write them: "2013-11-07 19:12:51", also with a T between.
enum WallText {
    static let form = "YYYY-MM-DD HH:MM:SS"

    /// - Returns: nil if `text` is no such time, or of a day that doesn't exist.
    static func seconds(_ text: String) -> WallSeconds? {
        let bytes = Array(text.utf8)
        guard bytes.count == 19, bytes[4] == dash, bytes[7] == dash,
            bytes[10] == UInt8(ascii: " ") || bytes[10] == UInt8(ascii: "T"),
            bytes[13] == colon, bytes[16] == colon,
            let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
            let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]),
            let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
            year >= 1_970, (1...12).contains(month), (1...length(of: month, year)).contains(day),
            hour < 24, minute < 60, second < 60
        else { return nil }
        return days(year, month, day) * Day.seconds + hour * 3_600 + minute * 60 + second
    }

    private static let dash = UInt8(ascii: "-")
    private static let colon = UInt8(ascii: ":")

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        var value: Int64 = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            value = value * 10 + Int64(digit - UInt8(ascii: "0"))
        }
        return value
    }

    private static func isLeap(_ year: Int64) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    private static func length(of month: Int64, _ year: Int64) -> Int64 {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: isLeap(year) ? 29 : 28
        case _: 31
        }
    }

    /// Days since 1970-01-01 of a day from 1970 on.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let past = year - 1
        let leaps = past / 4 - past / 100 + past / 400 - (1_969 / 4 - 1_969 / 100 + 1_969 / 400)
        let months = (1..<month).reduce(0) { $0 + length(of: $1, year) }
        return (year - 1_970) * 365 + leaps + months + day - 1
    }
}
