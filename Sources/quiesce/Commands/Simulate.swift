import ArgumentParser
import Foundation
import Glibc
import QuiesceClient
import QuiesceCore
import QuiesceScenario
import QuiesceSimulation
import QuiesceTerminal
import QuiesceWire

struct Simulate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Runs a device through a scenario on a virtual clock: days in seconds.",
        discussion: """
            A scenario is a YAML file: a device, its apps and how they behave, and what happens when. \
            The same policy as on a real device decides, and the same rules are named. The file is \
            checked first; every mistake is shown with its line. The format: docs/scenarios.md.

            Shows a line for each decision that a user would notice, then what it came to for each \
            app. With --json, one object; with --timeline, a line for each decision before it, as \
            `quiesce log --json` has them. A trace opens in https://ui.perfetto.dev.

              quiesce simulate commuter.yaml
              quiesce simulate commuter.yaml --app Mail --all
              quiesce simulate commuter.yaml --summary --trace commuter.json

            While it runs, what must never happen is watched for, and after it whether everything \
            comes to rest. Exit codes: 0 done; 1 something did not come to rest within a day, or \
            happened that must not, or a file could not be read or written; 78 the scenario is wrong.
            """)

    @Argument(
        help: ArgumentHelp("The scenario.", valueName: "scenario.yaml"),
        completion: .file(extensions: ["yaml", "yml"]))
    var scenario: String
    @Option(help: ArgumentHelp("Only this app: its id, or the end of it.", valueName: "id"))
    var app: String?
    @Flag(help: "Every decision, not only what a user would notice.")
    var all = false
    @Flag(help: "Only what it came to.")
    var summary = false
    @OptionGroup var output: JSONOption
    @Flag(help: "With --json: every decision too, one object per line.")
    var timeline = false
    @Option(
        help: ArgumentHelp("Write a trace for ui.perfetto.dev.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var trace: String?

    func validate() throws {
        if summary, all || timeline {
            throw ValidationError("--summary leaves out the timeline; choose one.")
        }
    }

    func run() throws {
        let file = try ScenarioFile.read(scenario)
        let app = try app.map { try resolve($0, file.scenario.header.apps) }
        let out = BufferedOutput()
        let traceFile = try trace.map { path throws(Failure) in try BufferedOutput(path: path) }
        let summary = simulate(file, only: app, out, traceFile)
        try traceFile?.finish(trace ?? "")
        if output.json {
            out.append(summary.json() + "\n")
        } else {
            if !self.summary { out.append("\n") }
            for line in summary.lines() { out.append(line + "\n") }
        }
        try out.finish("standard output")
        if let problem = summary.problem { throw Failure.refused(problem) }
    }

    private func resolve(_ name: String, _ apps: [AppManifest]) throws -> AppID {
        let ids = apps.map(\.id.name)
        let id = try AppName.resolve(
            apps.first { $0.name == name }?.id.name ?? name, among: ids)
        guard let app = apps.first(where: { $0.id.name == id })?.id else {
            throw Failure.usage(
                "no app of the scenario is called \(oneLine(name)); it has "
                    + ids.joined(separator: ", "))
        }
        return app
    }

    /// Runs it; what is shown meanwhile goes to `out`.
    private func simulate(
        _ file: ScenarioFile, only app: AppID?, _ out: BufferedOutput, _ traceFile: BufferedOutput?
    ) -> SimulationSummary {
        let apps = file.scenario.header.apps
        let start = file.start
        var summary = RunSummary(apps: apps, from: file.scenario.header.startMoment)
        var lines = SimulationTimeline(apps: apps, start: file.start, showsAll: all)
        var events = traceFile.map { file in
            TraceEvents(apps: apps, from: start) { file.append($0) }
        }
        let showsRows = output.json && timeline
        let showsLines = !output.json && !self.summary
        // Not in between lines of the same terminal.
        let progress = SimulationProgress(
            file, isShown: isatty(STDERR_FILENO) == 1 && !(showsLines && isatty(STDOUT_FILENO) == 1)
        )
        func observe(_ now: Moment, _ event: Event, _ reaction: Reaction) {
            // Before it, the apps are installed; after it comes the day without faults.
            guard start <= now.wall, now.wall <= file.end else { return }
            summary.note(now, event, reaction)
            events?.note(now, event, reaction)
            progress.note(now)
            guard showsLines || showsRows else { return }
            for decision in reaction.decisions where app == nil || decision.app == app {
                if showsRows {
                    out.append(LogRow(decision).jsonText + "\n")
                } else {
                    for line in lines.lines(decision) { out.append(line + "\n") }
                }
            }
        }
        let outcome = Simulator.run(file.scenario, observing: observe)
        progress.end()
        summary.finish(at: outcome.end)
        events?.finish(at: outcome.end)
        return SimulationSummary(file: file, outcome: outcome, summary: summary, app: app)
    }
}

extension ScenarioFile {
    /// Loads a scenario, or says all that is wrong with it (exit code 78), or that it isn't there
    /// (1).
    static func read(_ path: String) throws -> ScenarioFile {
        guard access(path, R_OK) == 0 else {
            throw Failure.refused(
                "could not read \(oneLine(path)): \(reason(errno)); name a scenario's file")
        }
        do {
            return try load(path)
        } catch {
            let shown = error.problems.prefix(Limits.scenarioProblems).map { oneLine("\($0)") }
            let more = error.problems.count - shown.count
            throw Failure.configuration(
                (shown + (more > 0 ? ["\(path): and \(more) more mistakes"] : []))
                    .joined(separator: "\nquiesce: "))
        }
    }
}
