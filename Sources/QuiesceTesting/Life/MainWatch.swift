import CQuiesceTesting
import Foundation
import Glibc
import Synchronization

/// Watches, from a thread of its own, whether the thread that serves the main queue waits for
/// something instead (H3). A thread that computes, or that the machine gives no time, doesn't wait.
final class MainWatch: Sendable {
    /// As long a wait is a mistake, in seconds of the machine.
    static let longest = 1.0
    /// A thread that waits as long is taken to wait for ever.
    private static let patience = 60.0
    private static let pause: useconds_t = 50_000

    private static let thread = Atomic<Int32>(0)
    private static let passes = Atomic<UInt64>(0)

    private struct State {
        var isArmed = false
        var isOver = false
        /// The longest wait, in seconds.
        var waited = 0.0
    }

    private let state = Mutex(State())

    /// The main queue is served, on this thread.
    static func served() {
        thread.store(qt_thread(), ordering: .relaxed)
        passes.wrappingAdd(1, ordering: .relaxed)
    }

    /// - Parameter stuck: called on another thread when the main thread never comes back.
    init(stuck: @escaping @Sendable () -> Void) {
        Thread.detachNewThread { [self] in watch(stuck) }
    }

    /// The longest wait since the last call, in seconds; 0 where there was none to speak of.
    func takeWaited() -> Double {
        state.withLock { state in
            defer { state.waited = 0 }
            return state.waited
        }
    }

    /// While `isArmed`, the main thread has no reason to wait.
    func arm(_ isArmed: Bool) { state.withLock { $0.isArmed = isArmed } }
    func end() { state.withLock { $0.isOver = true } }

    private func watch(_ stuck: () -> Void) {
        var still: (passes: UInt64, use: String)?
        var since = ContinuousClock.now
        while true {
            usleep(Self.pause)
            let (isArmed, isOver) = state.withLock { ($0.isArmed, $0.isOver) }
            if isOver { return }
            let passes = Self.passes.load(ordering: .relaxed)
            guard isArmed, let use = Self.use(of: Self.thread.load(ordering: .relaxed)) else {
                still = nil
                continue
            }
            guard let before = still, before == (passes, use) else {
                still = (passes, use)
                since = .now
                continue
            }
            let seconds = (ContinuousClock.now - since) / .seconds(1)
            if seconds >= Self.longest {
                state.withLock { $0.waited = max($0.waited, seconds) }
            }
            if seconds >= Self.patience { return stuck() }
        }
    }

    /// A sleeping thread's processor time, in the kernel's words; nil: it doesn't sleep.
    private static func use(of thread: Int32) -> String? {
        guard
            let line = try? String(
                contentsOfFile: "/proc/self/task/\(thread)/stat", encoding: .utf8),
            let end = line.lastIndex(of: ")")
        else { return nil }
        // After the name: state, and eleven fields later the times in user mode and the kernel.
        let fields = line[line.index(after: end)...].split(separator: " ")
        guard fields.count > 12, fields[0] == "S" else { return nil }
        return "\(fields[11]) \(fields[12])"
    }
}
