import Glibc
import QuiesceCore

/// The device's three clocks.
public enum LinuxClock {
    /// Reads all three. From any thread.
    public static func now() -> Moment {
        Moment(
            instant: Instant(nanoseconds: read(CLOCK_BOOTTIME)),
            awake: AwakeInstant(nanoseconds: read(CLOCK_MONOTONIC)),
            wall: WallTime(nanoseconds: read(CLOCK_REALTIME)))
    }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)  // Can't fail: Linux has all three since 2.6.39.
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
