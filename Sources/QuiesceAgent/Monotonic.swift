import Glibc

/// Nanoseconds that the machine has been awake: intervals on this device only.
package enum Monotonic {
    package static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
