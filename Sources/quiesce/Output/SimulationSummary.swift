import Foundation
import QuiesceCore
import QuiesceScenario
import QuiesceSimulation
import QuiesceTerminal

/// The outcome of a simulation, for a person and for a program.
struct SimulationSummary {
    let file: ScenarioFile
    let outcome: Outcome
    let summary: RunSummary
    /// Only this app's part; nil: every app's.
    var app: AppID?

    private var apps: [RunSummary.App] { summary.apps.filter { app == nil || $0.id == app } }

    /// The problem, and what to do; nil: there is none.
    var problem: String? {
        guard let finding = outcome.finding else { return nil }
        return finding.invariant == .settles
            ? "something did not come to rest within a day without faults; see the end of the timeline"
            : "something happened that must not; it is a mistake of the policy, not of the scenario: please report it"
    }

    /// How far it came.
    private var length: Interval { outcome.end.wall - file.start }

    // MARK: For a person

    func lines(coloured: Bool = Colour.isOn) -> [String] {
        var lines: [String] = []
        for app in apps {
            if !lines.isEmpty { lines.append("") }
            lines.append(oneLine(app.name).coloured(.bold, if: coloured) + "  \(app.id)")
            lines += rows(app).map { title, value in
                "  " + title + String(repeating: " ", count: 10 - title.count) + value
            }
        }
        let profile = file.scenario.header.profile
        lines += [
            "",
            "\(HumanText.span(length)) of virtual time by the rules of \(profile), \(summary.events) events, "
                + "trace \(hash)",
        ]
        if let finding = outcome.finding { lines += ["", text(finding)] }
        return lines
    }

    private func rows(_ app: RunSummary.App) -> [(String, String)] {
        var rows = [("launches", Self.counts(app.launches))]
        if !app.wakes.isEmpty {
            rows.append(("wake-ups", Self.counts(app.wakes)))
            rows.append(("", "of which " + Self.counts(app.verdicts)))
        }
        let kills = app.kills
        rows.append(("kills", Self.counts(kills)))
        let own = app.exits.filter { kills[$0.key] == nil }
        if !own.isEmpty { rows.append(("exits", Self.counts(own))) }
        if !app.refusals.isEmpty { rows.append(("refusals", Self.counts(app.refusals))) }
        let states = AppState.allCases.compactMap { state in
            app.time[state].flatMap { time in
                // A state that is over in the blink of an eye isn't worth a word, but to a program.
                time < .milliseconds(100) ? nil : "\(state.rawValue) \(HumanText.span(time))"
            }
        }
        rows.append(("time", states.joined(separator: ", ")))
        rows.append(
            (
                "may run",
                "\(HumanText.span(app.grantedInFront)) in front, "
                    + "\(HumanText.span(app.grantedOutOfSight)) out of sight"
            ))
        return rows
    }

    /// "3: 2 fetch, 1 push"
    private static func counts<Key: RawRepresentable<String>>(_ counts: [Key: Int]) -> String {
        self.counts(Dictionary(uniqueKeysWithValues: counts.map { ($0.key.rawValue, $0.value) }))
    }

    private static func counts(_ counts: [String: Int]) -> String {
        if counts.isEmpty { return "none" }
        let each = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\($0.value) \($0.key)" }
        return each.joined(separator: ", ")
    }

    /// The mistake in the policy itself, and its place in the file.
    private func text(_ finding: Finding) -> String {
        let place =
            finding.step == nil
            ? "in the day without faults after it"
            : finding.step.flatMap(file.line(ofStep:)).map { "\(file.path):\($0)" }
                ?? "before its end"
        return
            ([
                "This must not happen: \(finding.invariant.words): \(finding.problem) "
                    + "(\(place), after \(finding.after.spoken))"
            ] + finding.explanation.map { "  " + $0 }).map(oneLine).joined(separator: "\n")
    }

    private var hash: String {
        let digits = String(outcome.hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    // MARK: For a program

    func json() -> String {
        Row(
            scenario: file.title, file: file.path, profile: file.scenario.header.profile,
            from: file.start.iso8601, to: file.end.iso8601,
            virtualSeconds: length.inSeconds, events: summary.events,
            decisions: summary.decisions, hash: hash,
            finding: outcome.finding.map {
                Row.Finding(
                    invariant: $0.invariant.words, problem: $0.problem,
                    line: $0.step.flatMap(file.line(ofStep:)), afterSeconds: $0.after.inSeconds,
                    explanation: $0.explanation)
            }, apps: apps.map(Row.App.init)
        ).jsonText
    }

    // derive: json sorted written
    struct Row {
        // derive: json sorted written
        struct Finding {
            var invariant, problem: String
            var line: Int?
            var afterSeconds: Double
            var explanation: [String]
        }

        // derive: json sorted written
        struct App {
            var id, name: String
            var launches, wakes, completions, kills, exits, refusals: [String: Int]
            var secondsIn: [String: Double]
            var secondsGrantedInFront, secondsGrantedOutOfSight: Double

            init(_ app: RunSummary.App) {
                id = app.id.name
                name = app.name
                launches = app.launches.byWord
                wakes = app.wakes
                completions = app.verdicts.byWord
                kills = app.kills.byWord
                exits = app.exits.byWord
                refusals = app.refusals.byWord
                secondsIn = app.time.byWord.mapValues(\.inSeconds)
                secondsGrantedInFront = app.grantedInFront.inSeconds
                secondsGrantedOutOfSight = app.grantedOutOfSight.inSeconds
            }
        }

        var scenario, file, profile, from, to: String
        var virtualSeconds: Double
        var events, decisions: Int
        var hash: String
        var finding: Finding?
        var apps: [App]
    }
}

extension Dictionary where Key: RawRepresentable<String> {
    fileprivate var byWord: [String: Value] {
        [String: Value](uniqueKeysWithValues: map { ($0.key.rawValue, $0.value) })
    }
}

extension HumanText {
    /// "850 ms", "4.5 s", "12 min 3 s", "2 h 5 min", "3 d 4 h": two units at most.
    static func span(_ interval: Interval) -> String {
        let milliseconds = interval.nanoseconds / 1_000_000
        if milliseconds == 0 { return "0 s" }
        if milliseconds < 1_000 { return "\(milliseconds) ms" }
        let tenths = (milliseconds + 50) / 100
        if tenths < 600 { return Interval.milliseconds(tenths * 100).spoken }
        let seconds = (milliseconds + 500) / 1_000
        let units: [(Int64, String)] = [(86_400, "d"), (3_600, "h"), (60, "min"), (1, "s")]
        guard let first = units.firstIndex(where: { seconds >= $0.0 }) else { return "0 s" }
        let whole = "\(seconds / units[first].0) \(units[first].1)"
        guard units.indices.contains(first + 1) else { return whole }
        let rest = seconds % units[first].0 / units[first + 1].0
        return rest == 0 ? whole : "\(whole) \(rest) \(units[first + 1].1)"
    }
}
