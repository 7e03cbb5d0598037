import QuiesceCore

// For whoever drives a device from moment to moment.
extension SimulatedDevice {
    /// When something is going to happen by itself; nil: never.
    package var nextHappening: Instant? {
        [agenda.next, daemonRuns ? timer : nil].compactMap { $0 }.min()
    }

    /// The daemon hears of something that nobody asked for.
    package func happens(_ event: Event) {
        daemon { $0.take(event) }
    }
}
