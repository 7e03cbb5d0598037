import ArgumentParser
import Foundation
import QuiesceCore
import QuiesceJournal
import QuiesceScenario
import QuiesceSimulation
import QuiesceTerminal
import QuiesceTimeline
import QuiesceWire

struct DrawTimeline: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timeline",
        abstract: "Draws what happened, and why, as one HTML file.",
        discussion: """
            A lane for each app, with its states, wake-ups, background tasks, transfers, pushes, \
            notifications, refusals and kills, and one for the device. Each says why in the words of \
            `quiesce why`, with what led to it and what came of it; what is planned is drawn after \
            now; and "Why not?" answers as `quiesce why --not` does, for the end. The file asks for \
            nothing from anywhere, so it can be sent to somebody.

            Without a scenario, of the device's journal, whether it runs or not. Of a long one, the \
            newest decisions; the page says what is left out. Times are local ones; a scenario's have no zone. \
            With --json, one object about the file: file, bytes, apps, decisions, from, to, notes.

              quiesce timeline -o day.html
              quiesce timeline --since "2026-11-21 18:00"
              quiesce timeline Examples/Scenarios/commuter.yaml -o commuter.html

            Exit codes: 1 there is no such journal, or it can't be read; 69 with --live, no daemon \
            runs; 78 the scenario is wrong.
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Argument(
        help: ArgumentHelp(
            "A scenario of `quiesce simulate`.", discussion: "Default: the device's journal.",
            valueName: "scenario.yaml"),
        completion: .file(extensions: ["yaml", "yml"]))
    var scenario: String?
    @Option(
        help: ArgumentHelp(
            "Another device's journal: its folder, or one segment.", valueName: "folder|segment"),
        completion: .file())
    var journal: String?
    @Flag(help: "Of the running device, and refused where none runs.")
    var live = false
    @Option(
        help: ArgumentHelp(
            "Only from this time on: \(NamedMoment.forms).", valueName: "time"))
    var since: String?
    @Option(help: ArgumentHelp("Only up to this time.", valueName: "time"))
    var until: String?
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The file to write, or - for standard output.", valueName: "file"),
        completion: .file(extensions: ["html"]))
    var file = "timeline.html"
    @Option(
        help: ArgumentHelp("Write a trace for ui.perfetto.dev, too.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var trace: String?

    func validate() throws {
        guard [scenario != nil, journal != nil, live].filter(\.self).count <= 1 else {
            throw ValidationError("give a scenario, --journal or --live, one of them.")
        }
        for time in [since, until].compactMap(\.self) where NamedMoment.date(time) == nil {
            throw ValidationError("a time is like \(NamedMoment.forms), not \"\(oneLine(time))\".")
        }
        guard scenario == nil || (since == nil && until == nil) else {
            throw ValidationError("a scenario is drawn whole: leave out --since and --until.")
        }
        if file == "-", output.json {
            throw ValidationError("--json says where the file is: name one with -o.")
        }
    }

    func run() throws {
        let (timeline, zone) = try scenario.map(ofScenario) ?? ofJournal()
        for note in timeline.notes { tell("quiesce: \(oneLine(note))\n") }
        let page = timeline.page(zone: zone)
        guard file != "-" else { return writeAll(page) }
        try WholeFile.write(page, to: file)
        let report = TimelineReport(timeline: timeline, file: file, bytes: page.count)
        output.json ? say(report.json) : report.lines.forEach(say)
    }

    // MARK: - Sources

    private func ofScenario(_ path: String) throws -> (Timeline, PageZone) {
        let file = try ScenarioFile.read(path)
        let traced = try trace.map { path in
            try TraceOutput(path, apps: file.scenario.header.apps, from: file.start)
        }
        let (timeline, outcome) = Timeline.simulation(
            file.scenario, until: file.end, observing: traced?.note)
        try traced?.finish(at: outcome.end)
        guard var timeline else {
            throw Failure.refused("nothing happens in \(oneLine(path)): give it events")
        }
        timeline.title = file.title
        if let finding = outcome.finding {
            timeline.notes.append("Something happened that must not: \(finding.description)")
        }
        return (timeline, .utc)
    }

    private func ofJournal() throws -> (Timeline, PageZone) {
        let path = journal ?? device.paths.journal
        let since = moment(since)
        let until = try moment(until, ending: true) ?? present()
        do {
            var timeline = try Timeline.journal(path, since: since, until: until)
            timeline.title =
                journal ?? "\(ProcessInfo.processInfo.hostName): \(device.paths.home)"
            try writeTrace(of: path, timeline, since, until)
            return (timeline, PageZone(.current, over: timeline.seconds))
        } catch let error as JournalError {
            throw Failure.refused(oneLine(error.message))
        }
    }

    /// The present moment, where the device runs; nil: its journal's end is the end.
    private func present() throws -> WallTime? {
        guard journal == nil else { return nil }
        if live {
            try device.client().call(.status) { _ in }
        } else if (try? device.client()) == nil {
            return nil
        }
        return WallTime(nanoseconds: Int64(Date().timeIntervalSince1970 * 1_000) * 1_000_000)
    }

    /// The millisecond that is named; its end, as times are printed without what follows it.
    private func moment(_ text: String?, ending: Bool = false) -> WallTime? {
        guard let date = text.flatMap({ NamedMoment.date($0) }) else { return nil }
        let milliseconds = Int64((date.timeIntervalSince1970 * 1_000).rounded())
        return WallTime(nanoseconds: milliseconds * 1_000_000 + (ending ? 999_999 : 0))
    }

    /// The journal is played once more: the names of all its apps stand at a trace's beginning.
    private func writeTrace(
        of path: String, _ timeline: Timeline, _ since: WallTime?, _ until: WallTime?
    ) throws {
        guard let trace else { return }
        let apps = timeline.apps.compactMap { app in
            AppID(app.id).map { AppManifest(id: $0, name: app.name, version: "1", executable: "") }
        }
        let start = WallTime(nanoseconds: (timeline.start + timeline.from) * 1_000)
        let traced = try TraceOutput(trace, apps: apps, from: start)
        var last = Moment.zero
        _ = try Timeline.journal(path, since: max(since ?? start, start), until: until) {
            traced.note($0, $1, $2)
            last = $0
        }
        try traced.finish(at: last)
    }
}
