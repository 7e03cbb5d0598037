import QuiesceCore
import QuiesceJournal

/// Where a made-up owner's device decides otherwise under the other policy, and its events under
/// both.
public struct FleetParting: Sendable {
    /// The first decision that differs; nil: there is none any more, or none yet.
    public let profile, against: Decision?
    public let profileDays, againstDays: RecordingListener

    init(_ profile: RecordingListener, _ against: RecordingListener) {
        profileDays = profile
        againstDays = against
        let (mine, others) = (profile.decisions, against.decisions)
        let common = zip(mine, others).prefix { $0.time == $1.time && $0.saysTheSame(as: $1) }.count
        self.profile = common < mine.count ? mine[common] : nil
        self.against = common < others.count ? others[common] : nil
    }
}

/// Keeps a device's events, as its journal would.
public struct RecordingListener: ReplayListener {
    private var state: SystemMachine?
    private var start = Moment.zero
    private var events: [(moment: Moment, event: Event, made: Fingerprint)] = []
    fileprivate private(set) var decisions: [Decision] = []

    public init() {}

    public mutating func begin(_ state: SystemMachine, at moment: Moment) {
        self.state = state
        start = moment
    }

    public mutating func hear(_ event: Event, _ reaction: Reaction, at moment: Moment) {
        events.append((moment, event, reaction.fingerprint))
        decisions += reaction.decisions
    }

    /// The one segment of its journal: `00000001.jsonl`.
    public var journal: [UInt8] {
        guard let state else { return [] }
        var bytes = JournalLine.text(
            JournalLine.Header(version: JournalLine.version, seq: 0, moment: start, state: state))
        var made: Fingerprint?
        for (place, event) in events.enumerated() {
            bytes += JournalLine.text(
                JournalLine.Entry(
                    seq: UInt64(place + 1), moment: event.moment, event: event.event, h: made))
            made = event.made
        }
        if let made {
            bytes += JournalLine.text(JournalLine.Closing(end: UInt64(events.count), h: made))
        }
        return bytes
    }
}
