import Glibc

/// The clock that sd-bus goes by.
package enum BusClock {
    /// Microseconds of CLOCK_MONOTONIC, as sd-bus counts them.
    package static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1_000
    }
}
