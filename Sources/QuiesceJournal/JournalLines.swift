import QuiesceCore

/// The three kinds of lines in a journal segment, each one JSON object.
package enum JournalLine {
    package static let version = SystemMachine.stateVersion

    /// The first line: the core's full state after the event `seq`.
    // derive: json
    package struct Header<State: JSONValued & Sendable>: Sendable {
        package var version: Int
        package var seq: UInt64
        package var moment: Moment
        package var state: State

        package init(version: Int, seq: UInt64, moment: Moment, state: State) {
            self.version = version
            self.seq = seq
            self.moment = moment
            self.state = state
        }
    }

    /// The field that every version's header has.
    // derive: json
    struct AnyHeader {
        var version: Int
    }

    /// The lines after it: what happened, in order.
    // derive: json
    package struct Entry<Event: JSONValued & Sendable>: Sendable {
        package var seq: UInt64
        package var moment: Moment
        package var event: Event
        /// The core's reaction to the event before: an event is written before the core has it.
        package var h: Fingerprint?
        /// A push's payload, where the daemon was asked to keep them.
        package var payload: String?

        package init(
            seq: UInt64, moment: Moment, event: Event, h: Fingerprint?, payload: String? = nil
        ) {
            self.seq = seq
            self.moment = moment
            self.event = event
            self.h = h
            self.payload = payload
        }
    }

    /// The last line, where the segment was ended in order: what the core did about its last event.
    // derive: json
    package struct Closing: Sendable {
        /// The number of that event.
        package var end: UInt64
        package var h: Fingerprint

        package init(end: UInt64, h: Fingerprint) {
            self.end = end
            self.h = h
        }
    }

    package static let newline = UInt8(ascii: "\n")

    /// One of them, with its end.
    package static func text(_ line: some Described) -> [UInt8] { line.json + [newline] }
}

/// One file of the journal: `NNNNNNNN.jsonl`.
public struct JournalSegment: Sendable, Hashable, Comparable {
    /// Grows from segment to segment.
    public var number: UInt64
    public var bytes: Int

    public var name: String { Self.name(number) }

    package static func name(_ number: UInt64) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 8 - digits.count)) + digits + ".jsonl"
    }

    /// - Returns: nil unless `name` is a segment's.
    static func number(_ name: String) -> UInt64? {
        guard name.hasSuffix(".jsonl"), let number = UInt64(name.dropLast(6)),
            Self.name(number) == name
        else { return nil }
        return number
    }

    public static func < (a: Self, b: Self) -> Bool { a.number < b.number }
}
