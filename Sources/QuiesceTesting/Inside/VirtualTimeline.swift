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
    ///   - attaches: the test has failed: the page goes with its other results, too.
    /// - Returns: the file; nil where nothing happened.
    @discardableResult
    func write(_ world: SimulatedDevice?, named name: String, attaches: Bool) throws -> String? {
        guard let page = finish(world, named: name)?.page(zone: .utc) else { return nil }
        let file = Self.fileName(name)
        if attaches { Attachment.record(page, named: file) }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        try Data(page).write(to: URL(fileURLWithPath: "\(folder)/\(file)"), options: .atomic)
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

    private static func fileName(_ name: String) -> String {
        let words = name.split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
        let short = String(words.prefix(longestName))
        let times = written.withLock { written in
            written[short, default: 0] += 1
            return written[short] ?? 1
        }
        return times == 1 ? "\(short).html" : "\(short)-\(times).html"
    }
}

extension VirtualDevice {
    /// Writes the page of a test that is over, where one was asked for; a page that can't be
    /// written fails the test.
    ///
    /// - Parameter attaches: the test has failed.
    func draw(_ test: Test, attaches: Bool) {
        do {
            // Without its place in the source, which is the end of it.
            let id = "\(test.id)".split(separator: "/").filter { !$0.contains(".swift:") }
            try timeline?.write(world, named: id.joined(separator: "/"), attaches: attaches)
        } catch {
            Issue.record("the page that QUIESCE_TIMELINE asks for: \(error)")
        }
    }
}
