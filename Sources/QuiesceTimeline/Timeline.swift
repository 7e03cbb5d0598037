import QuiesceCore
import QuiesceWire

/// A stretch of a device's life, as it is drawn: what happened to each app and to the device, what
/// was decided about it, and what is planned. `page` makes one HTML file of it.
///
/// Times are microseconds since `start`, on a clock that never goes back.
package struct Timeline: Sendable {
    /// An app's lane.
    package struct App: Sendable, Hashable {
        package var id: String
        /// As people call it.
        package var name: String
        /// The changes of its state, oldest first.
        package var states: [Change<AppState>] = []
        /// Its present state in the words of `quiesce why`; nil where nothing is known of it.
        package var why: WhyAnswer?
        /// The answers of `quiesce why --not`, by cause.
        package var whyNot: [String: WhyAnswer] = [:]
    }

    /// Something that is so from a moment on.
    package struct Change<Value: Sendable & Hashable>: Sendable, Hashable {
        package var time: Int64
        package var value: Value

        package init(time: Int64, value: Value) {
            self.time = time
            self.value = value
        }
    }

    /// A row of the device's lane.
    package struct Track: Sendable, Hashable {
        package var name: String
        /// Its values in words; an empty one: nothing is drawn.
        package var changes: [Change<Words>] = []

        package struct Words: Sendable, Hashable {
            /// A word or two.
            package var label: String
            /// More of it, in a sentence.
            package var sentence: String

            package init(_ label: String, _ sentence: String = "") {
                self.label = label
                self.sentence = sentence
            }
        }
    }

    /// Something that `quiesce forecast` foresees.
    package struct Plan: Sendable, Hashable {
        package var time: Int64
        package var earliest: Int64
        /// nil: the device itself.
        package var app: String?
        package var kind: String
        package var reason: String?
    }

    /// The number and the time of an event, and its words.
    package struct Occurrence: Sendable, Hashable {
        package var time: Int64
        package var words: Int32
    }

    /// A decision: its words are numbers in `texts`, the rest of it in `kinds`.
    package struct Row: Sendable, Hashable {
        package var event: Int32
        /// In `apps`; -1: the device.
        package var app: Int32
        package var kind: Int32
        package var sentence: Int32
        package var detail: Int32
        package var change: Int32
        /// The same number for all decisions about one task, wake-up, transfer …; 0: none.
        package var subject: Int32
        package var launch: UInt64
        package var seq: UInt64
    }

    /// The words of a decision that few others don't share.
    package struct Kind: Sendable, Hashable {
        package var kind: Decision.Kind
        package var from: AppState?
        package var to: AppState?
        package var reason: Reason
        package var rule: Rule?
    }

    /// By how much the device's calendar differs from `start` and the time since, from a moment on:
    /// its clock was set.
    package struct Shift: Sendable, Hashable {
        package var time: Int64
        package var microseconds: Int64
    }

    /// The device's calendar at time 0, in microseconds since 1970.
    package var start: Int64
    /// The beginning of what is kept.
    package var from: Int64 = 0
    /// The end of what is recorded.
    package var now: Int64 = 0
    /// The file or device that it is of.
    package var title = ""
    package var apps: [App] = []
    package var tracks: [Track] = []
    package var events: [Occurrence] = []
    package var rows: [Row] = []
    package var kinds: [Kind] = []
    /// The first is empty.
    package var texts: [String] = []
    package var shifts: [Shift] = []
    /// Restarts of the daemon and of the device.
    package var restarts: [Change<String>] = []
    /// Stretches of which nothing is recorded.
    package var gaps: [Range<Int64>] = []
    package var plans: [Plan] = []
    /// The device itself, in the words of `quiesce why` and `quiesce why-awake`.
    package var device: [String] = []
    /// Sentences about parts that are left out or couldn't be read.
    package var notes: [String] = []

    /// How many decisions it has.
    package var decisions: Int { rows.count }

    package func time(of row: Row) -> Int64 { events[Int(row.event)].time }
}
