import Foundation
import Glibc
import QuiesceCore
import QuiesceLinux
import QuiesceSimulation

/// A scenario as a person writes it: a device, its apps, and what happens on its days. The format
/// is described in `docs/scenarios.md`.
public struct ScenarioFile: Sendable {
    public let path: String
    /// The first line: what it shows.
    public let title: String
    /// The scenario that `Simulator.run` runs. The scenario ends at its last step.
    public let scenario: Scenario
    public let start: WallTime
    public let end: WallTime
    /// The line of each step in the file; 0: none.
    private let lines: [Int32]

    /// The line of the event that a step of the scenario stands for.
    public func line(ofStep step: Int) -> Int? {
        lines.indices.contains(step) && lines[step] > 0 ? Int(lines[step]) : nil
    }

    /// - Throws: `ScenarioProblems`: every mistake, with file, line and column.
    public static func load(_ path: String) throws(ScenarioProblems) -> ScenarioFile {
        let text: String
        do {
            text = try read(path)
        } catch {
            throw ScenarioProblems(problems: [.init(path: path, message: error.message)])
        }
        return try ScenarioFile(text: text, path: path)
    }

    /// - Parameter path: for reports, and for where relative paths in the file start from.
    /// - Throws: `ScenarioProblems`.
    public init(text: String, path: String) throws(ScenarioProblems) {
        let reader = Reader(path: path)
        let declared = Document.compose(text, reader).map {
            Document($0, reader, folder: reader.folder)
        }
        var steps = StepList()
        if let declared {
            let timetable = Timetable(
                declared.events, start: declared.start, length: declared.length, reader: reader)
            if reader.problems.isEmpty {
                steps = timetable.steps(declared.events, apps: declared.apps, reader: reader)
            }
        }
        guard let declared, reader.problems.isEmpty else {
            throw ScenarioProblems(problems: reader.problems.inOrder)
        }
        self.path = path
        title = declared.title
        start = .zero + .milliseconds(declared.start)
        end = start + .milliseconds(declared.length)
        var header = Scenario.Header(
            note: title, profile: declared.profile.name, apps: declared.apps.map(\.manifest))
        if !PolicyProfile.named.contains(declared.profile) { header.policy = declared.profile }
        header.start = start
        header.absent = declared.apps.indices.filter { !declared.apps[$0].isInstalled }
        scenario = Scenario(header: header, steps: steps.steps)
        lines = steps.lines
    }

    private static func read(_ path: String) throws(ConfigurationError) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            throw ConfigurationError(message: "can't read it: \(String(cString: strerror(errno)))")
        }
        defer { close(file) }
        let bytes: Data
        do {
            bytes = try Files.read(file, limit: Limits.scenarioFileBytes + 1)
        } catch {
            throw ConfigurationError(message: "can't read it: \(error)")
        }
        guard bytes.count <= Limits.scenarioFileBytes else {
            throw ConfigurationError(
                message: "it is over \(Limits.scenarioFileBytes) bytes, which is the limit")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ConfigurationError(message: "it isn't UTF-8")
        }
        return text
    }
}

extension [ScenarioProblem] {
    /// As in the file, and each once.
    fileprivate var inOrder: [ScenarioProblem] {
        var seen: Set<ScenarioProblem> = []
        return filter { seen.insert($0).inserted }
            .sorted { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
    }
}
