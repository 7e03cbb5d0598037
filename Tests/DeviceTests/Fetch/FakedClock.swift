import Glibc
import Testing

/// Has a daemon's wall clock show another time. Its other clocks are the kernel's.
enum FakedClock {
    static let isThere = access("/usr/bin/faketime", X_OK) == 0
    static let missing: Comment = "faketime isn't installed"

    /// For a device's `wrapper`. `faketime` waits for the daemon, which ends with it.
    ///
    /// - Parameter time: when the daemon starts, in UTC: `2030-01-01 12:00:00`.
    static func showing(_ time: String) -> [String] {
        [
            "TZ=UTC", "faketime", "-m", "--exclude-monotonic", "-f", "@\(time)", "setpriv",
            "--pdeathsig", "KILL",
        ]
    }
}
