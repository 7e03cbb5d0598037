import Foundation
import QuiesceCore

/// A device as its journal knows it, at its end or at a moment before: for questions that need no
/// daemon.
public struct RecordedState: Sendable {
    public private(set) var machine: SystemMachine
    /// The last event that was played; or the moment that was asked for, if that is later.
    public private(set) var moment: Moment
    /// Every decision by which a launch ended, oldest first: all in the journal, where the machine
    /// itself remembers the newest.
    public private(set) var endings: [Decision] = []
    /// Every decision in the journal, oldest first, where they are to be kept.
    public private(set) var decisions: [Decision] = []
    /// The unreadable parts; a line each.
    public private(set) var damage: [String] = []

    private init(_ segment: Replay.Segment) {
        machine = segment.state
        moment = segment.moment
    }

    /// Plays a journal's folder, or one segment.
    ///
    /// - Parameters:
    ///   - until: events after it aren't played.
    ///   - keepingDecisions: all of them, and not only those by which launches ended.
    /// - Throws: `JournalError` when there is no journal, it can't be read at all, or it begins
    ///   after `until`.
    public static func read(
        _ path: String, until: WallTime? = nil, keepingDecisions: Bool = false
    ) throws(JournalError) -> RecordedState {
        var found: RecordedState?
        var damage: [String] = []
        // One segment behind, as the next one says up to where it is to be played.
        var waiting: Replay.Segment?
        for file in try files(path) {
            do throws(JournalError) {
                let segment = try JournalReader<SystemMachine, Event>().loadSegment(file)
                if let until, segment.moment.wall > until { break }
                if let waiting {
                    play(waiting, until, upTo: segment.seq, keepingDecisions, &found)
                }
                waiting = segment
            } catch {
                damage.append(error.message)
            }
        }
        if let waiting { play(waiting, until, upTo: nil, keepingDecisions, &found) }
        guard var state = found else {
            throw JournalError(
                message: damage.isEmpty
                    ? "\(path) begins after the time that was asked for"
                    : damage.joined(separator: "; "))
        }
        state.damage = damage + state.damage
        if let until { state.wait(until: until) }
        return state
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

    private static func play(
        _ segment: Replay.Segment, _ until: WallTime?, upTo next: UInt64?, _ keepsDecisions: Bool,
        _ state: inout RecordedState?
    ) {
        var new = RecordedState(segment)
        new.endings = state?.endings ?? []
        new.decisions = state?.decisions ?? []
        new.damage = (state?.damage ?? []) + segment.damage
        for entry in segment.entries {
            if let next, entry.seq > next { break }
            if let until, entry.moment.wall > until { break }
            let reaction = new.machine.handle(entry.event, at: entry.moment)
            if keepsDecisions { new.decisions += reaction.decisions }
            new.endings += reaction.decisions.filter { LaunchEnding($0) != nil }
            new.moment = entry.moment
        }
        state = new
    }

    /// Nothing happened from the last event until then.
    private mutating func wait(until time: WallTime) {
        moment = moment.advanced(by: max(.zero, time - moment.wall))
    }
}
