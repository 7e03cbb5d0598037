import CQuiesceTesting
import Foundation
import QuiesceCore
import QuiesceKit
import Synchronization

/// The clocks of one launch of an app on a virtual device, and what waits for them. Any thread may
/// read and wait; only the device lets time pass.
final class VirtualTime: TimeSource {
    private enum Waiting {
        case sleeper(CheckedContinuation<Void, any Error>, task: UInt64)
        case timer(every: Int64, repeats: Bool, fire: @MainActor @Sendable () -> Void)
    }

    private struct Entry {
        var id: UInt64
        /// Nanoseconds since boot.
        var at: Int64
        /// Since when it has been there.
        var begun: Int64
        var waiting: Waiting
    }

    private struct State {
        var now: Moment
        var lastID: UInt64 = 0
        /// In order of time; of those at the same time, the first to come is the first to go.
        var entries: [Entry] = []
        var overdue = OverdueWork()
        /// Sleeps that were cancelled before they had begun.
        var cancelled: Set<UInt64> = []

        mutating func newID() -> UInt64 {
            lastID += 1
            return lastID
        }

        mutating func add(_ entry: Entry) {
            var (low, high) = (0, entries.count)
            while low < high {
                let middle = (low + high) / 2
                if entries[middle].at <= entry.at { low = middle + 1 } else { high = middle }
            }
            entries.insert(entry, at: low)
        }

        mutating func remove(_ id: UInt64) -> Entry? {
            entries.firstIndex { $0.id == id }.map { entries.remove(at: $0) }
        }
    }

    private let state: Mutex<State>

    init(_ now: Moment) { state = Mutex(State(now: now)) }

    // MARK: For the app

    var sinceBoot: Int64 { state.withLock { $0.now.instant.nanoseconds } }
    var awake: Int64 { state.withLock { $0.now.awake.nanoseconds } }
    var date: Date { state.withLock { $0.now.wall.date } }

    func sleep(until deadline: Int64) async throws {
        let task = qt_task()
        let id = state.withLock { $0.newID() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let answer: Result<Void, any Error>? = state.withLock { state in
                    if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
                    if deadline <= state.now.instant.nanoseconds { return .success(()) }
                    let now = state.now.instant.nanoseconds
                    let begun = state.overdue.sleeps(task, at: now)
                    state.add(
                        Entry(
                            id: id, at: deadline, begun: begun,
                            waiting: .sleeper(continuation, task: task)))
                    return nil
                }
                if let answer { continuation.resume(with: answer) }
                MainQueue.noteActivity()
            }
        } onCancel: {
            let entry = state.withLock { state in
                let entry = state.remove(id)
                if entry == nil { state.cancelled.insert(id) }
                return entry
            }
            if case .sleeper(let continuation, _) = entry?.waiting {
                continuation.resume(throwing: CancellationError())
            }
        }
    }

    @MainActor func startTimer(
        every interval: Int64, repeats: Bool, fire: @escaping @MainActor @Sendable () -> Void
    ) -> @MainActor @Sendable () -> Void {
        let id = state.withLock { state in
            let id = state.newID()
            state.add(
                Entry(
                    id: id, at: state.now.instant.nanoseconds + interval,
                    begun: state.now.instant.nanoseconds,
                    waiting: .timer(every: interval, repeats: repeats, fire: fire)))
            return id
        }
        return { [weak self] in _ = self?.state.withLock { $0.remove(id) } }
    }

    // MARK: For the device

    /// When something waits to be gone on with; nil: nothing waits.
    var next: Instant? {
        state.withLock { $0.entries.first.map { Instant(nanoseconds: $0.at) } }
    }

    func move(to now: Moment) { state.withLock { $0.now = now } }

    /// Goes on with the first of those that are due.
    ///
    /// - Returns: false when nothing is.
    @MainActor func runOneDue() -> Bool {
        let due = state.withLock { state -> (UInt64, Waiting)? in
            guard let first = state.entries.first, first.at <= state.now.instant.nanoseconds
            else { return nil }
            state.entries.removeFirst()
            if case .timer(let interval, repeats: true, _) = first.waiting {
                // This firing makes up for those that were missed during suspension.
                let missed = (state.now.instant.nanoseconds - first.at) / interval
                var next = first
                next.at += (missed + 1) * interval
                state.add(next)
            }
            return (first.id, first.waiting)
        }
        switch due {
        case (_, .sleeper(let continuation, _))?: continuation.resume()
        case (let id, .timer(_, _, let fire))?:
            fire()
            state.withLock { state in
                if state.entries.contains(where: { $0.id == id }) { state.overdue.ticks(id) }
            }
        case nil: return false
        }
        MainQueue.noteActivity()
        return true
    }

    /// The app is suspended, and its time had run out: whatever of the work that began no earlier
    /// than `start`, in nanoseconds since boot, still waits has nothing more to do.
    func timeRanOut(forWorkSince start: Int64) {
        state.withLock { state in
            for entry in state.entries where entry.begun >= start {
                switch entry.waiting {
                case .sleeper(_, let task): state.overdue.tasks.insert(task)
                case .timer: state.overdue.timers.insert(entry.id)
                }
            }
        }
    }

    /// Work whose time had run out has gone on since.
    var overdueWorkWentOn: Bool { state.withLock { $0.overdue.wentOn } }

    /// The test is over: whoever still waits is told so.
    func end() {
        let entries = state.withLock { state in
            defer { state.entries = [] }
            return state.entries
        }
        for case .sleeper(let continuation, _) in entries.map(\.waiting) {
            continuation.resume(throwing: CancellationError())
        }
    }
}

extension WallTime {
    var date: Date { Date(timeIntervalSince1970: Double(nanoseconds) / 1e9) }
}

/// Work of an app that was begun for a time which is over.
struct OverdueWork {
    /// When each Swift task first slept, by its number.
    private var firstSlept: [UInt64: Int64] = [:]
    var tasks: Set<UInt64> = []
    var timers: Set<UInt64> = []
    private(set) var wentOn = false

    /// - Returns: when the task slept first: since then at least it has been there.
    mutating func sleeps(_ task: UInt64, at now: Int64) -> Int64 {
        if tasks.contains(task) { wentOn = true }
        let first = firstSlept[task] ?? now
        firstSlept[task] = first
        return first
    }

    /// A timer has fired, and is still to fire again.
    mutating func ticks(_ timer: UInt64) {
        if timers.contains(timer) { wentOn = true }
    }
}
