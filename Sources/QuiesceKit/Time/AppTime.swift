import Foundation
import Synchronization

/// The clocks of what the app runs on: the machine, or a virtual device. From any thread.
package protocol TimeSource: Sendable {
    /// CLOCK_BOOTTIME, in nanoseconds.
    var sinceBoot: Int64 { get }
    /// CLOCK_MONOTONIC, in nanoseconds: stands still while the device sleeps.
    var awake: Int64 { get }
    var date: Date { get }

    /// Returns when `sinceBoot` has reached `deadline`; throws `CancellationError` when the task
    /// is cancelled before.
    func sleep(until deadline: Int64) async throws

    /// Calls `fire` on the main thread, `interval` nanoseconds from now, and then again and again
    /// if it `repeats`.
    ///
    /// - Returns: what stops that.
    @MainActor func startTimer(
        every interval: Int64, repeats: Bool, fire: @escaping @MainActor @Sendable () -> Void
    ) -> @MainActor @Sendable () -> Void
}

/// The source of time for the Kit.
package enum AppTime {
    private static let current = Mutex<any TimeSource>(MachineTime())

    /// The machine, unless a test put something else there. From any thread.
    package static var source: any TimeSource {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}

/// The machine's own clocks and timers.
package struct MachineTime: TimeSource {
    package init() {}

    package var sinceBoot: Int64 { nanoseconds(CLOCK_BOOTTIME) }
    package var awake: Int64 { nanoseconds(CLOCK_MONOTONIC) }
    package var date: Date { Date() }

    package func sleep(until deadline: Int64) async throws {
        // No moment before the start of the device is sooner than that.
        let rest = Duration.nanoseconds(max(0, deadline) - sinceBoot)
        try await Task.sleep(for: rest, clock: .continuous)
    }

    @MainActor package func startTimer(
        every interval: Int64, repeats: Bool, fire: @escaping @MainActor @Sendable () -> Void
    ) -> @MainActor @Sendable () -> Void {
        let timer = MainThreadTimer(
            Timer.scheduledTimer(
                withTimeInterval: Double(interval) / 1e9, repeats: repeats
            ) { @Sendable _ in
                MainActor.assumeIsolated { fire() }
            })
        return { timer.timer.invalidate() }
    }
}

/// Foundation's timer isn't Sendable; this one is kept on the main actor.
@MainActor private final class MainThreadTimer {
    let timer: Timer
    init(_ timer: Timer) { self.timer = timer }
}

/// A reading of one of the kernel's clocks, in nanoseconds.
func nanoseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
