import Foundation
import QuiesceTerminal
import QuiesceWire

/// The savings of programs, for a person.
enum SavingsText {
    static func lines(
        _ rows: [SavingsRow], of app: String? = nil, now: Date = Date(),
        coloured: Bool = Colour.isOn
    ) -> [String] {
        guard let first = rows.first else {
            return [
                "\(app.map(oneLine) ?? "No program") \(app == nil ? "was" : "wasn't") frozen out of "
                    + "sight in that time; start one with `quiesce run -- PROGRAM`, and leave it."
            ]
        }
        var table = Table([
            .init(title: "APP"), .init(title: "OUT OF SIGHT", isNumber: true),
            .init(title: "FROZEN", isNumber: true), .init(title: "CPU TAKEN", isNumber: true),
            .init(title: "CPU SAVED", isNumber: true),
            .init(title: "WAKE-UPS SAVED", isNumber: true), .init(title: "RATE AWAKE"),
        ])
        for row in rows { table.add(cells(row, rate(row))) }
        if rows.count > 1 { table.add(cells(total(rows), "")) }
        let dear = rows.filter { ($0.cpuSavedSeconds ?? 0) < 0 }.map { oneLine($0.app) }
        let swapped = rows.compactMap(\.swappedBytes).reduce(0, +)
        return table.lines(coloured: coloured)
            + [
                "",
                "Counted for \(HumanText.age(first.since, now: now)), with the kernel's counters.",
            ]
            + dear.map { "By its rate, \($0) costs more in thaws than awake." }
            + (swapped > 0 ? ["\(HumanText.bytes(swapped)) of them are in swap now."] : [])
    }

    private static func cells(_ row: SavingsRow, _ rate: String) -> [Table.Cell] {
        let share =
            row.outOfSightSeconds > 0 ? row.frozenSeconds / row.outOfSightSeconds * 100 : 0
        return [
            Table.Cell(row.app),
            Table.Cell(HumanText.duration(seconds: row.outOfSightSeconds)),
            // Never 100 % where it was thawed.
            Table.Cell(String(format: "%.1f %%", (share * 10).rounded(.down) / 10)),
            Table.Cell(cpu(row.cpuTakenSeconds)),
            Table.Cell(row.cpuSavedSeconds.map(cpu) ?? "unknown"),
            Table.Cell(row.wakeUpsSaved.map(String.init) ?? "unknown"),
            Table.Cell(rate),
        ]
    }

    private static func rate(_ row: SavingsRow) -> String {
        guard let share = row.awakeCPUSecondsPerSecond, let wakeUps = row.awakeWakeUpsPerSecond
        else { return "not measured yet: leave it once more" }
        return String(
            format: "%.2f %%, %.1f wake-ups/s, measured for %.1f s", share * 100, wakeUps,
            row.measuredSeconds) + (row.measuredAtStart ? ", as it started" : "")
    }

    /// Without the savings of those whose rate nobody knows.
    private static func total(_ rows: [SavingsRow]) -> SavingsRow {
        let known = rows.filter { $0.cpuSavedSeconds != nil }
        return SavingsRow(
            app: "TOTAL", since: "",
            outOfSightSeconds: rows.reduce(0) { $0 + $1.outOfSightSeconds },
            frozenSeconds: rows.reduce(0) { $0 + $1.frozenSeconds },
            cpuTakenSeconds: rows.reduce(0) { $0 + $1.cpuTakenSeconds },
            wakeUpsTaken: rows.reduce(0) { $0 + $1.wakeUpsTaken },
            cpuSavedSeconds: known.isEmpty
                ? nil : known.reduce(0) { $0 + ($1.cpuSavedSeconds ?? 0) },
            wakeUpsSaved: known.isEmpty ? nil : known.reduce(0) { $0 + ($1.wakeUpsSaved ?? 0) },
            awakeCPUSecondsPerSecond: nil, awakeWakeUpsPerSecond: nil, measuredSeconds: 0,
            measuredStretches: 0, swappedBytes: nil)
    }

    /// "-12 ms", "3.4 s", "5 min"
    private static func cpu(_ seconds: Double) -> String {
        let size = abs(seconds)
        if size < 1 { return "\(Int((seconds * 1_000).rounded())) ms" }
        if size < 100 { return String(format: "%.1f s", seconds) }
        return (seconds < 0 ? "-" : "") + HumanText.duration(seconds: size)
    }
}
