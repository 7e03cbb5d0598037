import Foundation
import QuiesceTerminal
import QuiesceWire

/// Receipts of pushes as a person reads them.
enum PushText {
    static func table(_ rows: [PushRow], now: Date = Date(), zone: TimeZone = .current) -> Table {
        var table = Table([
            .init(title: "N", isNumber: true), .init(title: "APP"), .init(title: "RECEIVED"),
            .init(title: "KIND"), .init(title: "STATE"), .init(title: "WHAT BECAME OF IT"),
        ])
        for row in rows {
            table.add([
                Table.Cell("\(row.push)"), Table.Cell(row.app),
                Table.Cell(HumanText.time(row.received, now: now, zone: zone)),
                Table.Cell(kind(row)), Table.Cell(row.state, colour(row)),
                Table.Cell(what(row, now: now, zone: zone)),
            ])
        }
        return table
    }

    /// One line of a log.
    static func line(_ row: PushRow, now: Date = Date(), zone: TimeZone = .current) -> String {
        [
            HumanText.time(row.since, now: now, zone: zone), "\(row.push)", row.app, kind(row),
            row.state, what(row, now: now, zone: zone),
        ].map(oneLine).joined(separator: "  ")
    }

    private static func kind(_ row: PushRow) -> String {
        if let type = row.type { return type }
        return row.silent ? "silent" : row.contentAvailable ? "alert, wakes" : "alert"
    }

    private static func what(_ row: PushRow, now: Date, zone: TimeZone) -> String {
        guard let until = row.heldUntil else { return row.detail }
        return "\(row.detail); until \(HumanText.time(until, now: now, zone: zone))"
    }

    private static func colour(_ row: PushRow) -> Colour? {
        switch row.state {
        case "dropped": .red
        case "held", "merged": .yellow
        case _: nil
        }
    }
}

/// The gateway as a person reads it.
enum GatewayText {
    static func text(_ row: GatewayRow) -> String {
        guard let url = row.url else {
            return """
                This device has joined no push gateway, so no server reaches its apps. Join one with
                `quiesce gateway join URL --certificate FILE`; `quiesce send push` needs none.
                """
        }
        let since = row.since.map { " since \(HumanText.time($0, now: Date(), zone: .current))" }
        let why = row.why.map { ": \($0)" } ?? ""
        var lines = [
            "gateway  \(url)", "device   \(row.device ?? "-")",
            "state    \(row.state)\(since ?? "")\(why)",
        ]
        if row.tokens.isEmpty { lines.append("tokens   none: no app has registered") }
        for (topic, token) in row.tokens.sorted(by: { $0.key < $1.key }) {
            lines.append("token    \(topic)  \(token)")
        }
        return lines.map(oneLine).joined(separator: "\n")
    }
}
