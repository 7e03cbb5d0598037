import CQuiesceLinux
import Glibc
import QuiesceCore
import QuiesceLinux
import QuiesceShell
import QuiesceWire

/// Apps' processes without cgroups: stopped by SIGSTOP, continued by SIGCONT, killed one by one.
final class SignalProcesses: AppProcesses {
    private final class Member {
        let main: MainProcess
        let group: SignalGroup
        var exitWatch: EventLoop.WatchID?
        var isKnownFrozen = false
        var isKilled = false
        /// A round of SIGSTOPs is under way on the worker.
        var isStopping = false
        var awaitingFreeze: [(Bool) -> Void] = []

        init(main: MainProcess, group: SignalGroup) {
            self.main = main
            self.group = group
        }
    }

    let name = "signals"
    let notes: [String]
    var adopted: (AppID) -> AdoptedProcess? = { _ in nil }
    var onExit: (ProcessKey, ExitStatus) -> Void = { _, _ in }
    var deviceCgroup: String? { nil }
    var onGone: (ProcessKey) -> Void = { _ in }
    var onFreezeStateChanged: (ProcessKey, Bool) -> Void = { _, _ in }

    private let configuration: ProcessConfiguration
    private let loop: EventLoop
    private let worker: Worker
    private var starting: [ProcessKey: StartingApp] = [:]
    private var members: [ProcessKey: Member] = [:]
    /// Groups that are being killed, and by how many.
    private var clearing: [ProcessKey: Int] = [:]
    /// Starts of those: a daemon that was killed may have started one without leaving a trace of
    /// its number, which is then given again.
    private var awaitingEnd: [ProcessKey: () -> Void] = [:]
    private var awaitingClear: [() -> Void] = []
    private var isShutDown = false

    init(
        _ configuration: ProcessConfiguration, loop: EventLoop, worker: Worker, notes: [String]
    ) {
        self.configuration = configuration
        self.loop = loop
        self.worker = worker
        self.notes =
            notes + [
                "apps are frozen by SIGSTOP: a process that leaves its session, its family and its"
                    + " environment isn't frozen or killed with them",
                "the only limit on an app's processes is RLIMIT_NPROC, where each app has its own user",
            ]
    }

    // MARK: - Starting

    func spawn(
        _ request: SpawnRequest, completion: @escaping (Result<pid_t, SpawnError>) -> Void
    ) {
        let key = request.key
        guard starting[key] == nil, members[key] == nil else {
            loop.later { completion(.failure(SpawnError(.makeGroup, errno: EEXIST))) }
            return
        }
        starting[key] = StartingApp()
        guard clearing[key] == nil else {
            awaitingEnd[key] = { [self] in start(request, completion) }
            return
        }
        start(request, completion)
    }

    private func start(
        _ request: SpawnRequest, _ completion: @escaping (Result<pid_t, SpawnError>) -> Void
    ) {
        let key = request.key
        let limit = configuration.processLimit
        loop.perform(on: worker) { () -> Result<MainProcess, SpawnError> in
            do throws(SpawnError) {
                return .success(try request.start(in: .init(processLimit: limit)))
            } catch {
                return .failure(error)
            }
        } then: { [self] result in
            var asked = starting.removeValue(forKey: key) ?? StartingApp()
            switch result {
            case .failure(let error):
                asked.giveUpFreezing(loop)
                completion(.failure(error))
                checkClear()
            case .success(let main):
                do throws(SystemCallError) {
                    try add(key, main, request.adopted)
                } catch {
                    ql_pidfd_signal(main.pidfd.number, SIGKILL)
                    asked.giveUpFreezing(loop)
                    completion(.failure(SpawnError(.makeGroup, errno: error.errno)))
                    return
                }
                completion(.success(main.pid))
                asked.settle(in: self, key)
            }
        }
    }

    private func add(
        _ key: ProcessKey, _ main: MainProcess, _ adopted: MainProcess?
    ) throws(SystemCallError) {
        let group = SignalGroup(
            main: main, markers: configuration.markers(of: key), adopted: adopted)
        // Children are found by their parent, which may end before the first freeze, and before a
        // worker that is busy looks: some milliseconds, once for each that is adopted.
        if adopted != nil { group.find() }
        let member = Member(main: main, group: group)
        member.exitWatch = try loop.watch(main.pidfd.number) { [self] _ in mainEnded(key) }
        members[key] = member
    }

    // MARK: - Freezing, thawing, killing

    func freeze(_ key: ProcessKey, completion: @escaping (Bool) -> Void) {
        if starting[key] != nil {
            starting[key]?.awaitingFreeze.append(completion)
            return
        }
        guard let member = members[key], !member.isKilled else {
            loop.later { completion(false) }
            return
        }
        member.awaitingFreeze.append(completion)
        member.group.allowStopping()
        if !member.isStopping { stop(member) }
    }

    private func stop(_ member: Member) {
        member.isStopping = true
        let group = member.group
        loop.perform(on: worker) {
            group.stopRound()
        } then: { [self] isStopped in
            member.isStopping = false
            guard !member.awaitingFreeze.isEmpty, !isShutDown else { return }
            // A thaw may have come between, and a freeze again.
            guard isStopped, group.isStopped else { return stop(member) }
            member.isKnownFrozen = true
            let waiting = member.awaitingFreeze
            member.awaitingFreeze = []
            for completion in waiting { completion(true) }
        }
    }

    func thaw(_ key: ProcessKey) {
        starting[key]?.giveUpFreezing(loop)
        guard let member = members[key] else { return }
        member.group.resume()
        member.isKnownFrozen = false
        giveUpFreezing(member)
    }

    func kill(_ key: ProcessKey) {
        starting[key]?.isKilled = true
        guard let member = members[key], !member.isKilled else { return }
        member.isKilled = true
        giveUpFreezing(member)
        // The worker kills the main process as well, after it has found the others through it.
        clear(key, member.group)
    }

    private func giveUpFreezing(_ member: Member) {
        let waiting = member.awaitingFreeze
        guard !waiting.isEmpty else { return }
        member.awaitingFreeze = []
        loop.later { for completion in waiting { completion(false) } }
    }

    private func mainEnded(_ key: ProcessKey) {
        guard let member = members[key], let status = member.main.reap() else { return }
        members[key] = nil
        if let watch = member.exitWatch { loop.unwatch(watch) }
        giveUpFreezing(member)
        onExit(key, status)
        clear(key, member.group) { [self] in onGone(key) }
    }

    /// Kills what is left of a group, in rounds until nothing is.
    private func clear(_ key: ProcessKey, _ group: SignalGroup, then: @escaping () -> Void = {}) {
        clearing[key, default: 0] += 1
        loop.perform(on: worker) {
            let isEmpty = group.killRound()
            if !isEmpty { usleep(500) }
            return isEmpty
        } then: { [self] isEmpty in
            let others = (clearing[key] ?? 1) - 1
            clearing[key] = others == 0 ? nil : others
            guard isEmpty || isShutDown else { return clear(key, group, then: then) }
            then()
            if others == 0, !isShutDown { awaitingEnd.removeValue(forKey: key)?() }
            checkClear()
        }
    }

    func whenClear(_ then: @escaping () -> Void) {
        awaitingClear.append(then)
        loop.later { [self] in checkClear() }
    }

    private func checkClear() {
        guard starting.isEmpty, members.isEmpty, clearing.isEmpty else { return }
        let waiting = awaitingClear
        awaitingClear = []
        for then in waiting { then() }
    }

    func shutdown() {
        isShutDown = true
        for member in members.values { if let watch = member.exitWatch { loop.unwatch(watch) } }
        members = [:]
    }
}

// MARK: - Adopting and recognising

extension SignalProcesses {
    func observe(recorded: [ProcessKey: pid_t]) -> [ObservedProcesses] {
        var found: [ProcessKey: [(pid: pid_t, status: ProcessStatus)]] = [:]
        // An app that the daemon before knew may be executing a program, and wait for a processor.
        let expected = Set(recorded.values)
        for (pid, status) in ProcessTable.all() where !"ZX".contains(status.state) {
            let environment = ProcessTable.environment(
                of: pid, isExpected: expected.contains(pid))
            guard let marks = AppMarks(environment, home: configuration.home),
                let key = ProcessKey(name: "\(marks.app).\(marks.launch)")
            else { continue }
            found[key, default: []].append((pid, status))
        }
        return found.map { key, processes in
            let pids = processes.map(\.pid).sorted()
            let leader = processes.first { $0.status.session == $0.pid }?.pid
            let main =
                if let known = recorded[key] {
                    pids.contains(known) ? known : nil
                } else {
                    leader ?? ProcessStatus.oldest(of: pids)
                }
            return ObservedProcesses(
                name: key.description, key: key, pids: pids, mainPID: main,
                isFrozen: processes.allSatisfy { "Tt".contains($0.status.state) }
                    && process(adoptedBy: key.app)?.isStoppedWithFamily != false)
        }.sorted { $0.name < $1.name }
    }

    func adopt(_ key: ProcessKey, pid: pid_t) -> Bool {
        let adopted = process(adoptedBy: key.app)
        guard members[key] == nil, starting[key] == nil, let main = MainProcess(adopting: pid),
            ProcessTable.environment(
                of: pid, has: configuration.markers(of: key), isExpected: true), main.isAlive,
            (try? add(key, main, adopted)) != nil, let member = members[key]
        else { return false }
        member.group.find()
        member.isKnownFrozen = member.group.isStopped
        // The daemon before died in the middle of a freeze or of a thaw.
        if adopted != nil, !member.isKnownFrozen { member.group.resume() }
        return true
    }

    func killOrphan(_ name: String) {
        guard let key = ProcessKey(name: name), members[key] == nil else { return }
        let group = SignalGroup(main: nil, markers: configuration.markers(of: key))
        clear(key, group) { [self] in onGone(key) }
    }

    func reconcile() {
        for (key, member) in members.sorted(by: { $0.key.description < $1.key.description })
        where !member.isKilled && member.awaitingFreeze.isEmpty {
            let isFrozen = member.group.isStopped
            if isFrozen != member.isKnownFrozen {
                member.isKnownFrozen = isFrozen
                onFreezeStateChanged(key, isFrozen)
            }
        }
    }

    func identify(_ peer: ql_peer) -> ProcessKey? {
        guard peer.pidfd >= 0 else {
            // A number alone may be a successor's, unless it is that of a process we hold.
            return members.first { $0.value.group.contains(peer.pid) }?.key
        }
        guard let pid = pid(ofPidfd: peer.pidfd) else { return nil }
        let key = app(of: pid)
        return isAlive(pidfd: peer.pidfd) ? key : nil
    }

    /// A process is known by its number, which is told when the worker comes back from starting it.
    var mayBeStarting: Bool { !starting.isEmpty }

    /// The app whose sessions or family a process belongs to.
    private func app(of pid: pid_t) -> ProcessKey? {
        var next = pid
        // A chain of parents longer than this is a loop of numbers that changed hands.
        for _ in 0..<64 {
            guard next > 1, let status = ProcessStatus(pid: next) else { return nil }
            for (key, member) in members where member.main.isAlive {
                if member.group.holds(next, status) { return key }
            }
            next = status.parent
        }
        return nil
    }

    func isAppProcess(_ peer: ql_peer) -> Bool {
        let pid = peer.pidfd >= 0 ? pid(ofPidfd: peer.pidfd) : peer.pid
        // A peer that is gone already could have been anybody.
        guard let pid, ProcessStatus(pid: pid) != nil else { return true }
        let environment = ProcessTable.environment(of: pid)
        let isMarked = AppMarks(environment, home: configuration.home) != nil
        let isApps = isMarked || app(of: pid) != nil
        return isApps || (peer.pidfd >= 0 && !isAlive(pidfd: peer.pidfd))
    }

    func memoryReader(_ key: ProcessKey) -> (@Sendable () -> Int)? {
        guard let group = members[key]?.group else { return nil }
        return { group.pids.reduce(0) { $0 + ProcessStatus.memoryBytes(pid: $1) } }
    }

    /// Processes that have ended are missing from the sum.
    func processReader(_ key: ProcessKey) -> ProcessReader? {
        guard let group = members[key]?.group else { return nil }
        return ProcessReader(
            pids: {
                group.find()
                return group.pids
            },
            known: { group.pids },
            cpuMicroseconds: {
                group.pids.isEmpty ? nil : group.cpuMicroseconds
            }, cgroup: nil)
    }

    func cpuTimeMicroseconds(_ key: ProcessKey) -> UInt64? {
        processReader(key)?.cpuMicroseconds()
    }
}
