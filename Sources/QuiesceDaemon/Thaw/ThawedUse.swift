import QuiesceCore
import QuiesceLinux
import QuiesceShell

/// The CPU time of programs that are thawed on traffic: frozen, over a minute and more, and awake
/// while the core asks for it (Y7). Belongs to the loop's thread.
final class ThawedUse {
    private struct Awake {
        var every: Interval
        var last: UseSample?
    }

    private let processes: any AppProcesses
    private let loop: EventLoop
    private let worker: Worker
    private let tell: (TrafficNews, ProcessKey) -> Void
    /// A timer is a moment early beside a sample that took its time.
    private static let early = Interval.seconds(1)
    private var timer: OneShotTimer!
    /// Where the minute at hand began.
    private var frozen: [ProcessKey: UseSample] = [:]
    private var asleep: Set<ProcessKey> = []
    private var awake: [ProcessKey: Awake] = [:]

    init(
        _ processes: any AppProcesses, loop: EventLoop, worker: Worker,
        tell: @escaping (TrafficNews, ProcessKey) -> Void
    ) throws(SystemCallError) {
        self.processes = processes
        self.loop = loop
        self.worker = worker
        self.tell = tell
        timer = try OneShotTimer(loop: loop) { [unowned self] in look() }
    }

    func shutdown() {
        (frozen, asleep, awake) = ([:], [], [:])
        timer.clear()
    }

    /// - Parameter watches: whether each is thawed just now.
    func watch(_ watches: [ProcessKey: Bool]) {
        frozen = frozen.filter { watches[$0.key] != nil }
        let before = asleep
        asleep = Set(watches.filter { !$0.value }.keys)
        for key in asleep.subtracting(before) { lookAtFrozen(key) }
    }

    private func lookAtFrozen(_ key: ProcessKey) {
        read(key, isFrozen: true) { [weak self] sample in
            guard let self, asleep.contains(key) else { return }
            guard let first = frozen[key] else {
                frozen[key] = sample
                return
            }
            let time = sample.takenAt - first.takenAt
            guard time >= Limits.awakeTrial else { return }
            frozen[key] = sample
            tell(.tookFrozen(cpu: sample.use(since: first).cpu, in: time), key)
        }
    }

    func watch(_ watches: [SystemMachine.AwakeWatch]) {
        let wanted = watches.map { (ProcessKey(app: $0.app, launch: $0.launch), $0.every) }
        awake = Dictionary(
            uniqueKeysWithValues: wanted.map { ($0, Awake(every: $1, last: awake[$0]?.last)) })
        look()
    }

    private func look() {
        let now = LinuxClock.now().awake
        for (key, program) in awake
        where program.last.map({ now - $0.takenAt >= program.every - Self.early }) ?? true {
            lookAtAwake(key)
        }
        guard let next = awake.values.map(\.every).min() else { return timer.clear() }
        timer.set(microseconds: UInt64(next.nanoseconds / 1_000))
    }

    private func lookAtAwake(_ key: ProcessKey) {
        read(key, isFrozen: false) { [weak self] sample in
            guard let self, let program = awake[key] else { return }
            awake[key]?.last = sample
            guard let last = program.last else { return }
            let time = sample.takenAt - last.takenAt
            tell(.tookAwake(cpu: sample.use(since: last).cpu, in: time), key)
        }
    }

    private func read(
        _ key: ProcessKey, isFrozen: Bool, then: @escaping (UseSample) -> Void
    ) {
        guard let reader = processes.processReader(key) else { return }
        loop.perform(on: worker) {
            // A freeze has just looked for new processes.
            UseSample(of: reader, pids: isFrozen ? reader.known() : reader.pids())
        } then: {
            then($0)
        }
    }
}
