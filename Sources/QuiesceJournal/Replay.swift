import Foundation
import QuiesceCore

/// Plays what a device recorded through the core again, and compares all that it does with what
/// the device's core did: with the fingerprint that each event's line has of the event before it,
/// and with the state that each segment begins with. A value: no I/O.
public struct Replay: Sendable {
    public typealias Segment = JournalContents<SystemMachine, Event>

    /// Where the core no longer does what it did.
    public struct Difference: Sendable, Hashable {
        /// The event that came out differently; for a state, the last one before it.
        public var seq: UInt64
        public var moment: Moment
        /// As the journal has it; nil when it was a state that differed.
        public var event: String?
        /// The journal's value, and the value that came out now.
        public var expected: String
        public var got: String
    }

    /// A push's payload, of a device that was to keep them.
    public struct Payload: Sendable, Hashable {
        public var seq: UInt64
        public var moment: Moment
        public var app: AppID
        /// JSON, as it was sent.
        public var body: String
    }

    public private(set) var segments = 0
    public private(set) var events = 0
    public private(set) var decisions = 0
    /// Events whose decisions and effects were compared with what was recorded of them.
    public private(set) var comparedEvents = 0
    /// Segments' first states that were compared with where the segment before led.
    public private(set) var comparedStates = 0
    /// Daemons that took over.
    public private(set) var restarts = 0
    public private(set) var first: Moment?
    public private(set) var last: Moment?
    /// All decisions and effects, in order: two replays of the same journal have the same.
    public var hash: Fingerprint { alternative?.hash ?? recordedHash }
    private var recordedHash = Fingerprint()
    /// The first one.
    public private(set) var difference: Difference?
    /// Where events are missing between segments, as after a power cut; a line each.
    public private(set) var gaps: [String] = []
    /// The unreadable parts; a line each, with file and line.
    public private(set) var damage: [String] = []
    public private(set) var payloads: [Payload] = []
    /// The decisions of another profile.
    public private(set) var alternative: Alternative?

    /// Events that were played, but of which nobody wrote down what came: the last of a daemon that
    /// was killed, or that runs still.
    public var unproved: [UInt64] { unprovedBefore + (previous.map { [$0.entry.seq] } ?? []) }

    /// Has heard what was recorded, where somebody wanted to.
    public private(set) var recordedListener: (any ReplayListener)?

    private let profile: PolicyProfile?
    private let listener: (any ReplayListener)?
    private var unprovedBefore: [UInt64] = []
    private var machine: SystemMachine?
    private var seq: UInt64 = 0
    /// The event before and what was made of it now.
    private var previous: (entry: Segment.Entry, reaction: Reaction, fingerprint: Fingerprint)?

    /// - Parameters:
    ///   - profile: what to play it with instead, for comparison.
    ///   - listener: a copy hears what was recorded, another what that profile makes of it.
    public init(profile: PolicyProfile? = nil, listener: (any ReplayListener)? = nil) {
        self.profile = profile
        self.listener = listener
        recordedListener = listener
    }

    /// Everything that could be compared is the same, and everything could be read.
    public var isSame: Bool { difference == nil && damage.isEmpty }

    /// Plays the next segment.
    ///
    /// - Parameter next: the event after which the following segment's state was taken. Later ones
    ///   stand in that segment again.
    public mutating func play(_ segment: Segment, upTo next: UInt64? = nil) {
        segments += 1
        damage += segment.damage
        begin(segment)
        for entry in segment.entries {
            if let next, entry.seq > next { return }
            step(entry)
        }
        if let closing = segment.closing {
            check(closing)
            previous = nil
        }
    }

    /// Notes a segment that can't be played; the next one starts afresh.
    public mutating func skip(_ reason: String) {
        segments += 1
        damage.append(reason)
        machine = nil
        leavePrevious()
    }

    /// Nobody will tell what the device made of the event before.
    private mutating func leavePrevious() {
        unprovedBefore = unproved
        previous = nil
    }

    // MARK: - States

    private mutating func begin(_ segment: Segment) {
        first = first ?? segment.moment
        last = segment.moment
        if let machine, segment.seq == seq {
            compare(machine, with: segment)
        } else {
            if machine != nil { gaps.append(Self.gap(after: seq, before: segment.seq)) }
            leavePrevious()
            alternative = profile.map {
                alternative ?? Alternative(profile: $0, listener: listener)
            }
            alternative?.start(segment.state, at: segment.moment)
            recordedListener?.begin(segment.state, at: segment.moment)
        }
        machine = segment.state
        seq = segment.seq
    }

    private static func gap(after seq: UInt64, before next: UInt64) -> String {
        next > seq
            ? "the events after \(seq) up to \(next) are missing"
            : "the events after \(next) up to \(seq) were lost, and replaced by others"
    }

    private mutating func compare(_ machine: SystemMachine, with segment: Segment) {
        comparedStates += 1
        // A daemon goes on with the profile that it is started with, in the boot that it is started
        // in. Nobody else may change them.
        var machine = machine
        if let boot = segment.state.awaitedBoot {
            machine.awaitRestart(boot: boot, known: segment.state.boot)
        }
        if segment.state.awaitedBoot != nil
            || segment.entries.first.map({ $0.event.isRestart }) ?? true
        {
            machine.adopt(profile: segment.state.profile)
        } else {
            machine.adopt(profile: machine.profile)
        }
        guard machine != segment.state, difference == nil else { return }
        let (expected, got) = StateDifference.first(segment.state, machine)
        difference = Difference(
            seq: segment.seq, moment: segment.moment, event: nil, expected: expected, got: got)
    }

    // MARK: - Events

    private mutating func step(_ entry: Segment.Entry) {
        if let recorded = entry.previous { check(recorded) } else { leavePrevious() }
        if entry.event.isRestart { restarts += 1 }
        if let body = entry.payload, case .push(let push, _) = entry.event {
            payloads.append(
                Payload(seq: entry.seq, moment: entry.moment, app: push.app, body: body))
        }
        guard let reaction = machine?.handle(entry.event, at: entry.moment) else { return }
        events += 1
        decisions += reaction.decisions.count
        recordedListener?.hear(entry.event, reaction, at: entry.moment)
        alternative?.step(entry, recorded: reaction, machine)
        let fingerprint = reaction.fingerprint
        recordedHash.add(fingerprint)
        previous = (entry, reaction, fingerprint)
        seq = entry.seq
        last = entry.moment
    }

    /// Compares what was made of the event before with what its daemon wrote about it.
    private mutating func check(_ recorded: Fingerprint) {
        guard let (entry, reaction, fingerprint) = previous else { return }
        comparedEvents += 1
        guard fingerprint != recorded, difference == nil else { return }
        let said = reaction.decisions.map(\.words).joined(separator: "; ")
        difference = Difference(
            seq: entry.seq, moment: entry.moment, event: entry.event.jsonText,
            expected: "effects and decisions with the fingerprint \(recorded)",
            got: "\(fingerprint): \(said.isEmpty ? "no decision" : said)")
    }
}

extension Replay {
    /// Plays a journal's folder, or one segment.
    ///
    /// - Parameter progress: called with the parts done and all there are.
    /// - Throws: `JournalError` when there is no journal, or it can't be read at all.
    public static func run(
        _ path: String, profile: PolicyProfile? = nil, listener: (any ReplayListener)? = nil,
        progress: (Int, Int) -> Void = { _, _ in }
    ) throws(JournalError) -> Replay {
        var replay = Replay(profile: profile, listener: listener)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw JournalError(message: "there is no \(path)")
        }
        guard isFolder.boolValue else {
            replay.play(try JournalReader<SystemMachine, Event>().loadSegment(path))
            return replay
        }
        let names = try JournalReader<SystemMachine, Event>.segments(path).map(\.name)
        guard !names.isEmpty else {
            throw JournalError(
                message: "\(path) holds no segment of a journal; a device's is HOME/journal")
        }
        // One segment behind, as the next one says up to where it is to be played.
        var waiting: Segment?
        for (index, name) in names.enumerated() {
            progress(index, names.count)
            do throws(JournalError) {
                let segment = try JournalReader<SystemMachine, Event>().loadSegment(
                    "\(path)/\(name)")
                if let waiting { replay.play(waiting, upTo: segment.seq) }
                waiting = segment
            } catch {
                if let waiting { replay.play(waiting) }
                waiting = nil
                replay.skip(error.message)
            }
        }
        if let waiting { replay.play(waiting) }
        return replay
    }
}

extension Event {
    fileprivate var isRestart: Bool {
        if case .restarted = self { true } else { false }
    }
}

extension Decision {
    /// In one line: what was decided about whom, why, and by which rule.
    public var words: String {
        let change =
            switch (from, to) {
            case (let from?, let to?): " \(from.rawValue) → \(to.rawValue)"
            case (nil, let to?): " → \(to.rawValue)"
            case (let from?, nil): " from \(from.rawValue)"
            case (nil, nil): ""
            }
        let who = app.map { "\($0) " } ?? ""
        return "\(who)\(kind.rawValue)\(change) \(reason.rawValue)"
            + (rule.map { " (\($0.rawValue))" } ?? "") + (detail.map { " \($0.words)" } ?? "")
    }
}
