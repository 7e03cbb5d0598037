import Testing

@testable import QuiesceScenario

@Suite struct TimeTextTests {
    @Test(
        "A duration is numbers with units, the largest first",
        arguments: [
            ("40s", 40_000), ("250ms", 250), ("2h", 7_200_000), ("1h30m", 5_400_000),
            ("1.5s", 1_500), ("0.25h", 900_000), ("2d", 172_800_000), ("1d2h3m4s5ms", 93_784_005),
            ("0s", 0),
        ])
    func duration(text: String, milliseconds: Int64) {
        #expect(TimeText.duration(text) == milliseconds)
    }

    @Test(
        "What is no duration isn't taken for one",
        arguments: [
            "", "40", "s", "40 s", "-4s", "4s2h", "4s4s", "1.2.3s", "0.0001s", "1e3s", "٣s",
            "40sec",
            "9999999999s", ".5s",
        ])
    func noDuration(text: String) { #expect(TimeText.duration(text) == nil) }

    @Test("Times of day go from 00:00 to 23:59:59")
    func timesOfDay() {
        #expect(TimeText.timeOfDay("00:00") == 0)
        #expect(TimeText.timeOfDay("23:59:59") == 86_399_000)
        for wrong in ["24:00", "25:00", "12:60", "7:15", "12", "12:00:60", "12:00:00:00", "-1:00"] {
            #expect(TimeText.timeOfDay(wrong) == nil, "\(wrong)")
        }
    }

    @Test("Dates know the lengths of months and leap years")
    func dates() {
        #expect(TimeText.date("1970-01-01") == 0)
        #expect(TimeText.date("2026-03-02") == 20_514)
        #expect(TimeText.date("2028-02-29") != nil)
        for wrong in [
            "2026-02-29", "2100-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "26-1-1",
        ] {
            #expect(TimeText.date(wrong) == nil, "\(wrong)")
        }
    }

    @Test("The second of March 2026 is a Monday, and the first a Sunday")
    func weekdays() {
        #expect(TimeText.weekday(20_514) == 1)
        #expect(TimeText.weekday(20_513) == 0)
    }
}
