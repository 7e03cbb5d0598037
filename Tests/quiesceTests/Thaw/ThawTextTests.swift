import Foundation
import QuiesceWire
import TestSupport
import Testing

@testable import quiesce

@Suite("Schedules of hosted programs in a table") struct ThawTextTests {
    private let utc = TimeZone(secondsFromGMT: 0) ?? .current

    @Test("Each has its schedule, who says so, and when it is next thawed", .behaviour("Y1"))
    func rows() {
        let lines = ThawText.lines(
            [
                ThawRow(
                    app: "org.example.mail", schedule: "every 10m for 20s", by: "user",
                    allowed: true, next: "2026-01-01T00:10:00.000Z"),
                ThawRow(
                    app: "org.example.chat", schedule: "every 18s for 0.2s", by: "Info.plist",
                    allowed: false, next: nil),
                ThawRow(
                    app: "local.irc", schedule: "on traffic", by: "Info.plist", allowed: true,
                    next: "2026-01-01T00:10:00.000Z"),
            ], now: Date(timeIntervalSince1970: 1_767_225_600), zone: utc, coloured: false)
        #expect(lines.count == 4)
        #expect(lines[0].hasPrefix("APP"))
        #expect(lines[1].contains("every 10m for 20s   user"))
        #expect(lines[1].contains("00:10:00"))
        #expect(lines[2].contains("never: stopped by the user"))
        #expect(lines[3].contains("when data arrive"))
    }

    @Test("Where there is none, it says how to set one", .behaviour("Y1"))
    func none() {
        #expect(
            ThawText.lines([]) == [
                "No program has a schedule; set one with `quiesce thaw APP every 10m for 20s`."
            ])
        #expect(ThawText.lines([], of: "org.example.mail")[0].hasPrefix("org.example.mail has no"))
    }

    @Test("What is no schedule is wrong usage, before a daemon is asked", .behaviour("Y1"))
    func usage() {
        for words in [["every", "10m"], ["sometimes"], ["every", "1s", "for", "1s"]] {
            #expect(throws: (any Error).self) { try ScheduleThaw.parse(["Mail"] + words) }
        }
        #expect(throws: Never.self) { try ScheduleThaw.parse(["Mail", "never"]) }
        #expect(throws: Never.self) {
            try ScheduleThaw.parse(["Mail", "every", "10m", "for", "20s"])
        }
    }
}
