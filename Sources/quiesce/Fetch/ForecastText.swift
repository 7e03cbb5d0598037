import Foundation
import QuiesceTerminal
import QuiesceWire

/// A forecast as a person reads it.
struct ForecastText {
    /// The object that `--json` prints.
    // derive: json sorted written
    struct Object {
        var from, to: String
        var unmerged, saved: Int
        var wakeUps: [ForecastRow]
        var location: [LocationKeeper]
    }

    var summary: ForecastSummary
    /// One for each moment.
    var rows: [ForecastRow] = []

    init(summary: ForecastSummary, rows: [ForecastRow]) {
        self.summary = summary
        for row in rows {
            if self.rows.last?.time == row.time {
                self.rows[self.rows.count - 1].work += row.work
            } else {
                self.rows.append(row)
            }
        }
    }

    var object: Object {
        Object(
            from: summary.from, to: summary.to, unmerged: summary.unmerged, saved: summary.saved,
            wakeUps: rows, location: summary.location)
    }

    func lines(
        now: Date = Date(), zone: TimeZone = .current, coloured: Bool = Colour.isOn
    ) -> [String] {
        let besides = summary.location.map { oneLine($0.line) }
        if rows.isEmpty { return ["Nothing is planned."] + besides }
        var table = Table([.init(title: "TIME"), .init(title: "WORK")])
        for row in rows {
            table.add([
                Table.Cell(Self.short(row.time, now, zone)),
                Table.Cell(Self.summed(row.work).joined(separator: ", ")),
            ])
        }
        let count = rows.count == 1 ? "1 wake-up" : "\(rows.count) wake-ups"
        let saved = summary.saved == 0 ? "" : "; sharing moments saves \(summary.saved)"
        return table.lines(coloured: coloured) + [count + saved] + besides
    }

    /// "fetch Mail (habit)", "3 notifications Calendar"
    private static func summed(_ work: [ForecastRow.Work]) -> [String] {
        var order: [[String]] = []
        var counts: [[String]: Int] = [:]
        for each in work {
            let isNumbered = each.kind == "notification"
            let key = [each.kind, each.app ?? "", isNumbered ? "" : each.reason ?? ""]
            if counts[key] == nil { order.append(key) }
            counts[key, default: 0] += 1
        }
        return order.map { key in
            let count = counts[key] ?? 1
            let app = key[1].split(separator: ".").last.map { " \($0)" } ?? ""
            return (count == 1 ? key[0] : "\(count) × \(key[0])") + app
                + (key[2].isEmpty ? "" : " (\(key[2]))")
        }
    }

    private static func short(_ iso: String, _ now: Date, _ zone: TimeZone) -> String {
        let text = HumanText.time(iso, now: now, zone: zone)
        return text.split(separator: ".").first.map(String.init) ?? text
    }
}
