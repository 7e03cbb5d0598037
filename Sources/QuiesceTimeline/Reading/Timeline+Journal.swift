import QuiesceAnswers
import QuiesceCore
import QuiesceJournal

extension Timeline {
    /// Called with every event that is played.
    package typealias Observer = (Moment, Event, Reaction) -> Void

    /// The life of a device as its journal has it.
    ///
    /// - Parameters:
    ///   - path: the journal's folder, or one segment.
    ///   - since: what was before isn't drawn.
    ///   - until: events after it aren't played; a device that still runs has come as far.
    /// - Throws: `JournalError` when there is no journal, it can't be read at all, or it has
    ///   nothing of that time.
    package static func journal(
        _ path: String, since: WallTime? = nil, until: WallTime? = nil,
        keeping most: Int = Limits.timelineDecisions, observing: Observer? = nil
    ) throws(JournalError) -> Timeline {
        var player = JournalPlayer(since: since, until: until, most: most, observer: observing)
        let damage = try JournalWalk.run(path, until: until) { segment, next in
            player.play(segment, upTo: next)
        }
        guard var timeline = player.finish() else {
            throw JournalError(
                message: damage.isEmpty
                    ? "\(path) begins after the time that was asked for"
                    : damage.joined(separator: "; "))
        }
        timeline.notes += (damage + player.damage).map { "Damaged: \($0)." }
        return timeline
    }
}

/// Plays segments, one after the other, to a recorder.
private struct JournalPlayer {
    let since: WallTime?
    let until: WallTime?
    let most: Int
    let observer: Timeline.Observer?
    var damage: [String] = []
    private var machine: SystemMachine?
    private var moment = Moment.zero
    private var seq: UInt64 = 0
    private var recorder: TimelineRecorder?
    private var endings: [Decision] = []

    init(since: WallTime?, until: WallTime?, most: Int, observer: Timeline.Observer?) {
        self.since = since
        self.until = until
        self.most = most
        self.observer = observer
    }

    mutating func play(_ segment: Replay.Segment, upTo next: UInt64?) {
        damage += segment.damage
        let isNext = machine != nil && segment.seq == seq
        machine = segment.state
        moment = segment.moment
        seq = segment.seq
        if !isNext { recorder?.resume(segment.state, at: segment.moment) }
        for entry in segment.entries {
            if let next, entry.seq > next { break }
            if let until, entry.moment.wall > until { break }
            step(entry)
        }
    }

    private mutating func step(_ entry: Replay.Segment.Entry) {
        beginIfDue(at: entry.moment)
        guard let reaction = machine?.handle(entry.event, at: entry.moment) else { return }
        moment = entry.moment
        seq = entry.seq
        endings += reaction.decisions.filter { LaunchEnding($0) != nil }
        guard let machine, recorder != nil else { return }
        recorder?.note(entry.moment, entry.event, reaction, machine)
        observer?(entry.moment, entry.event, reaction)
    }

    /// Begins to record where the time is that was asked for.
    private mutating func beginIfDue(at now: Moment) {
        guard recorder == nil, let machine else { return }
        guard let since else {
            recorder = TimelineRecorder(machine, at: moment, keeping: most)
            return
        }
        guard now.wall >= since else { return }
        let start = moment.advanced(by: max(.zero, since - moment.wall))
        recorder = TimelineRecorder(machine, at: start, keeping: most)
    }

    mutating func finish() -> Timeline? {
        guard let machine else { return nil }
        // Nothing happened from the last event until then.
        if let until { moment = moment.advanced(by: max(.zero, until - moment.wall)) }
        beginIfDue(at: moment)
        guard var recorder else { return nil }
        var timeline = recorder.finish(machine, at: moment)
        if !timeline.notes.isEmpty { timeline.notes.append("An earlier end shows them: --until.") }
        timeline.answer(machine, at: moment, earlier: endings)
        return timeline
    }
}
