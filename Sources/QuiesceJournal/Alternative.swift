import QuiesceCore

/// The decisions that another profile would have made about a device's record, beside those that
/// were made.
///
/// The user, the apps and the kernel do what they did (`OtherWorld`); only the core follows other
/// rules. So the comparison tells exactly where the two first part, and less exactly what would
/// have come after.
public struct Alternative: Sendable {
    /// How often something was decided: then, and with this profile.
    public struct Count: Sendable, Hashable {
        public var kind: Decision.Kind
        public var reason: Reason
        public var recorded: Int
        public var other: Int
    }

    /// The first event that the two profiles decide differently about.
    public struct Parting: Sendable, Hashable {
        public var seq: UInt64
        public var moment: Moment
        /// As the journal has it.
        public var event: String
        /// nil: it decided nothing there.
        public var recorded: Decision?
        public var other: Decision?
        /// The two in plain words.
        public var recordedSentence: String
        public var otherSentence: String
    }

    public let profile: PolicyProfile
    public private(set) var parting: Parting?
    /// Events about which the decisions differ.
    public private(set) var differentEvents = 0
    /// Has heard what this profile made of it, where somebody wanted to.
    public private(set) var listener: (any ReplayListener)?
    private(set) var hash = Fingerprint()
    private var machine: SystemMachine
    private var world = OtherWorld()
    private var last = Moment.zero
    private var tallies: [Key: (recorded: Int, other: Int)] = [:]

    fileprivate struct Key: Hashable {
        var kind: Decision.Kind
        var reason: Reason
    }

    init(profile: PolicyProfile, listener: (any ReplayListener)? = nil) {
        self.profile = profile
        self.listener = listener
        machine = SystemMachine(profile: profile)
    }

    /// Those that differ, sorted by kind and reason.
    public var counts: [Count] {
        tallies.filter { $0.value.recorded != $0.value.other }
            .map {
                Count(
                    kind: $0.key.kind, reason: $0.key.reason, recorded: $0.value.recorded,
                    other: $0.value.other)
            }
            .sorted {
                ($0.kind.rawValue, $0.reason.rawValue) < ($1.kind.rawValue, $1.reason.rawValue)
            }
    }

    mutating func start(_ state: SystemMachine, at moment: Moment) {
        var state = state
        state.adopt(profile: profile)
        machine = state
        world = OtherWorld(state)
        last = moment
        listener?.begin(state, at: moment)
    }

    /// Takes one event, after what has come of the other rules before it.
    ///
    /// - Parameter original: the device's machine, after the event.
    mutating func step(
        _ entry: Replay.Segment.Entry, recorded: Reaction, _ original: SystemMachine?
    ) {
        var isDifferent = goOn(until: entry, original)
        var other = Reaction()
        if let event = world.translate(entry.event, for: machine, at: entry.moment) {
            world.hears(event, at: entry.moment)
            other = machine.handle(event, at: entry.moment)
            listener?.hear(event, other, at: entry.moment)
        }
        last = entry.moment
        world.note(recorded, other, at: entry.moment)
        if compare(entry, entry.moment, recorded.decisions, other, original) { isDifferent = true }
        if isDifferent { differentEvents += 1 }
    }

    /// Plays the events that the other rules bring before an event of the record: their own timers,
    /// and answers that the record doesn't have. The timers that were recorded are those of the
    /// device's limits: a timer that would have fired meanwhile does, unless no daemon was there,
    /// or one of the recorded serves as well.
    /// - Returns: whether anything was decided.
    private mutating func goOn(
        until entry: Replay.Segment.Entry, _ original: SystemMachine?
    ) -> Bool {
        if case .restarted = entry.event { return false }
        var isDifferent = false
        // An app that only the other profile kills may never end here, and is killed again and
        // again.
        for _ in 0..<Limits.timersBetweenEvents {
            let timer = machine.timerAt.flatMap {
                $0 + Limits.timerLateness < entry.moment.instant ? $0 : nil
            }
            let answer = world.coming.first.flatMap { $0.due < entry.moment.instant ? $0 : nil }
            var event = Event.timer
            var due = timer
            if let answer, timer.map({ answer.due <= $0 }) ?? true {
                event = answer.event
                due = answer.due
                world.coming.removeFirst()
            }
            guard let due else { break }
            var moment = last.advanced(by: max(.zero, due - last.instant))
            moment.awake = min(moment.awake, max(last.awake, entry.moment.awake))
            world.hears(event, at: moment)
            let reaction = machine.handle(event, at: moment)
            listener?.hear(event, reaction, at: moment)
            last = moment
            world.note(Reaction(), reaction, at: moment)
            if compare(entry, moment, [], reaction, original) { isDifferent = true }
            if event == .timer, machine.timerAt == timer { break }
        }
        return isDifferent
    }

    /// - Returns: whether the decisions differ.
    private mutating func compare(
        _ entry: Replay.Segment.Entry, _ moment: Moment, _ recorded: [Decision],
        _ reaction: Reaction, _ original: SystemMachine?
    ) -> Bool {
        hash.add(reaction.fingerprint)
        let other = reaction.decisions
        for decision in recorded { tallies[decision.key, default: (0, 0)].recorded += 1 }
        for decision in other { tallies[decision.key, default: (0, 0)].other += 1 }
        let common = zip(recorded, other).prefix { $0.saysTheSame(as: $1) }.count
        guard common < max(recorded.count, other.count) else { return false }
        guard parting == nil else { return true }
        let then = common < recorded.count ? recorded[common] : nil
        let now = common < other.count ? other[common] : nil
        let app = then?.app ?? now?.app
        parting = Parting(
            seq: entry.seq, moment: moment, event: entry.event.jsonText, recorded: then, other: now,
            recordedSentence: Self.sentence(then, app, original, moment),
            otherSentence: Self.sentence(now, app, machine, moment))
        return true
    }

    private static func sentence(
        _ decision: Decision?, _ app: AppID?, _ machine: SystemMachine?, _ moment: Moment
    ) -> String {
        if let decision, decision.kind == .refuse {
            let refusal = Refusal(decision.reason, rule: decision.rule, detail: decision.detail)
            return "Refused: \(refusal.explained(at: moment))."
        }
        if let app, let why = machine?.why(app) { return why.sentence }
        return decision.map { "\($0.words)." } ?? "Nothing was decided."
    }
}

extension Decision {
    fileprivate var key: Alternative.Key { Alternative.Key(kind: kind, reason: reason) }

    /// Whether both decide the same about the same app, whatever the numbers.
    package func saysTheSame(as other: Decision) -> Bool {
        app == other.app && kind == other.kind && from == other.from && to == other.to
            && reason == other.reason && rule == other.rule
    }
}

extension Limits {
    /// Timers that another profile is thought to have had between two recorded events. Each limit
    /// on each of a device's apps ends once; the rest repeat themselves.
    static let timersBetweenEvents = 1_000
}
