/// Keeps one direction of an attempt to its rate. libcurl's own limit lets whole megabytes pass
/// before it first looks.
struct Pacer {
    /// Bytes a second.
    let rate: UInt64
    private let began: UInt64
    private var passed: UInt64 = 0

    init?(rate: UInt64?, now: UInt64) {
        guard let rate else { return nil }
        self.rate = max(rate, 1)
        began = now
    }

    /// Lets `bytes` pass, or says when to ask again, in `Monotonic` nanoseconds. What comes first
    /// is never held back, so that any piece passes some time.
    mutating func pass(_ bytes: Int, now: UInt64) -> UInt64? {
        let due = began + UInt64(Double(passed) / Double(rate) * 1e9)
        if due > now { return due }
        passed += UInt64(bytes)
        return nil
    }
}
