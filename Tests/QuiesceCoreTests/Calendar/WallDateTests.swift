import TestSupport
import Testing

@testable import QuiesceCore

@Suite("What a wall shows") struct WallDateTests {
    @Test("Every day from 1678 to 2261 is read as what it was counted from")
    func everyDay() throws {
        var day = WallDate.earliest.day
        for year in WallDate.years {
            for month in 1...12 {
                for dayOfMonth in 1...WallDate.days(of: month, in: year) {
                    let civil = WallDate.civil(day)
                    #expect(civil == (year, month, dayOfMonth))
                    #expect(WallDate.day(year: year, month: month, day: dayOfMonth) == day)
                    day += 1
                }
            }
        }
        #expect(day == WallDate.latest.day + 1)
    }

    @Test("Known days: 1970, leap days, the last moment of the calendar")
    func knownDays() throws {
        #expect(try WallDate(year: 1970, month: 1, day: 1).nanoseconds == 0)
        #expect(try WallDate(year: 2000, month: 2, day: 29).day == 11_016)
        #expect(
            try WallDate(year: 2026, month: 3, day: 29, hour: 2, minute: 30).description
                == "2026-03-29 02:30:00")
        #expect(WallDate.latest.description == "2261-12-31 23:59:59")
        #expect(WallDate.earliest.description == "1678-01-01 00:00:00")
        let before = try WallDate(year: 1969, month: 12, day: 31, hour: 23, minute: 59, second: 58)
        #expect(before.nanoseconds == -2_000_000_000)
        #expect((before.hour, before.minute, before.second) == (23, 59, 58))
    }

    @Test(
        "An impossible date is refused, and the reason names what is wrong",
        .behaviour("reliability T5"))
    func impossible() {
        func problem(
            _ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0,
            _ second: Int = 0
        ) -> String? {
            do throws(ImpossibleDate) {
                _ = try WallDate(
                    year: year, month: month, day: day, hour: hour, minute: minute, second: second)
                return nil
            } catch {
                return error.description
            }
        }
        #expect(problem(2026, 2, 30) == "month 2 of 2026 has no day 30")
        #expect(problem(2026, 2, 29) == "month 2 of 2026 has no day 29")
        #expect(problem(2028, 2, 29) == nil)
        #expect(problem(2100, 2, 29) != nil)
        #expect(problem(2026, 4, 31) != nil)
        #expect(problem(2026, 1, 0) != nil)
        #expect(problem(2026, 13, 1) == "there is no month 13")
        #expect(problem(2026, 0, 1) != nil)
        #expect(problem(2026, 1, 1, 25) == "no day has the time 25:0:0")
        #expect(problem(2026, 1, 1, 24) != nil)
        #expect(problem(2026, 1, 1, 23, 60) != nil)
        #expect(problem(2026, 1, 1, 23, 59, 60) != nil)
        #expect(problem(2026, 1, 1, -1) != nil)
        #expect(problem(584_942, 1, 1) == "the year 584942 isn't one of 1678 to 2261")
        #expect(problem(.min, .max, .min, .max) != nil)
    }

    @Test("Months are added from the day that was meant; a month that is too short has its last")
    func months() throws {
        let january31 = try WallDate(year: 2027, month: 1, day: 31, hour: 8)
        let days = (0...13).map { january31.adding(months: $0)?.description.prefix(10) }
        #expect(
            days == [
                "2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31", "2027-06-30",
                "2027-07-31", "2027-08-31", "2027-09-30", "2027-10-31", "2027-11-30", "2027-12-31",
                "2028-01-31", "2028-02-29",
            ])
        #expect(january31.adding(months: 12 * 235) == nil, "2262")
        #expect(january31.adding(months: .max) == nil)
        #expect(january31.adding(months: .min) == nil)
    }

    @Test("Any number is a date, brought within the calendar", .behaviour("reliability D10"))
    func anyNumber() {
        for number in [Int64.min, .min + 1, -1, 0, 1, .max - 1, .max] {
            let date = WallDate(nanoseconds: number)
            #expect(WallDate.years.contains(date.year))
            #expect(WallDate(nanoseconds: date.nanoseconds) == date)
        }
        #expect(WallDate(nanoseconds: .min) == .earliest)
        #expect(WallDate(nanoseconds: .max) == .latest)
    }

    @Test(
        "A zone's name can't lead out of the database's folder",
        arguments: [
            "", "/", "/etc/passwd", "..", "../passwd", "Europe/../../passwd", "Europe//Berlin",
            "Europe/", "Europe/Berlin\0", "Europe Berlin", "Europé/Berlin", "a.b",
            String(repeating: "a", count: 65),
        ])
    func badNames(name: String) {
        #expect(ZoneName(name) == nil)
    }

    @Test(
        "A zone's name is taken as it is",
        arguments: [
            "Europe/Berlin", "UTC", "Etc/GMT+5", "America/Argentina/ComodRivadavia", "EST5EDT",
            "America/Port-au-Prince", "Antarctica/DumontDUrville", "NZ-CHAT",
        ])
    func goodNames(name: String) {
        #expect(ZoneName(name)?.name == name)
    }
}
