import Foundation
import QuiesceCore
import QuiesceJournal
import QuiesceTerminal

/// The findings of a replay, for a person and for a program.
enum ReplayText {
    /// - Parameter payloads: whether the payloads that the journal keeps are listed.
    static func lines(_ replay: Replay, payloads: Bool = false) -> [String] {
        var lines: [String] = []
        let span = [replay.first, replay.last].compactMap { $0.map { time($0) } }
        lines.append(
            "\(count(replay.segments, "segment")), \(count(replay.events, "event")), "
                + count(replay.decisions, "decision")
                + (span.count == 2 ? ", from \(span[0]) to \(span[1])" : ""))
        if let difference = replay.difference {
            lines += self.lines(difference)
        } else if replay.alternative == nil {
            lines.append(
                "Every decision came out the same: "
                    + "\(count(replay.comparedEvents, "event")) compared with what was recorded of "
                    + "them, \(count(replay.comparedStates, "state")) between segments.")
        }
        if let alternative = replay.alternative { lines += self.lines(alternative) }
        if payloads { lines += self.lines(replay.payloads) }
        if !replay.unproved.isEmpty { lines.append("note: " + unproved(replay.unproved)) }
        lines += replay.gaps.map { "note: \($0)" }
        lines += replay.damage.map { "damaged: \($0)" }
        lines.append("hash \(replay.hash)")
        return lines
    }

    private static func lines(_ difference: Replay.Difference) -> [String] {
        let what =
            difference.event.map { "event \(difference.seq), \($0)," }
            ?? "the state after event \(difference.seq)"
        return [
            "Different: \(what) of \(time(difference.moment))",
            "  expected: \(difference.expected)", "  got:      \(difference.got)",
        ]
    }

    private static func lines(_ alternative: Alternative) -> [String] {
        let name = alternative.profile.name
        guard let parting = alternative.parting else {
            return ["With the profile \(name) every decision would have been the same."]
        }
        var lines = [
            "With the profile \(name), \(count(alternative.differentEvents, "event")) would have "
                + "been decided differently, first event \(parting.seq) of \(time(parting.moment)):",
            "  event:    \(parting.event)",
            "  recorded: \(parting.recorded?.words ?? "nothing")",
            "            \(parting.recordedSentence)",
            "  \(pad(name + ":", 9)) \(parting.other?.words ?? "nothing")",
            "            \(parting.otherSentence)",
        ]
        lines += alternative.counts.map {
            "  \(pad($0.kind.rawValue, 12))\(pad($0.reason.rawValue, 30)) "
                + "\($0.recorded) recorded, \($0.other) with \(name)"
        }
        return lines
    }

    private static func lines(_ payloads: [Replay.Payload]) -> [String] {
        if payloads.isEmpty {
            return [
                "The journal keeps no payloads: its device wasn't started with --journal-payloads."
            ]
        }
        return payloads.map { "event \($0.seq)  \(time($0.moment))  \($0.app)  \($0.body)" }
    }

    private static func unproved(_ events: [UInt64]) -> String {
        let shown = events.suffix(5).map(String.init).joined(separator: ", ")
        let others = events.count > 5 ? "\(events.count - 5) others and " : ""
        let isOne = events.count == 1
        return
            "\(isOne ? "event" : "events") \(others)\(shown) \(isOne ? "has" : "have") nothing to be "
            + "compared with, as what came of an event is recorded with the next: \(isOne ? "it is" : "each is") "
            + "the newest of a daemon that runs still, or was killed"
    }

    private static func time(_ moment: Moment) -> String { HumanText.time(iso(moment)) }

    private static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }

    private static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    fileprivate static func iso(_ moment: Moment) -> String {
        Date(timeIntervalSince1970: Double(moment.wall.nanoseconds) / 1e9)
            .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    // MARK: - JSON

    static func json(_ replay: Replay, payloads: Bool = false) -> String {
        Row(replay, payloads: payloads).jsonText
    }

    // derive: json sorted written
    struct Row {
        var same: Bool
        var segments, events, decisions, comparedEvents, comparedStates, restarts: Int
        var from, to: String?
        var hash: String
        /// Events that nobody wrote down the outcome of.
        var unproved: [UInt64]
        var gaps, damage: [String]
        var payloads: [Payload]?
        var difference: Difference?
        var profile: Profile?

        init(_ replay: Replay, payloads: Bool) {
            same = replay.isSame
            segments = replay.segments
            events = replay.events
            decisions = replay.decisions
            comparedEvents = replay.comparedEvents
            comparedStates = replay.comparedStates
            restarts = replay.restarts
            from = replay.first.map(iso)
            to = replay.last.map(iso)
            hash = replay.hash.description
            unproved = replay.unproved
            gaps = replay.gaps
            self.payloads = payloads ? replay.payloads.map(Payload.init) : nil
            damage = replay.damage
            difference = replay.difference.map(Difference.init)
            profile = replay.alternative.map(Profile.init)
        }
    }

    // derive: json sorted written
    struct Payload {
        var seq: UInt64
        var time, app, payload: String

        init(_ payload: Replay.Payload) {
            seq = payload.seq
            time = iso(payload.moment)
            app = payload.app.name
            self.payload = payload.body
        }
    }

    // derive: json sorted written
    struct Difference {
        var seq: UInt64
        var time: String
        var event: String?
        var expected, got: String

        init(_ difference: Replay.Difference) {
            seq = difference.seq
            time = iso(difference.moment)
            event = difference.event
            expected = difference.expected
            got = difference.got
        }
    }

    // derive: json sorted written
    struct Profile {
        // derive: json sorted written
        struct Count {
            var kind, reason: String
            var recorded, other: Int
        }
        // derive: json sorted written
        struct Side {
            var kind, reason, rule: String?
            var sentence: String
        }
        // derive: json sorted written
        struct First {
            var seq: UInt64
            var time, event: String
            var recorded, other: Side
        }

        var name: String
        var differentEvents: Int
        var counts: [Count]
        var first: First?

        init(_ alternative: Alternative) {
            name = alternative.profile.name
            differentEvents = alternative.differentEvents
            counts = alternative.counts.map {
                Count(
                    kind: $0.kind.rawValue, reason: $0.reason.rawValue, recorded: $0.recorded,
                    other: $0.other)
            }
            first = alternative.parting.map {
                First(
                    seq: $0.seq, time: iso($0.moment), event: $0.event,
                    recorded: Self.side($0.recorded, $0.recordedSentence),
                    other: Self.side($0.other, $0.otherSentence))
            }
        }

        private static func side(_ decision: Decision?, _ sentence: String) -> Side {
            Side(
                kind: decision?.kind.rawValue, reason: decision?.reason.rawValue,
                rule: decision?.rule?.rawValue, sentence: sentence)
        }
    }
}
