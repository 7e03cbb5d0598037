import QuiesceCore
import QuiesceShell

// What apps hold and use, by their manners.
extension SimulatedDevice {
    /// There is swap for small shortages.
    static let swapBytes: UInt64 = 100_000_000

    /// What was found is told a little later: by then it may be about another time.
    func examine(
        _ key: ProcessKey, _ examination: Examination, _ completion: @escaping (Findings) -> Void
    ) {
        guard let process = live(key) else { return }
        let life = life
        let body = { [unowned self] in
            guard process.isAlive, life == self.life else { return }
            completion(findings(process, examination))
        }
        plan(.told(body, life: life), after: .milliseconds(2))
    }

    private func findings(_ process: SimulatedProcess, _ examination: Examination) -> Findings {
        let manners = scripts[process.index].manners
        settleUse(process)
        switch examination {
        case .suspended:
            let group = manners.holdsLock ? apps[process.index].groups.first : nil
            return Findings(
                locks: group.map { [HeldLock(group: $0, file: "shared.db", kind: .posix)] } ?? [],
                ports: manners.listens.map { [OpenPort(.tcp, $0)] } ?? [])
        case .executing:
            return Findings(
                gpu: manners.usesGPU
                    ? GPUUse(device: "/dev/dri/renderD128", busy: process.use.gpu) : nil,
                cpu: process.use.cpu)
        }
    }

    func restrain(_ key: ProcessKey, _ restraint: Restraint) {
        guard let process = live(key) else { return }
        switch restraint {
        case .cpu(let allowed, let window):
            settleUse(process)
            process.use.cap = allowed.map { $0.nanoseconds * 100 / max(1, window.nanoseconds) }
        case .pageOut:
            if !process.isFrozen {
                fail(.frozenIsSuspended, "it is paged out while it executes", key.app)
            }
        case .precedence(let inFront):
            process.use.isInFront = inFront
        case .ports(let hidden):
            process.use.hidesPorts = hidden
        }
    }

    /// Counts what it has used until now. Before whatever changes how much it uses.
    func settleUse(_ process: SimulatedProcess) {
        let manners = scripts[process.index].manners
        process.use.go(on: now.awake, runs: !process.isFrozen, manners)
    }
}

/// What a simulated process has used of the machine.
struct SimulatedUse {
    private(set) var cpu = Interval.zero
    private(set) var gpu = Interval.zero
    /// The most CPU that it gets, in percent of one.
    var cap: Int64?
    var hidesPorts = false
    var isInFront = true
    private var countedTo: AwakeInstant

    init(from start: AwakeInstant) { countedTo = start }

    mutating func go(on now: AwakeInstant, runs: Bool, _ manners: Manners) {
        let time = now - countedTo
        countedTo = now
        guard runs, time > .zero else { return }
        let percent = min(Int64(manners.burnsCPU), cap ?? .max)
        cpu = cpu + Interval(nanoseconds: time.nanoseconds / 100 * percent)
        if manners.usesGPU { gpu = gpu + Interval(nanoseconds: time.nanoseconds / 10) }
    }
}
