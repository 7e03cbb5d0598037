import Glibc
import Synchronization

/// Says which seed the simulator crashed with, and ends it with 127.
enum CrashReport {
    /// One thread, and the seed that it runs.
    private final class Slot: Sendable {
        let thread = Atomic<UInt>(0)
        let seed = Atomic<UInt64>(0)
    }

    private static let slots = (0..<mostJobs).map { _ in Slot() }
    static let mostJobs = 64

    /// The seed that this thread runs from now on. `job`: the thread's number, below `mostJobs`.
    static func current(_ seed: UInt64, job: Int = 0) {
        slots[job].thread.store(UInt(pthread_self()), ordering: .relaxed)
        slots[job].seed.store(seed, ordering: .relaxed)
    }

    static func watch() {
        _ = slots
        for signal in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] {
            Glibc.signal(signal) { _ in CrashReport.report() }
        }
    }

    /// Runs in a signal handler: it calls nothing that isn't safe there, and makes no objects.
    private static func report() {
        write(" the simulator crashed with seed ")
        // A crash's signal comes to the thread that crashed.
        let thread = UInt(pthread_self())
        var rest: UInt64 = 0
        for slot in slots where slot.thread.load(ordering: .relaxed) == thread {
            rest = slot.seed.load(ordering: .relaxed)
        }
        var divisor: UInt64 = 1
        while rest / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            var digit = UInt8(48 + rest / divisor)
            _ = Glibc.write(STDERR_FILENO, &digit, 1)
            rest %= divisor
            divisor /= 10
        }
        write("\n")
        _exit(127)
    }

    private static func write(_ text: StaticString) {
        _ = Glibc.write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    }
}
