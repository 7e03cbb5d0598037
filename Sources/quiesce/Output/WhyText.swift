import Foundation
import QuiesceTerminal
import QuiesceWire

/// The answers of the `why` family as a person reads them: the same for a device, a journal and a
/// simulation.
enum WhyText {
    static func lines(
        _ answer: WhyAnswer, now: Date = Date(), zone: TimeZone = .current,
        coloured: Bool = Colour.isOn
    ) -> [String] {
        let text = Text(now: now, zone: zone, coloured: coloured)
        var lines = [text.bold(answer.sentence)]
        // Where something else stands in the way as well, no moment brings the wake-up.
        let timeAlone = answer.obstacles.allSatisfy { $0.earliest != nil }
        for obstacle in answer.obstacles {
            lines.append("  - " + text.plain(obstacle.sentence, obstacle.rule))
            if let earliest = obstacle.earliest {
                lines.append(
                    "    " + (timeAlone ? "at" : "this one alone goes at")
                        + " \(text.time(earliest)) at the earliest"
                        + (timeAlone ? ", if nothing else changes" : ""))
            }
        }
        if let since = answer.since {
            lines.append(text.dim("\(oneLine(answer.state)) since \(text.time(since))"))
        }
        lines += text.section("It waits for:", answer.pending.map(text.line))
        lines += text.section("How it came to that:", text.chain(answer.chain))
        lines += text.section("Refused of late:", text.refusals(answer.refusals, named: false))
        if let ending = answer.endings.last {
            lines += text.section("How a launch last ended:", text.ending(ending, named: false))
        }
        return lines
    }

    static func lines(
        _ answer: DeviceWhyAnswer, now: Date = Date(), zone: TimeZone = .current,
        coloured: Bool = Colour.isOn
    ) -> [String] {
        let text = Text(now: now, zone: zone, coloured: coloured)
        return [text.bold(answer.sentence)]
            + text.section("It waits for:", answer.pending.map(text.line))
            // Whoever mistyped a name was told so at once.
            + text.section(
                "Refused of late:",
                text.refusals(answer.refusals.filter { $0.reason != "unknownApp" }, named: true))
    }

    static func lines(
        _ answer: AwakeAnswer, now: Date = Date(), zone: TimeZone = .current,
        coloured: Bool = Colour.isOn
    ) -> [String] {
        let text = Text(now: now, zone: zone, coloured: coloured)
        var lines = [text.bold(answer.sentence)]
        lines += answer.pending.map(text.line)
        lines += answer.location.map { "  - " + oneLine($0.line) }
        for app in answer.apps {
            lines += ["", text.bold(app.app) + "  " + oneLine(app.sentence)]
            if app.keepsScreenOn {
                lines.append("  It keeps the screen on (isIdleTimerDisabled).")
            }
            if app.keepsAwake { lines.append("  It keeps the device from sleeping (T5).") }
            lines += app.pending.map(text.line)
            if let latest = app.latest {
                lines.append("  It executes until \(text.time(latest)) at most.")
            }
        }
        if answer.more > 0 { lines += ["", "\(answer.more) more; see `quiesce ps`."] }
        return lines
    }

    /// - Parameter app: who was asked about; nil: all.
    static func lines(
        _ endings: [EndingRow], app: String?, now: Date = Date(), zone: TimeZone = .current,
        coloured: Bool = Colour.isOn
    ) -> [String] {
        let text = Text(now: now, zone: zone, coloured: coloured)
        guard !endings.isEmpty else {
            return ["No launch of \(app.map(oneLine) ?? "any app") has ended, as far as is known."]
        }
        return endings.flatMap { text.ending($0, named: true) }
    }
}

/// How one thing of an answer reads.
private struct Text {
    let now: Date
    let zone: TimeZone
    let coloured: Bool

    func bold(_ text: String) -> String { oneLine(text).coloured(.bold, if: coloured) }
    func dim(_ text: String) -> String { oneLine(text).coloured(.dim, if: coloured) }
    func time(_ iso: String) -> String { oneLine(HumanText.time(iso, now: now, zone: zone)) }

    /// With the rule, unless the words name it already.
    func plain(_ sentence: String, _ rule: String?) -> String {
        guard let rule, !sentence.contains("(\(rule))") else { return oneLine(sentence) }
        let hasStop = sentence.hasSuffix(".")
        return oneLine(
            "\(hasStop ? String(sentence.dropLast()) : sentence) (\(rule))\(hasStop ? "." : "")")
    }

    func section(_ title: String, _ lines: [String]) -> [String] {
        lines.isEmpty ? [] : ["", title] + lines
    }

    func line(_ pending: PendingRow) -> String {
        var line = "  - " + plain(pending.sentence, pending.rule)
        if let earliest = pending.earliest { line += " At \(time(earliest)) at the earliest." }
        if let latest = pending.latest { line += " At \(time(latest)) at the latest." }
        return line
    }

    /// One line each; what a kill says isn't said again by the end that follows it.
    func chain(_ rows: [LogRow]) -> [String] {
        var killed: String?
        return rows.map { row in
            defer { if row.kind == "kill" { killed = row.sentence } }
            guard row.kind == "transition", let killed, row.sentence == killed else {
                return line(row, row.sentence ?? row.reason)
            }
            return line(row, "It has ended.")
        }
    }

    private func line(_ row: LogRow, _ sentence: String) -> String {
        var words = ["  " + dim(time(row.time)), oneLine(row.kind)]
        switch (row.from, row.to) {
        case (let from?, let to?):
            words.append("\(oneLine(from)) → \(oneLine(to).coloured(.state(to), if: coloured))")
        case (let from?, nil): words.append("from \(oneLine(from))")
        case (nil, let to?): words.append("→ \(oneLine(to))")
        case (nil, nil): break
        }
        words.append(plain(sentence, row.rule))
        return words.joined(separator: "  ") + numbers(row.detail, beside: row.sentence ?? "")
    }

    /// The detail of a decision, as far as the words don't name it.
    private func numbers(_ detail: String?, beside words: String) -> String {
        guard let detail, !words.contains(detail) else { return "" }
        return "  " + dim("[\(detail)]")
    }

    /// A request that was refused again and again is listed once, with its last time.
    func refusals(_ rows: [LogRow], named: Bool) -> [String] {
        var said: [(row: LogRow, times: Int)] = []
        for row in rows {
            let before = said.firstIndex {
                $0.row.app == row.app && $0.row.sentence == row.sentence
                    && $0.row.reason == row.reason && $0.row.detail == row.detail
            }
            let times = before.map { said.remove(at: $0).times } ?? 0
            said.append((row, times + 1))
        }
        return said.flatMap { refusal($0.row, times: $0.times, named: named) }
    }

    private func refusal(_ row: LogRow, times: Int, named: Bool) -> [String] {
        let who = named ? row.app.map { bold($0) + ": " } ?? "" : ""
        let words = row.sentence ?? row.reason
        return [
            "  \(dim(time(row.time)))  \(who)\(plain(words, row.rule))"
                + numbers(row.detail, beside: words) + (times > 1 ? dim("  [\(times) times]") : "")
        ] + change(row.change)
    }

    func ending(_ row: EndingRow, named: Bool) -> [String] {
        let launch = row.launch.map { "launch \($0)" } ?? ""
        let who = named ? "\(bold(row.app)) \(launch)" : launch
        return [
            "  \(dim(time(row.time)))  \(who): \(plain(row.sentence, row.rule))"
                + numbers(row.detail, beside: row.sentence)
        ] + change(row.change)
    }

    private func change(_ change: String?) -> [String] {
        change.map { ["    → \(oneLine($0))"] } ?? []
    }
}
