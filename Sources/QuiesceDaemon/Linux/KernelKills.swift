import QuiesceCore
import QuiesceLinux
import QuiesceShell

/// Tells whether it was the kernel that killed an app for memory (P10 of the reliability
/// catalogue): it counts its kills, for the whole machine. Belongs to the loop's thread.
///
/// Each kill of the kernel's explains one SIGKILL that the device hasn't sent. If something else
/// sent that in the same moment in which the kernel killed another process, the app's end is put
/// down to memory.
final class KernelKills {
    private let count: () -> UInt64
    private var known: UInt64

    init(count: @escaping () -> UInt64 = KernelKills.counted) {
        self.count = count
        known = count()
    }

    /// - Parameter isOurs: the device had sent SIGKILL itself.
    func explain(_ status: ExitStatus, isOurs: Bool) -> ExitStatus {
        let now = count()
        guard status == .signalled(9), !isOurs, now > known else {
            // A kill that explains nothing now won't explain what comes later.
            if status != .signalled(9) || isOurs { known = now }
            return status
        }
        known += 1  // The kernel may have killed several apps, whose ends are told one by one.
        return .outOfMemory
    }

    static func counted() -> UInt64 {
        MemoryLimit.field("oom_kill", in: ProcFile.read("/proc/vmstat") ?? "") ?? 0
    }
}
