import QuiesceAnswers
import QuiesceCore
import QuiesceLinux
import QuiesceShell
import QuiesceWire

/// Reads the kernel's counters of hosted programs when they are left, frozen, or come back: between
/// a freeze and a thaw they stand still, so that nothing is read before a thaw, and no timer runs.
/// Belongs to the loop's thread.
final class SavingsOfPrograms: DaemonService {
    private struct Program {
        let key: ProcessKey
        var last: UseSample?
    }

    private unowned let device: Device
    private let processes: any AppProcesses
    private let loop: EventLoop
    private let worker: Worker
    private var hasBegun = false
    private var begun = LinuxClock.now()
    private var programs: [AppID: Program] = [:]
    private var savings: [AppID: ProgramSavings] = [:]

    init(_ processes: any AppProcesses, _ device: Device, loop: EventLoop, worker: Worker) {
        self.processes = processes
        self.device = device
        self.loop = loop
        self.worker = worker
        _ = device.log.follow { [weak self] decision in
            if let app = decision.app { self?.follow(app) }
        }
    }

    /// Also when the device has started again: all is counted anew.
    func begin() {
        (programs, savings) = ([:], [:])
        begun = LinuxClock.now()
        hasBegun = true
        for view in device.machine.views { follow(view.manifest.id, isStart: false) }
    }

    func remove(_ app: AppID) { (programs[app], savings[app]) = (nil, nil) }

    func shutdown() { hasBegun = false }

    /// - Parameter isStart: a launch that isn't known has just begun.
    private func follow(_ app: AppID, isStart: Bool = true) {
        guard hasBegun else { return }
        let now = LinuxClock.now().awake
        guard let (launch, phase) = device.inspect({ $0.savingsPhase(of: app) }) else {
            if programs.removeValue(forKey: app) != nil { savings[app]?.end(at: now) }
            return
        }
        let key = ProcessKey(app: app, launch: launch)
        if programs[app]?.key != key {
            savings[app, default: ProgramSavings()].end(at: now)
            if isStart { savings[app]?.start(at: now) }
            programs[app] = Program(key: key)
        }
        if let reading = savings[app]?.move(to: phase, at: now) {
            take(reading, of: key, isFrozen: phase == .frozen)
        }
    }

    private func take(_ reading: ProgramSavings.Reading, of key: ProcessKey, isFrozen: Bool) {
        guard let reader = processes.processReader(key), let moves = savings[key.app]?.moves else {
            return
        }
        loop.perform(on: worker) {
            // A freeze has just looked for new ones.
            UseSample(of: reader, pids: isFrozen ? reader.known() : reader.pids())
        } then: { [weak self] sample in
            guard let self, let program = programs[key.app], program.key == key,
                savings[key.app]?.moves == moves
            else { return }
            switch reading {
            case .first: savings[key.app]?.began(at: sample.takenAt)
            case .next:
                savings[key.app]?.used(
                    program.last.map { sample.use(since: $0) },
                    stops: isFrozen ? Int64(sample.threads) : 0, at: sample.takenAt)
            }
            programs[key.app]?.last = sample
        }
    }

    // MARK: Answers

    /// Rows of those that were frozen out of sight in that time.
    ///
    /// - Parameters:
    ///   - app: of this one; nil: of all.
    ///   - last: of so much time; nil: since the device came up, or the daemon after it.
    func rows(of app: AppID?, last: Interval?, then: @escaping ([SavingsRow]) -> Void) {
        let now = LinuxClock.now()
        let since = last.map { max(begun.wall, now.wall.before(by: $0)) } ?? begun.wall
        let accounts = savings.filter { app == nil || $0.key == app }.sorted { $0.key < $1.key }
            .map { ($0.key, $0.value.account(at: now.awake, last: last)) }
            .filter { $0.1.sum.outOfSight > .zero }
        let readers = accounts.map { account in
            programs[account.0].flatMap { processes.processReader($0.key) }
        }
        loop.perform(on: worker) {
            readers.map { reader in reader.map { UseSample.swappedBytes(of: $0) } }
        } then: { swapped in
            then(
                zip(accounts, swapped).map {
                    SavingsRow($0.0.1, of: $0.0.0, since: since, swappedBytes: $0.1)
                })
        }
    }
}
