import Foundation
import QuiesceCore
import QuiesceTerminal
import QuiesceTimeline
import QuiesceWire

/// A sentence about the file that was written.
struct TimelineReport {
    var timeline: Timeline
    var file: String
    var bytes: Int

    var lines: [String] {
        let decisions = timeline.decisions == 1 ? "1 decision" : "\(timeline.decisions) decisions"
        let apps = timeline.apps.count == 1 ? "1 app" : "\(timeline.apps.count) apps"
        return [
            "\(oneLine(file)): \(decisions) about \(apps), from \(HumanText.time(from)) to \(HumanText.time(to)), \(HumanText.bytes(bytes))"
        ]
    }

    private var from: String { time(timeline.from).iso8601 }
    private var to: String { time(timeline.now).iso8601 }

    private func time(_ microseconds: Int64) -> WallTime {
        WallTime(nanoseconds: (timeline.start + microseconds) * 1_000)
    }

    var json: String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("apps")
        writer.put(Int64(timeline.apps.count))
        writer.key("bytes")
        writer.put(Int64(bytes))
        writer.key("decisions")
        writer.put(Int64(timeline.decisions))
        writer.key("file")
        writer.put(file)
        writer.key("from")
        writer.put(from)
        writer.key("notes")
        writer.beginList(count: timeline.notes.count)
        for note in timeline.notes { writer.put(note) }
        writer.endList()
        writer.key("to")
        writer.put(to)
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
