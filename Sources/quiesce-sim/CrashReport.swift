import Glibc
import Synchronization

/// Says which seed the simulator crashed with, and ends it with 127.
enum CrashReport {
    private static let seed = Atomic<UInt64>(0)

    /// The seed that is run from now on.
    static func current(_ new: UInt64) {
        if seed.exchange(new, ordering: .relaxed) == 0 { watch() }
    }

    private static func watch() {
        for signal in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] {
            Glibc.signal(signal) { _ in CrashReport.report() }
        }
    }

    /// Runs in a signal handler: it calls nothing that isn't safe there, and makes no objects.
    private static func report() {
        write(" the simulator crashed with seed ")
        var rest = seed.load(ordering: .relaxed)
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
