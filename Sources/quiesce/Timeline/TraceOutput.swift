import QuiesceCore
import QuiesceSimulation
import QuiesceTerminal

/// A trace for ui.perfetto.dev, written while a device's life is played.
final class TraceOutput {
    private let file: BufferedOutput
    private let path: String
    private var events: TraceEvents

    /// - Throws: exit code 1 when the file can't be written.
    init(_ path: String, apps: [AppManifest], from start: WallTime) throws(Failure) {
        let file = try BufferedOutput(path: path)
        self.file = file
        self.path = path
        events = TraceEvents(apps: apps, from: start) { file.append($0) }
    }

    func note(_ now: Moment, _ event: Event, _ reaction: Reaction) {
        events.note(now, event, reaction)
    }

    /// - Throws: exit code 1 when not all of it could be written.
    func finish(at end: Moment) throws(Failure) {
        events.finish(at: end)
        try file.finish(path)
    }
}
