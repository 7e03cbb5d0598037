import ArgumentParser
import Foundation
import QuiesceTerminal
import QuiesceWire

struct Log: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows every decision that the device took, and why.",
        discussion: """
            With --json, one object per line: seq, time, app, kind, from, to, reason, rule, detail. \
            The rule is a behaviour's number in docs/behaviours.md.

              quiesce log --follow --app SlowCount
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Flag(help: "Keep showing new rows, until Ctrl-C.")
    var follow = false
    @Option(help: ArgumentHelp("Only this app's decisions.", valueName: "id"))
    var app: String?
    @Option(help: ArgumentHelp("How many rows to show, the newest.", valueName: "count"))
    var limit: Int?

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("--limit takes a number from 0 on.") }
    }

    func run() throws {
        let client = try device.client()
        var id: String?
        if let app {
            id = try AppName.resolve(app, among: client.rows(.apps, as: AppRow.self).map(\.id))
        }
        let request = ControlRequest.log(app: id, follow: follow, limit: limit)
        try client.call(request, patience: follow ? nil : ControlClient.patience) { text in
            say(output.json ? text : LogText.line(try decodeRow(text)))
        }
    }
}

/// Decisions as a person reads them.
enum LogText {
    static func line(
        _ row: LogRow, now: Date = Date(), zone: TimeZone = .current,
        coloured: Bool = Colour.isOn
    ) -> String {
        let row = printable(row)
        let time = HumanText.time(row.time, now: now, zone: zone)
        var words = [time.coloured(.dim, if: coloured)]
        if let app = row.app { words.append(app.coloured(.bold, if: coloured)) }
        words.append(row.kind.coloured(row.kind == "kill" ? .red : nil, if: coloured))
        switch (row.from, row.to) {
        case (let from?, let to?):
            words.append("\(from) → \(to.coloured(.state(to), if: coloured))")
        case (let from?, nil): words.append("from \(from)")
        case (nil, let to?): words.append("→ \(to.coloured(.state(to), if: coloured))")
        case (nil, nil): break
        }
        words.append(row.reason)
        if let rule = row.rule { words.append("(\(rule))".coloured(.dim, if: coloured)) }
        if let detail = row.detail { words.append(detail) }
        return words.joined(separator: "  ")
    }

    /// The row without anything that moves a terminal's cursor.
    private static func printable(_ row: LogRow) -> LogRow {
        LogRow(
            seq: row.seq, time: oneLine(row.time), app: row.app.map(oneLine),
            kind: oneLine(row.kind), from: row.from.map(oneLine), to: row.to.map(oneLine),
            reason: oneLine(row.reason), rule: row.rule.map(oneLine),
            detail: row.detail.map(oneLine))
    }
}
