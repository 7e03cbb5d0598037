import Glibc

extension MessageBus {
    /// Waits until the bus or one of `others` has something, until the bus wants a turn, or until
    /// the deadline, in microseconds of CLOCK_MONOTONIC.
    package func wait(or others: [Int32], until deadline: UInt64) throws(BusError) {
        let waits = try waits()
        var watched = [waits.descriptor]
        for descriptor in others {
            watched.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
        }
        let end = min(waits.deadline, deadline)
        var milliseconds: Int32 = -1
        if end != .max {
            let now = BusClock.now()
            milliseconds = Int32(clamping: end > now ? (end - now + 999) / 1_000 : 0)
        }
        poll(&watched, nfds_t(watched.count), milliseconds)
    }
}
