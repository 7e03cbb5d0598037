import Foundation
import QuiesceTerminal
import QuiesceWire

/// Notifications as a person reads them.
enum NotificationText {
    static func table(
        _ rows: [NotificationRow], now: Date = Date(), zone: TimeZone = .current
    ) -> Table {
        var table = Table([
            .init(title: "N", isNumber: true), .init(title: "APP"), .init(title: "TIME"),
            .init(title: "REPEATS"), .init(title: "BADGE", isNumber: true), .init(title: "STYLE"),
            .init(title: "ACTIONS"), .init(title: "NOTIFICATION"),
        ])
        for row in rows {
            table.add([
                Table.Cell("\(row.notification)"), Table.Cell(row.app),
                Table.Cell(time(row, now: now, zone: zone), row.late == nil ? nil : .yellow),
                Table.Cell(repeats(row)), Table.Cell(row.badge.map { "\($0)" } ?? ""),
                Table.Cell(style(row), row.covers == true ? .yellow : nil),
                Table.Cell(actions(row)), Table.Cell(text(row)),
            ])
        }
        return table
    }

    /// One line of a log.
    static func line(
        _ row: NotificationRow, now: Date = Date(), zone: TimeZone = .current
    ) -> String {
        let words = [
            "\(row.notification)", row.app, row.state, time(row, now: now, zone: zone),
            repeats(row), row.badge.map { "badge \($0)" } ?? "", style(row),
            row.actions == nil ? "" : "actions \(actions(row))", text(row),
        ]
        return words.filter { !$0.isEmpty }.map(oneLine).joined(separator: "  ")
    }

    /// "07:00:00, 3 min late"; whole seconds do.
    private static func time(_ row: NotificationRow, now: Date, zone: TimeZone) -> String {
        guard let time = row.time else { return "-" }
        let text = HumanText.time(time, now: now, zone: zone)
        let short = text.split(separator: ".").first.map(String.init) ?? text
        return short + (row.late.map { ", \(HumanText.duration(seconds: $0)) late" } ?? "")
    }

    /// "day", "day in Europe/Berlin"
    private static func repeats(_ row: NotificationRow) -> String {
        guard let repeats = row.repeats else { return row.region ?? "" }
        guard let zone = row.timeZone, zone != "device" else { return repeats }
        return "\(repeats) in \(zone)"
    }

    /// "banner", "alert, waits": the app in front is inactive until it is answered
    private static func style(_ row: NotificationRow) -> String {
        (row.style ?? "") + (row.covers == true ? ", waits" : "")
    }

    /// "reply (text), later": what `open N --action` takes
    private static func actions(_ row: NotificationRow) -> String {
        (row.actions ?? []).map { $0.text ? "\($0.id) (text)" : $0.id }.joined(separator: ", ")
    }

    /// The notification's title and body; its name, if it has neither.
    private static func text(_ row: NotificationRow) -> String {
        let said = [row.title, row.body].compactMap { $0 }.filter { !$0.isEmpty }
        return said.isEmpty ? "(\(row.name))" : said.joined(separator: ": ")
    }
}
