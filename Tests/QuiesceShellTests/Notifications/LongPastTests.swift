import Foundation
import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceShell

/// Dates without a year, as apps make of hour and minute alone.
@Suite(.behaviour("N1", "N5")) struct LongPastTests {
    private static let utc = TimeZone(identifier: "UTC") ?? .current

    private func milliseconds(_ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int)
        throws -> Int64
    {
        var calendar = Foundation.Calendar(identifier: .gregorian)
        calendar.timeZone = Self.utc
        let date = try #require(
            calendar.date(
                from: DateComponents(
                    year: year, month: month, day: day, hour: hour, minute: minute)))
        return Int64(date.timeIntervalSince1970 * 1_000)
    }

    @Test("It is the same day of the week and of the year, in a year that is past")
    func moved() throws {
        var calendar = Foundation.Calendar(identifier: .gregorian)
        calendar.timeZone = Self.utc
        let parts: Set<Foundation.Calendar.Component> = [.month, .day, .hour, .minute, .weekday]
        for (year, month, day) in [
            (1, 1, 1), (1, 1, 31), (4, 2, 29), (400, 12, 31), (1500, 2, 29), (1581, 12, 31),
            (1583, 1, 1), (1600, 2, 29), (1700, 3, 1), (1899, 12, 31), (1904, 1, 1), (1969, 12, 31),
        ] {
            let before = try milliseconds(year, month, day, 7, 30)
            let after = LongPast.moved(before)
            #expect((0..<946_684_800_000).contains(after), "\(year)")
            func date(_ milliseconds: Int64) -> DateComponents {
                calendar.dateComponents(
                    parts, from: Date(timeIntervalSince1970: Double(milliseconds) / 1_000))
            }
            #expect(date(after) == date(before), "\(year)")
        }
    }
}
