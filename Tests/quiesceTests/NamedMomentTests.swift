import Foundation
import TestSupport
import Testing

@testable import quiesce

@Suite("Moments as they are typed") struct NamedMomentTests {
    /// Half past two in the afternoon, in a zone two hours east.
    private static let now = "2026-11-21T12:30:00.000Z"

    @Test(
        "A time of day is the latest that isn't to come, on the local clock", .behaviour("D2"),
        arguments: [
            ("10:02", "2026-11-21T08:02:00.000Z"), ("14:30", "2026-11-21T12:30:00.000Z"),
            ("14:31", "2026-11-20T12:31:00.000Z"), ("9:05:07", "2026-11-21T07:05:07.000Z"),
            ("10:02:07.25", "2026-11-21T08:02:07.250Z"),
            ("2026-11-20 10:02", "2026-11-20T08:02:00.000Z"),
            ("2026-11-20T10:02:01", "2026-11-20T08:02:01.000Z"),
            ("2026-11-20T10:02:01.500Z", "2026-11-20T10:02:01.500Z"),
            ("10 min ago", "2026-11-21T12:20:00.000Z"), ("1.5h", "2026-11-21T11:00:00.000Z"),
            ("90 sec ago", "2026-11-21T12:28:30.000Z"), ("2d ago", "2026-11-19T12:30:00.000Z"),
        ])
    func read(text: String, iso: String) throws {
        let now = try #require(HumanText.date(Self.now))
        let zone = try #require(TimeZone(secondsFromGMT: 2 * 3_600))
        let date = try #require(NamedMoment.date(text, now: now, zone: zone))
        let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
        let expected = try #require(HumanText.date(iso)).timeIntervalSince1970 * 1_000
        #expect(milliseconds == expected.rounded())
    }

    @Test(
        "Anything else is no moment",
        arguments: [
            "", "yesterday", "24:00", "10:60", "10:02:60", "2026-13-01 10:02", "10", "10:2", "0m",
            "ago", "10 ago",
        ])
    func refused(text: String) {
        #expect(NamedMoment.date(text) == nil)
    }
}
