import Foundation
import QuiesceCore

/// Goes through a journal's folder, or one segment, from its beginning.
package enum JournalWalk {
    /// - Parameters:
    ///   - until: segments that begin later aren't read.
    ///   - body: gets each segment, and the event after which the next one's state was taken: later
    ///     ones stand in that segment again.
    /// - Returns: the segments that can't be read; a line each.
    /// - Throws: `JournalError` when there is no journal, or it can't be read at all.
    package static func run(
        _ path: String, until: WallTime? = nil,
        _ body: (Replay.Segment, _ next: UInt64?) -> Void
    ) throws(JournalError) -> [String] {
        var damage: [String] = []
        // One segment behind, as the next one says up to where it is to be played.
        var waiting: Replay.Segment?
        for file in try files(path) {
            do throws(JournalError) {
                let segment = try JournalReader<SystemMachine, Event>().loadSegment(file)
                if let until, segment.moment.wall > until { break }
                if let waiting { body(waiting, segment.seq) }
                waiting = segment
            } catch {
                damage.append(error.message)
            }
        }
        if let waiting { body(waiting, nil) }
        return damage
    }

    private static func files(_ path: String) throws(JournalError) -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw JournalError(message: "there is no \(path)")
        }
        guard isFolder.boolValue else { return [path] }
        let segments = try JournalReader<SystemMachine, Event>.segments(path)
        guard !segments.isEmpty else {
            throw JournalError(
                message: "\(path) holds no segment of a journal; a device's is HOME/journal")
        }
        return segments.map { "\(path)/\($0.name)" }
    }
}
