import QuiesceCore

/// Memory: who goes when it runs short.
final class MemoryPart: SimulatedPart {
    /// Memory is to be had, by the event under way.
    private var purge: PurgeCheck?

    func comes(_ event: Event, _ device: SimulatedDevice) {
        if event.isAboutMemory { purge = PurgeCheck(event, before: device) }
    }

    func note(_ event: Event, _ reaction: Reaction, _ device: SimulatedDevice) {
        guard let judged = purge.take() else { return }
        if let (app, problem) = judged.judge(reaction.decisions) {
            device.fail(.worstGoFirst, problem, app)
        }
    }
}

extension SimulatedDevice {
    /// There is swap for small shortages.
    static let swapBytes: UInt64 = 100_000_000
}

extension Invariant {
    public static let worstGoFirst = Self(
        "nobody is purged while somebody worse off, or larger, lives")
}
