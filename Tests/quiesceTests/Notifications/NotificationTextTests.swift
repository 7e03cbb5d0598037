import Foundation
import QuiesceWire
import TestSupport
import Testing

@testable import quiesce

@Suite("Notifications and forecasts as a person reads them") struct NotificationTextTests {
    private let now = HumanText.date("2026-11-21T13:00:00.000Z") ?? Date()
    private let zone = TimeZone(identifier: "UTC") ?? .current

    private func row(_ change: (inout NotificationRow) -> Void = { _ in }) -> NotificationRow {
        var row = NotificationRow(
            notification: 12, app: "org.example.Tea", name: "1.1", state: "shown")
        row.time = "2026-11-21T12:04:11.250Z"
        row.title = "Tea"
        row.body = "It has drawn"
        change(&row)
        return row
    }

    private func line(_ row: NotificationRow) -> String {
        NotificationText.line(row, now: now, zone: zone)
    }

    @Test("A shown one says whose it is, since when, and what it says", .behaviour("N2"))
    func shown() {
        #expect(line(row()) == "12  org.example.Tea  shown  12:04:11  Tea: It has drawn")
        let late = row {
            $0.late = 185
            $0.badge = 3
        }
        #expect(
            line(late)
                == "12  org.example.Tea  shown  12:04:11, 3 min late  badge 3  Tea: It has drawn")
    }

    @Test("It says how it came, and that an alert waits for an answer", .behaviour("S12"))
    func style() {
        let banner = row { $0.style = "banner" }
        #expect(line(banner) == "12  org.example.Tea  shown  12:04:11  banner  Tea: It has drawn")
        let alert = row {
            $0.style = "alert"
            $0.covers = true
        }
        #expect(
            line(alert) == "12  org.example.Tea  shown  12:04:11  alert, waits  Tea: It has drawn")
    }

    @Test("One to come says when next, and by whose clock it repeats", .behaviour("N5"))
    func scheduled() {
        let daily = row {
            $0.state = "scheduled"
            $0.time = "2026-11-22T06:00:00.000Z"
            $0.repeats = "day"
            $0.timeZone = "Europe/Berlin"
        }
        #expect(
            line(daily)
                == "12  org.example.Tea  scheduled  Nov 22 06:00:00  day in Europe/Berlin  Tea: It has drawn"
        )
        let unknown = row {
            $0.state = "scheduled"
            $0.time = nil
            $0.title = nil
            $0.body = nil
        }
        #expect(line(unknown) == "12  org.example.Tea  scheduled  -  (1.1)")
    }

    @Test("A notification's text moves no cursor")
    func hostile() {
        let row = row { $0.body = "\u{1b}[2J\n13  org.example.Bank" }
        #expect(!line(row).contains("\u{1b}") && !line(row).contains("\n"))
    }

    @Test("A forecast has a line for each moment, and what sharing them saves", .behaviour("F4"))
    func forecast() {
        func work(_ kind: String, _ app: String?, _ reason: String?) -> ForecastRow.Work {
            .init(
                app: app, kind: kind, reason: reason, earliest: "2026-11-21T14:00:00.000Z",
                latest: "2026-11-21T14:05:00.000Z")
        }
        let time = "2026-11-21T14:05:00.000Z"
        let text = ForecastText(
            summary: ForecastSummary(
                from: "2026-11-21T13:00:00.000Z", to: "2026-11-22T13:00:00.000Z", wakeUps: 2,
                unmerged: 5, saved: 3),
            rows: [
                // One moment, in two parts.
                ForecastRow(
                    time: time,
                    work: [
                        work("fetch", "org.example.Mail", "habit"),
                        work("notification", "org.example.Tea", "7"),
                    ]),
                ForecastRow(
                    time: time,
                    work: [
                        work("notification", "org.example.Tea", "8"), work("transfer", nil, nil),
                    ]),
                ForecastRow(
                    time: "2026-11-22T00:00:00.000Z", work: [work("calendar", nil, nil)]),
            ])
        #expect(
            text.lines(now: now, zone: zone, coloured: false) == [
                "TIME             WORK",
                "14:05:00         fetch Mail (habit), 2 × notification Tea, transfer",
                "Nov 22 00:00:00  calendar",
                "2 wake-ups; sharing moments saves 3",
            ])
        #expect(text.object.wakeUps.map(\.work.count) == [4, 1])
    }
}
