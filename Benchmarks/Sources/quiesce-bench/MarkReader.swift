import CMarks
import Glibc

/// A step that was reached, and when (CLOCK_MONOTONIC, nanoseconds).
struct Mark {
    var step: UInt64
    var time: Int64
}

/// Reads what another process marks.
final class MarkReader {
    private let marks: UnsafePointer<qb_marks>
    private var next: UInt64

    init(_ path: String) throws {
        guard let marks = qb_marks_read(path) else { throw Failure(path, errno: errno) }
        self.marks = marks
        next = qb_marks_count(marks)
    }

    /// Forgets what was marked so far.
    func skip() { next = qb_marks_count(marks) }

    /// The marks made since `skip`.
    var new: [Mark] {
        let count = qb_marks_count(marks)
        guard count > next else { return [] }
        return (next..<count).map {
            let mark = qb_marks_at(marks, $0)
            return Mark(step: mark.step, time: mark.time)
        }
    }
}

/// The steps that `quiesced` marks, as in its `StepTrace`.
enum DaemonStep: UInt64 {
    case accepted = 1
    case journalled, decided, sent, thawed, freezing, frozen, spawning, killed
}

/// The steps that BenchApp marks, as in `CAppMarks.h`.
enum AppStep: UInt64 {
    case received = 101
    case fetch, launched, foreground, active, push, located, read
}

extension [Mark] {
    func first(_ step: DaemonStep) -> Int? { firstIndex { $0.step == step.rawValue } }
    func last(_ step: DaemonStep, before end: Int) -> Int? {
        self[..<end].lastIndex { $0.step == step.rawValue }
    }
    func first(_ step: AppStep) -> Int? { firstIndex { $0.step == step.rawValue } }
    func last(_ step: AppStep, before end: Int) -> Int? {
        self[..<end].lastIndex { $0.step == step.rawValue }
    }
    func contains(_ step: DaemonStep) -> Bool { first(step) != nil }
}
