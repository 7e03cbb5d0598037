import Foundation
import QuiesceWire
import TestSupport
import Testing

@Suite("Fire dates without a year") struct LongPastAlarmTests {
    /// The date that an app gets from an hour and a minute alone, in milliseconds since 1970.
    private func date(_ hour: Int, _ minute: Int, in zone: TimeZone) throws -> Int64 {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let date = try #require(
            calendar.date(from: DateComponents(hour: hour, minute: minute)))
        #expect(date.timeIntervalSince1970 < -60_000_000_000, "it is in the year 1")
        return Int64((date.timeIntervalSince1970 * 1_000).rounded())
    }

    @Test("It is past: due at once, and again at that time of day", .behaviour("N1", "N5"))
    func yearOne() throws {
        try withDevice { device in
            let alarms = try Alarms(device)
            let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
            let fireDate = try date(7, 30, in: zone)
            let daily = "fireDate=\(fireDate), timeZone='Europe/Berlin', repeatInterval='day'"
            try alarms.puppet.run("schedule('daily', \(daily)); acknowledged()")
            let row = try #require(try alarms.rows(scheduled: true).first)
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = zone
            let next = try calendar.dateComponents([.hour, .minute, .second], from: row.date)
            #expect(next == DateComponents(hour: 7, minute: 30, second: 0))
            #expect(try row.date > Date() && row.date < Date() + 90_000)

            try alarms.puppet.run("schedule('once', fireDate=\(fireDate)); acknowledged()")
            try alarms.wait(for: "received once")
        }
    }

    @Test("One that no calendar has isn't scheduled, which its app is told", .behaviour("N1"))
    func none() throws {
        try withDevice { device in
            let alarms = try Alarms(device)
            for (name, date) in [("never", Int64.max), ("nowhere", Int64.min)] {
                try alarms.puppet.run("schedule('\(name)', fireDate=\(date)); acknowledged()")
                try alarms.wait(for: "dropped \(name)")
            }
            #expect(try alarms.rows(scheduled: true).isEmpty)
        }
    }
}
