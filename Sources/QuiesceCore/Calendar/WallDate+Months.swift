/// Days, months and years of the Gregorian calendar. A year begins in March here, so that the leap
/// day is its last, and an era is the 400 years after which the calendar repeats.
extension WallDate {
    /// The same time of day, `count` months on from the month that this is in; the last day of that
    /// month, if it is too short.
    ///
    /// - Returns: nil beyond `years`.
    func adding(months count: Int64) -> WallDate? {
        let (year, month, dayOfMonth) = Self.civil(day)
        let (months, overflow) = Int64(year * 12 + month - 1).addingReportingOverflow(count)
        guard !overflow, let newYear = Int(exactly: months.quotient(dividingFloor: 12)),
            Self.years.contains(newYear)
        else { return nil }
        let newMonth = Int(months.remainder(dividingFloor: 12)) + 1
        let newDay = min(dayOfMonth, Self.days(of: newMonth, in: newYear))
        return WallDate(
            day: Self.day(year: newYear, month: newMonth, day: newDay), intoDay: intoDay)
    }

    /// From the month of `other` to that of this.
    func months(since other: WallDate) -> Int64 {
        let (year, month, _) = Self.civil(day)
        let (otherYear, otherMonth, _) = Self.civil(other.day)
        return Int64((year - otherYear) * 12 + month - otherMonth)
    }

    static func days(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        case _: 31
        }
    }

    /// Days since 1970-01-01.
    static func day(year: Int, month: Int, day: Int) -> Int64 {
        let year = Int64(month > 2 ? year : year - 1)
        let era = year.quotient(dividingFloor: 400)
        let yearOfEra = year - era * 400
        let dayOfYear = Int64((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1)
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * daysAnEra + dayOfEra - daysUntil1970
    }

    static func civil(_ day: Int64) -> (year: Int, month: Int, day: Int) {
        let day = day + daysUntil1970
        let era = day.quotient(dividingFloor: daysAnEra)
        let dayOfEra = day - era * daysAnEra
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        return (
            Int(era * 400 + yearOfEra + (month >= 10 ? 1 : 0)),
            Int(month < 10 ? month + 3 : month - 9),
            Int(dayOfYear - (153 * month + 2) / 5 + 1)
        )
    }

    private static let daysAnEra: Int64 = 146_097
    /// Since the first of March of the year 0.
    private static let daysUntil1970: Int64 = 719_468
}

extension Int64 {
    /// The greatest whole number not above the quotient, also before 1970.
    func quotient(dividingFloor divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }

    /// From 0 up to `divisor`, also before 1970.
    func remainder(dividingFloor divisor: Int64) -> Int64 {
        let remainder = self % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }
}
