import QuiesceCore
import QuiesceShell

/// The journal of a simulated device, in memory: a state, and the events after it.
final class SimulatedJournal {
    /// Events between two states. Fewer make restarts cheap, more make rotations rare.
    private static let eventsPerSegment = 1_000

    private var state: SystemMachine
    private var seq: UInt64
    private var events: [(moment: Moment, event: Event)] = []
    /// Events couldn't be written since: what follows them can't be read before the next state.
    private(set) var hasGap = false
    /// The disk takes nothing.
    var isFull = false

    /// Events that happen now can't be read again: nothing was written, or not behind what is
    /// missing.
    var losesEvents: Bool { isFull || hasGap }

    init(_ state: SystemMachine, seq: UInt64) {
        self.state = state
        self.seq = seq
    }

    /// The last event that can be read.
    var lastSeq: UInt64 { seq + UInt64(events.count) }
    var needsRotation: Bool { (events.count >= Self.eventsPerSegment || hasGap) && !isFull }

    /// The error of a write to a full disk.
    struct NoSpace: Error, CustomStringConvertible {
        var description: String { "no space left on device" }
    }

    func append(_ moment: Moment, _ event: Event) throws {
        if isFull {
            hasGap = true
            throw NoSpace()
        }
        if hasGap { return }
        events.append((moment, event))
    }

    func rotate(_ state: SystemMachine, seq: UInt64) {
        self.state = state
        self.seq = seq
        hasGap = false
        events.removeAll(keepingCapacity: true)
    }

    /// Returns the part that a power cut leaves: the last events may be missing, and if more are
    /// missing than the segment has, so is the segment.
    ///
    /// - Returns: nil when nothing is left.
    func survivors(losing lost: Int) -> Restoration.Recorded? {
        guard lost <= events.count else { return nil }
        return Restoration.Recorded(
            state: state, events: Array(events.dropLast(lost)), lastSeq: lastSeq - UInt64(lost))
    }
}
