import ArgumentParser
import Foundation
import QuiesceAnswers
import QuiesceClient
import QuiesceCore
import QuiesceJournal
import QuiesceTerminal
import QuiesceWire

struct Log: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows every decision that the device took, and why.",
        discussion: """
            With --json, one object per line: seq, time, app, kind, from, to, reason, rule, detail. \
            The rule is a behaviour's number in docs/behaviours.md.

            With --journal, every decision of a device that isn't running, as far back as its journal goes.

              quiesce log --follow --app SlowCount
              quiesce log --journal ~/.local/state/quiesce/journal --app SlowCount
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var source: JournalOption
    @Flag(help: "Keep showing new rows, until Ctrl-C.")
    var follow = false
    @Option(help: ArgumentHelp("Only this app's decisions.", valueName: "id"))
    var app: String?
    @Option(help: ArgumentHelp("How many rows to show, the newest.", valueName: "count"))
    var limit: Int?

    func validate() throws {
        if follow, source.journal != nil {
            throw ValidationError("nothing follows in a journal: leave --follow out")
        }
        if let limit, limit < 0 { throw ValidationError("--limit takes a number from 0 on.") }
    }

    func run() throws {
        if let journal = source.journal { return try show(journal) }
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

extension Log {
    private func show(_ journal: String) throws {
        let decisions = try RecordedState.told(journal, keepingDecisions: true).decisions
        let known = Set(decisions.compactMap(\.app?.name))
        let id = try app.map { try AppName.resolve($0, among: known.sorted()) }
        if let app, let id, !known.contains(id) {
            throw Failure.refused("\(oneLine(app)): the journal has decided nothing about it")
        }
        let rows = decisions.filter { id == nil || $0.app?.name == id }
        for row in rows.suffix(limit ?? rows.count).map({ LogRow($0) }) {
            say(output.json ? row.jsonText : LogText.line(row))
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
