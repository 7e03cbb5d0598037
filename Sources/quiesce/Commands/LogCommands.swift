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

            With --otlp, each row is a line of OTLP JSON, as an OpenTelemetry collector's otlpjsonfile \
            receiver reads them: its attributes are quiesce.app, quiesce.reason and so on.

            With --journal, every decision of a device that isn't running, as far back as its journal goes.

              quiesce log -f SlowCount
              quiesce log --since "10 min ago" --grep killed
              quiesce log --journal ~/.local/state/quiesce/journal --app SlowCount
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var source: JournalOption
    @OptionGroup var filter: LogFilter
    @Flag(name: [.short, .long], help: "Keep showing new rows, until Ctrl-C.")
    var follow = false
    @Flag(name: [.short, .long], help: "The newest first.")
    var reverse = false
    @Flag(help: "Write OpenTelemetry's log records, for a collector.")
    var otlp = false
    @Argument(help: ArgumentHelp("Only this app's decisions.", valueName: "app"), completion: .apps)
    var named: String?
    @Option(help: ArgumentHelp("The same.", valueName: "id"), completion: .apps)
    var app: String?
    @Option(help: ArgumentHelp("How many rows to show, the newest.", valueName: "count"))
    var limit: Int?

    func validate() throws {
        if otlp, output.json {
            throw ValidationError("choose one form: --json or --otlp.")
        }
        if follow, source.journal != nil {
            throw ValidationError("nothing follows in a journal: leave --follow out")
        }
        if follow, reverse || filter.until != nil || limit != nil && !filter.isEmpty {
            throw ValidationError(
                "--follow shows rows as they come: leave --reverse, --until, or --limit beside "
                    + "another choice, out")
        }
        if let named, let app, named != app {
            throw ValidationError("name one app: \(oneLine(named)) or \(oneLine(app)).")
        }
        if let limit, limit < 0 { throw ValidationError("--limit takes a number from 0 on.") }
    }

    func run() throws {
        if let journal = source.journal { return try show(journal) }
        let client = try device.client()
        var id: String?
        if let app = named ?? app {
            id = try AppName.resolve(app, among: client.rows(.apps, as: AppRow.self).map(\.id))
        }
        let isWhole = filter.isEmpty && !reverse
        let request = ControlRequest.log(app: id, follow: follow, limit: isWhole ? limit : nil)
        if !isWhole, !follow { return try show(client.rows(request, as: LogRow.self)) }
        try client.call(request, patience: follow ? nil : ControlClient.patience) {
            let row: LogRow = try decodeRow($0)
            if try filter.takes(row) { try show(row) }
        }
    }

    private func show(_ rows: [LogRow]) throws {
        let taken = try rows.filter(filter.takes)
        let newest = taken.suffix(limit ?? taken.count)
        for row in reverse ? newest.reversed() : Array(newest) {
            try show(row)
        }
    }

    private func show(_ row: LogRow) throws {
        say(
            try output.json ? row.jsonText : otlp ? OTLPText.line(row) : LogText.line(row))
    }
}

/// The choice of some rows of the log.
struct LogFilter: ParsableArguments {
    @Option(help: ArgumentHelp("Only decisions by this rule, such as T4.", valueName: "number"))
    var rule: String?
    @Option(
        help: ArgumentHelp(
            "Only rows that have this regular expression in them, in large letters or small.",
            valueName: "text"))
    var grep: String?
    @Option(help: ArgumentHelp("Only from this time on: \(NamedMoment.forms).", valueName: "time"))
    var since: String?
    @Option(help: ArgumentHelp("Only up to this time.", valueName: "time"))
    var until: String?

    var isEmpty: Bool { rule == nil && grep == nil && since == nil && until == nil }

    func validate() throws {
        if let grep, (try? Regex(grep)) == nil {
            throw ValidationError("--grep takes a regular expression, not \"\(oneLine(grep))\".")
        }
        for time in [since, until].compactMap(\.self) where NamedMoment.date(time) == nil {
            throw ValidationError("a time is like \(NamedMoment.forms), not \"\(oneLine(time))\".")
        }
    }

    func takes(_ row: LogRow) throws -> Bool {
        if let rule, row.rule?.lowercased() != rule.lowercased() { return false }
        if let grep {
            let line = LogText.line(row, coloured: false)
            guard try line.contains(Regex(grep).ignoresCase()) else { return false }
        }
        guard let time = HumanText.date(row.time) else { return true }
        if let since = since.flatMap({ NamedMoment.date($0) }), time < since { return false }
        if let until = until.flatMap({ NamedMoment.date($0) }), time > until { return false }
        return true
    }
}

extension Log {
    private func show(_ journal: String) throws {
        let decisions = try RecordedState.told(journal, keepingDecisions: true).decisions
        let known = Set(decisions.compactMap(\.app?.name))
        let app = named ?? app
        let id = try app.map { try AppName.resolve($0, among: known.sorted()) }
        if let app, let id, !known.contains(id) {
            throw Failure.refused("\(oneLine(app)): the journal has decided nothing about it")
        }
        try show(decisions.filter { id == nil || $0.app?.name == id }.map { LogRow($0) })
    }
}

/// Decisions as a person reads them.
enum LogText {
    static func line(
        _ row: LogRow, now: Date = Date(), zone: TimeZone = .current,
        coloured: Bool = Colour.isOn
    ) -> String {
        let time = HumanText.time(oneLine(row.time), now: now, zone: zone)
        return time.coloured(.dim, if: coloured) + "  " + words(row, coloured: coloured)
    }

    /// The same without its time.
    static func words(_ row: LogRow, coloured: Bool = false) -> String {
        let row = printable(row)
        var words: [String] = []
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
