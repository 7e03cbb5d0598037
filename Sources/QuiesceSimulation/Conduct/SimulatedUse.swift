import QuiesceCore

/// A simulated process's use of the machine.
struct SimulatedUse {
    private(set) var cpu = Interval.zero
    private(set) var gpu = Interval.zero
    /// The most CPU that it gets, in percent of one.
    var cap: Int64?
    var hidesPorts = false
    var isInFront = true
    private var countedTo: AwakeInstant

    init(from start: AwakeInstant) { countedTo = start }

    mutating func go(on now: AwakeInstant, runs: Bool, _ behaviour: AppBehaviour) {
        let time = now - countedTo
        countedTo = now
        guard runs, time > .zero else { return }
        let percent = min(Int64(behaviour.burnsCPU), cap ?? .max)
        cpu = cpu + Interval(nanoseconds: time.nanoseconds / 100 * percent)
        if behaviour.usesGPU { gpu = gpu + Interval(nanoseconds: time.nanoseconds / 10) }
    }
}
