/// The three forms that HTTP has for a date (RFC 9110 §5.6.7).
public enum HTTPDate {
    /// Seconds since 1970 in UTC; nil for what isn't a date. `now` decides the century of a year
    /// with two digits, and may be nil where that form can be left out.
    public static func seconds(_ text: String, now: Int64? = nil) -> Int64? {
        let words = text.split(whereSeparator: { $0 == " " || $0 == "," })
        switch words.count {
        case 6 where words[5] == "GMT" || words[5] == "UTC":
            // Sun, 06 Nov 1994 08:49:37 GMT
            return seconds(day: words[1], month: words[2], year: year(words[3]), time: words[4])
        case 4 where words[3] == "GMT":
            // Sunday, 06-Nov-94 08:49:37 GMT
            let date = words[1].split(separator: "-")
            guard date.count == 3 else { return nil }
            return seconds(
                day: date[0], month: date[1], year: shortYear(date[2], now: now), time: words[2])
        case 5:
            // Sun Nov  6 08:49:37 1994
            return seconds(day: words[2], month: words[1], year: year(words[4]), time: words[3])
        case _:
            return nil
        }
    }

    private static func year(_ text: Substring) -> Int64? {
        guard text.utf8.count == 4, let year = ASCII.number(text), year >= 1601 else { return nil }
        return Int64(year)
    }

    /// More than 50 years ahead means the past.
    private static func shortYear(_ text: Substring, now: Int64?) -> Int64? {
        guard text.utf8.count == 2, let short = ASCII.number(text), let now else { return nil }
        let current = 1970 + now / 31_556_952
        let year = current - current % 100 + Int64(short)
        return year > current + 50 ? year - 100 : year
    }

    private static func seconds(
        day: Substring, month: Substring, year: Int64?, time: Substring
    ) -> Int64? {
        let names = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        let clock = time.split(separator: ":", omittingEmptySubsequences: false).map {
            $0.utf8.count == 2 ? ASCII.number($0) : nil
        }
        guard let year, let day = ASCII.number(day), (1...31).contains(day),
            let month = names.firstIndex(where: { ASCII.equal($0, month) }),
            clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
            hour < 24, minute < 60, second <= 60
        else { return nil }
        let days = days(year: year, month: Int64(month + 1), day: Int64(day))
        return days * 86_400 + Int64(hour) * 3_600 + Int64(minute) * 60 + Int64(second)
    }

    /// Days since 1970: years begin in March here, so that a leap day is their last.
    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let years = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return years * 365 + years / 4 - years / 100 + years / 400 + dayOfYear - 719_468
    }
}
