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
        let damage = try JournalWalk.run(path, until: until) { segment, next in
            play(segment, until, upTo: next, keepingDecisions, &found)
        }
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
