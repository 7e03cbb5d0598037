import Foundation
import QuiesceCore
import QuiesceSimulation
import QuiesceTimeline
import Synchronization
import Testing

/// Draws what a virtual device does, for who looks at a test afterwards: a page as `quiesce
/// timeline` writes them, in the folder that `QUIESCE_TIMELINE` names.
@MainActor final class VirtualTimeline {
    private let folder: String
    private var recorder: TimelineRecorder?

    /// How often each name was written in this process: a test may have several cases.
    private static let written = Mutex<[String: Int]>([:])
    private static let longestName = 100

    init(folder: String) { self.folder = folder }

    /// nil unless the environment names a folder.
    convenience init?(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
        guard let folder = environment["QUIESCE_TIMELINE"], !folder.isEmpty else { return nil }
        self.init(folder: folder)
    }

    func begin(_ world: SimulatedDevice) {
        recorder = TimelineRecorder(world.machine, at: world.now)
    }

    func note(_ now: Moment, _ event: Event, _ reaction: Reaction, _ world: SimulatedDevice) {
        recorder?.note(now, event, reaction, world.machine)
    }

    /// Writes the page.
    ///
    /// - Parameters:
    ///   - name: the test's.
    ///   - attaches: the test has failed: the page goes with its other results, too, and beside it
    ///     is a log of the decisions.
    /// - Returns: the file; nil where nothing happened.
    @discardableResult
    func write(_ world: SimulatedDevice?, named name: String, attaches: Bool) throws -> String? {
        guard let page = finish(world, named: name)?.page(zone: .utc) else { return nil }
        let file = Self.fileName(name)
        if attaches { Attachment.record(page, named: file) }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        try Data(page).write(to: URL(fileURLWithPath: "\(folder)/\(file)"), options: .atomic)
        if attaches, let world {
            let log = world.decisions.map(\.line).joined(separator: "\n") + "\n"
            let name = file.dropLast(".html".count)
            try Data(log.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name).log"))
        }
        return "\(folder)/\(file)"
    }

    /// - Returns: all so far; nil where nothing happened.
    func finish(_ world: SimulatedDevice?, named name: String) -> Timeline? {
        guard let world, var recorder else { return nil }
        var timeline = recorder.finish(world.machine, at: world.now)
        timeline.answer(world.machine, at: world.now)
        timeline.title = name
        return timeline
    }

    /// A test's name, without its place in the source, which is the end of its id.
    static func name(of test: Test) -> String {
        "\(test.id)".split(separator: "/").filter { !$0.contains(".swift:") }
            .joined(separator: "/")
    }

    /// A test's name as that of a file, without the file's ending.
    static func plain(_ name: String) -> String {
        let words = name.split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
        return String(words.prefix(longestName))
    }

    private static func fileName(_ name: String) -> String {
        let short = plain(name)
        let times = written.withLock { written in
            written[short, default: 0] += 1
            return written[short] ?? 1
        }
        return times == 1 ? "\(short).html" : "\(short)-\(times).html"
    }
}

extension Decision {
    /// A line of a log: when, which app, what, why and by which rule.
    fileprivate var line: String {
        var words = [time.date.formatted(.iso8601), kind.rawValue]
        if let app { words.append(app.name) }
        if let from, let to { words.append("\(from.rawValue) > \(to.rawValue)") }
        words.append(reason.rawValue)
        if let rule { words.append(rule.rawValue) }
        if let detail { words.append("(\(detail.words))") }
        return words.joined(separator: " ")
    }
}

extension VirtualDevice {
    /// Writes the page of a test that is over, where one was asked for; a page that can't be
    /// written fails the test.
    ///
    /// - Parameter attaches: the test has failed.
    func draw(_ test: Test, attaches: Bool) {
        do {
            try page?.write(world, named: VirtualTimeline.name(of: test), attaches: attaches)
        } catch {
            Issue.record("the page that QUIESCE_TIMELINE asks for: \(error)")
        }
    }
}
