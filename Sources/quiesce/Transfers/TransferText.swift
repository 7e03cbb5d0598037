import Foundation
import QuiesceTerminal
import QuiesceWire

/// Transfers as a person reads them.
enum TransferText {
    /// `█████░░░░░  52 %`; blank where nobody knows how much there is.
    static func bar(_ row: TransferRow, width: Int = 10) -> String {
        guard let share = share(row) else { return "" }
        let full = Int((share * Double(width)).rounded(.down))
        let percent = Int((share * 100).rounded(.down))
        let padded =
            String(repeating: " ", count: percent < 10 ? 2 : percent < 100 ? 1 : 0) + "\(percent)"
        return String(repeating: "█", count: full) + String(repeating: "░", count: width - full)
            + " \(padded) %"
    }

    /// `512 MiB of 1.0 GiB`
    static func size(_ row: TransferRow) -> String {
        let (done, whole) = bytes(row)
        guard let done else { return "" }
        let text = HumanText.bytes(Int(clamping: done))
        guard let whole, whole != done || !row.isOver else { return text }
        return "\(text) of \(HumanText.bytes(Int(clamping: whole)))"
    }

    static func rate(_ row: TransferRow) -> String {
        guard let rate = row.rate, rate.isFinite, rate < 1e18 else { return "" }
        return HumanText.bytes(Int(rate)) + "/s"
    }

    /// How long it still takes at its present rate.
    static func left(_ row: TransferRow) -> String {
        let (done, whole) = bytes(row)
        guard let rate = row.rate, rate > 0, let done, let whole, whole > done else { return "" }
        return HumanText.duration(seconds: (Double(whole - done) / rate).rounded(.up))
    }

    /// Its state in words, with its times: "discretionary: waiting for Wi-Fi since 12:04:11".
    static func state(_ row: TransferRow, now: Date = Date(), zone: TimeZone = .current) -> String {
        func time(_ iso: String) -> String {
            // Whole seconds do.
            let text = HumanText.time(iso, now: now, zone: zone)
            return text.split(separator: ".").first.map(String.init) ?? text
        }
        var text = row.sentence
        if row.state == "waiting" {
            if let until = row.until {
                let isTried = row.wait == "retry" || row.wait == "host"
                text += isTried ? " at \(time(until))" : " until \(time(until))"
            } else if let since = row.since {
                text += " since \(time(since))"
            }
        }
        if !row.isOver, row.attempts > 1 { text += " (attempt \(row.attempts))" }
        return text
    }

    static func colour(_ row: TransferRow) -> Colour? {
        switch row.state {
        case "running", "placing": .green
        case "waiting": .yellow
        case "failed": .red
        case _: .dim
        }
    }

    /// Where it comes from, short: its file's name, or its host.
    static func name(_ row: TransferRow) -> String {
        if let file = row.file { return (file as NSString).lastPathComponent }
        guard let parts = URLComponents(string: row.url) else { return row.url }
        let name = parts.path.split(separator: "/").last.map(String.init) ?? ""
        return name.isEmpty ? parts.host ?? row.url : name
    }

    static func table(_ rows: [TransferRow]) -> Table {
        var table = Table([
            .init(title: "N", isNumber: true), .init(title: "OWNER"), .init(title: "NAME"),
            .init(title: "PROGRESS"), .init(title: "SIZE", isNumber: true),
            .init(title: "RATE", isNumber: true), .init(title: "LEFT", isNumber: true),
            .init(title: "STATE"),
        ])
        for row in rows {
            table.add([
                Table.Cell("\(row.transfer)"), Table.Cell(row.app.map(shortName) ?? "user"),
                Table.Cell(clipped(name(row), to: 28)), Table.Cell(bar(row)),
                Table.Cell(size(row)), Table.Cell(rate(row)), Table.Cell(left(row)),
                Table.Cell(state(row), colour(row)),
            ])
        }
        return table
    }

    /// One line of a log.
    static func line(_ row: TransferRow, now: Date = Date(), zone: TimeZone = .current) -> String {
        let words = [
            "\(row.transfer)", row.app ?? "user", name(row), bar(row), size(row), rate(row),
            state(row, now: now, zone: zone),
        ]
        return words.filter { !$0.isEmpty }.map(oneLine).joined(separator: "  ")
    }

    /// For the line that `quiesce get` draws again and again.
    static func progress(_ row: TransferRow) -> String {
        if row.state == "waiting" {
            // Why is what matters then, and has to fit.
            return [bar(row), state(row)].filter { !$0.isEmpty }.map(oneLine)
                .joined(separator: "  ")
        }
        let left = left(row)
        let words = [
            bar(row, width: 20), size(row), rate(row), left.isEmpty ? "" : "\(left) left",
            row.state == "running" ? "" : state(row),
        ]
        return words.filter { !$0.isEmpty }.map(oneLine).joined(separator: "  ")
    }

    private static func bytes(_ row: TransferRow) -> (done: UInt64?, whole: UInt64?) {
        // An upload's own bytes, until its response comes.
        if row.kind == "upload", !row.isOver { return (row.sent, row.expectedToSend) }
        return (row.received, row.expected)
    }

    private static func share(_ row: TransferRow) -> Double? {
        if row.state == "finished" { return 1 }
        guard case (let done?, let whole?) = bytes(row), whole > 0 else { return nil }
        return min(1, Double(done) / Double(whole))
    }

    private static func shortName(_ app: String) -> String {
        app.split(separator: ".").last.map(String.init) ?? app
    }

    private static func clipped(_ text: String, to length: Int) -> String {
        text.count <= length ? text : text.prefix(length - 1) + "…"
    }
}
