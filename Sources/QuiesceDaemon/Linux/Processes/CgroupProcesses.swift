import CQuiesceLinux
import Glibc
import QuiesceCore
import QuiesceLinux
import QuiesceShell
import QuiesceWire

/// Apps' processes in cgroups: `quiesce-<device id>/<app>.<launch>`, one for each life of an app.
final class CgroupProcesses: AppProcesses {
    /// One app between its start and the end of its main process.
    final class Member {
        let files: CgroupFiles
        let main: MainProcess
        /// An adopted process, and its family, that the kernel keeps in another cgroup: they are
        /// frozen by signals.
        let outside: SignalGroup?
        /// A round of SIGSTOPs is under way on the worker.
        var isStopping = false
        var watches: [EventLoop.WatchID] = []
        /// The last state that the daemon was told or, for a thaw, asked for.
        var isKnownFrozen = false
        var isKilled = false
        /// Those waiting for `frozen 1`.
        var awaitingFreeze: [(Bool) -> Void] = []

        init(files: CgroupFiles, main: MainProcess, outside: SignalGroup?) {
            self.files = files
            self.main = main
            self.outside = outside
        }
    }

    /// A group whose main process has ended: killed, and removed when it is empty.
    private struct Ending {
        let files: CgroupFiles
        let watch: EventLoop.WatchID?
    }

    let name = "cgroup"
    let notes: [String]
    var adopted: (AppID) -> AdoptedProcess? = { _ in nil }
    var onExit: (ProcessKey, ExitStatus) -> Void = { _, _ in }
    var deviceCgroup: String? { device }
    var onGone: (ProcessKey) -> Void = { _ in }
    var onFreezeStateChanged: (ProcessKey, Bool) -> Void = { _, _ in }

    /// How often a freeze that was asked for is looked for at once, and how often after a nap of
    /// 10 µs: half a millisecond in all.
    private static let readings = 12
    private static let naps = 24

    private let configuration: ProcessConfiguration
    private let loop: EventLoop
    private let worker: Worker
    /// The device's directory, and its path as /proc/PID/cgroup gives it.
    private let device: String
    let devicePath: String
    private let pidsLimit: PidsLimit

    /// Being started; the value tells whether it was killed meanwhile.
    private(set) var starting: [ProcessKey: StartingApp] = [:]
    private(set) var members: [ProcessKey: Member] = [:]
    private var ending: [String: Ending] = [:]
    /// Starts by the names of groups that end: a daemon that was killed may have started one
    /// without leaving a trace of its number, which is then given again.
    private var awaitingEnd: [String: () -> Void] = [:]
    private var awaitingClear: [() -> Void] = []

    /// - Throws: what stands against cgroups here; nothing is left behind then.
    init(
        _ configuration: ProcessConfiguration, loop: EventLoop, worker: Worker
    ) throws(SystemCallError) {
        guard let mount = CgroupMount.find() else {
            throw SystemCallError("find a cgroup v2 mount with our own cgroup", errno: ENOENT)
        }
        guard ql_has_clone3() else { throw SystemCallError("clone3", errno: ENOSYS) }
        // To be born in a cgroup takes leave to write where both branch off, which is ours.
        let procs = "\(mount.ownDirectory)/cgroup.procs"
        guard access(procs, W_OK) == 0 else { throw SystemCallError("write \(procs)") }

        let deviceName = "quiesce-\(configuration.deviceID)"
        device = "\(mount.ownDirectory)/\(deviceName)"
        devicePath = (mount.ownPath == "/" ? "" : mount.ownPath) + "/\(deviceName)"
        try CgroupDirectory.make(device)
        do {
            _ = try CgroupFiles(path: device)  // Has cgroup.freeze (5.2) and cgroup.kill (5.14).
        } catch {
            rmdir(device)
            throw error
        }
        pidsLimit = PidsLimit(
            maximum: configuration.processLimit, device: device, v1Parent: mount.pidsDirectory,
            deviceName: deviceName)
        notes =
            ["apps are in \(device)", pidsLimit.note]
            + Self.gather(CgroupDirectory.find(deviceName, below: mount.mountPoint), in: device)
        self.configuration = configuration
        self.loop = loop
        self.worker = worker
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
        guard ending[key.description] == nil else {
            awaitingEnd[key.description] = { [self] in start(request, completion) }
            return
        }
        start(request, completion)
    }

    private func start(
        _ request: SpawnRequest, _ completion: @escaping (Result<pid_t, SpawnError>) -> Void
    ) {
        let key = request.key
        let path = path(of: key.description)
        let pidsLimit = pidsLimit
        loop.perform(on: worker) {
            Self.start(request, in: path, pidsLimit)
        } then: { [self] result in
            var asked = starting.removeValue(forKey: key) ?? StartingApp()
            switch result {
            case .failure(let error):
                asked.giveUpFreezing(loop)
                completion(.failure(error))
                checkClear()
            case .success(let started):
                do throws(SystemCallError) {
                    try add(
                        key,
                        Member(
                            files: started.files, main: started.main, outside: started.outside))
                } catch {
                    started.files.kill()
                    end(key.description, started.files)
                    asked.giveUpFreezing(loop)
                    completion(.failure(SpawnError(.makeGroup, errno: error.errno)))
                    return
                }
                completion(.success(started.main.pid))
                asked.settle(in: self, key)
            }
        }
    }

    private struct Started: Sendable {
        let files: CgroupFiles
        let main: MainProcess
        let outside: SignalGroup?
    }

    /// On the worker's thread.
    private static func start(
        _ request: SpawnRequest, in path: String, _ pidsLimit: PidsLimit
    ) -> Result<Started, SpawnError> {
        let name = request.key.description
        do throws(SystemCallError) {
            try CgroupDirectory.make(path)
            let files = try CgroupFiles(path: path)
            let pidsProcs =
                request.isUnlimited
                ? -1
                : pidsLimit.apply(name: name, cgroup: path, hasOwnUser: request.user != nil)
            defer { if pidsProcs >= 0 { close(pidsProcs) } }
            do throws(SpawnError) {
                let place = SpawnRequest.Place(
                    cgroup: files.directory.number, pidsProcs: pidsProcs,
                    processLimit: pidsLimit.maximum)
                let main = try request.start(in: place)
                return .success(
                    Started(
                        files: files, main: main,
                        outside: request.adopted.flatMap { Self.move($0, to: path) }))
            } catch {
                pidsLimit.remove(name: name)
                CgroupDirectory.remove(path)
                return .failure(error)
            }
        } catch {
            rmdir(path)
            return .failure(SpawnError(.makeGroup, errno: error.errno))
        }
    }

    private func add(_ key: ProcessKey, _ member: Member) throws(SystemCallError) {
        let exit = try loop.watch(member.main.pidfd.number) { [self] _ in mainEnded(key) }
        do {
            _ = member.files.state  // Only what changes after a read is told.
            let events = try loop.watch(member.files.events.number, for: .priority) { [self] _ in
                stateChanged(key)
            }
            member.watches = [exit, events]
        } catch {
            loop.unwatch(exit)
            throw error
        }
        members[key] = member
    }

    private func path(of name: String) -> String { "\(device)/\(name)" }

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
        member.files.setFrozen(true)
        if let outside = member.outside {
            outside.allowStopping()
            if !member.isStopping { stop(outside, member, key) }
        } else {
            awaitFreezeBriefly(member.files)
        }
        stateChanged(key)
    }

    private func stop(_ outside: SignalGroup, _ member: Member, _ key: ProcessKey) {
        member.isStopping = true
        loop.perform(on: worker) {
            outside.stopRound() || outside.pids.isEmpty
        } then: { [self] isStopped in
            member.isStopping = false
            guard !member.awaitingFreeze.isEmpty, members[key] === member else { return }
            // A thaw may have come between, and a freeze again.
            guard isStopped, outside.isStopped else { return stop(outside, member, key) }
            stateChanged(key)
        }
    }

    /// A freeze takes some 10 µs, more for many threads; the kernel may tell of it only 16 ms
    /// later.
    private func awaitFreezeBriefly(_ files: CgroupFiles) {
        for reading in 0..<(Self.readings + Self.naps) {
            if files.state?.isFrozen != false { return }
            // The processes that are to freeze may be waiting for our core.
            if reading >= Self.readings { ql_nap(10) }
        }
    }

    func thaw(_ key: ProcessKey) {
        starting[key]?.giveUpFreezing(loop)
        guard let member = members[key] else { return }
        member.files.setFrozen(false)
        member.outside?.resume()
        // The kernel often puts the app on this core, where it would wait for the end of the
        // daemon's turn.
        sched_yield()
        member.isKnownFrozen = false
        giveUpFreezing(member)
    }

    func kill(_ key: ProcessKey) {
        starting[key]?.isKilled = true
        guard let member = members[key] else { return }
        member.isKilled = true
        member.files.kill()
        clear(member.outside)
        giveUpFreezing(member)
    }

    /// On the worker, which goes on with the next start meanwhile.
    private func clear(_ outside: SignalGroup?) {
        guard let outside else { return }
        loop.perform(on: worker) {
            outside.killRound()
        } then: { [self] isEmpty in
            if !isEmpty { clear(outside) }
        }
    }

    private func giveUpFreezing(_ member: Member) {
        let waiting = member.awaitingFreeze
        guard !waiting.isEmpty else { return }
        member.awaitingFreeze = []
        loop.later { for completion in waiting { completion(false) } }
    }

    // MARK: - What the kernel tells

    private func stateChanged(_ key: ProcessKey) {
        guard let member = members[key], !member.isKilled else { return }
        guard let state = member.files.state, state.isPopulated else {
            expelIfOutside(member, of: key)
            return
        }
        if state.isFrozen, !member.awaitingFreeze.isEmpty {
            // The worker's end comes here again.
            if member.isStopping { return }
            member.isKnownFrozen = true
            let waiting = member.awaitingFreeze
            member.awaitingFreeze = []
            for completion in waiting { completion(true) }
            return
        }
        // While a process is being killed by others or joins, `frozen` may be 0 for a moment
        // although nobody thawed the group: that is no surprise.
        let isFrozen =
            (state.isFrozen || (member.isKnownFrozen && member.files.isToBeFrozen))
            && member.outside?.isStopped != false
        if isFrozen != member.isKnownFrozen {
            member.isKnownFrozen = isFrozen
            onFreezeStateChanged(key, isFrozen)
        }
    }

    /// Kills a main process that was moved out of its group: nothing can freeze it there. One that
    /// has just ended is left for its pidfd to tell.
    private func expelIfOutside(_ member: Member, of key: ProcessKey) {
        guard let cgroup = Self.cgroup(of: member.main.pid) else { return }
        let own = "\(devicePath)/\(key)"
        if cgroup != own, !cgroup.hasPrefix(own + "/"), !cgroup.hasSuffix(" (deleted)") {
            member.isKilled = true
            ql_pidfd_signal(member.main.pidfd.number, SIGKILL)
            giveUpFreezing(member)
        }
    }

    private func mainEnded(_ key: ProcessKey) {
        guard let member = members[key], let status = member.main.reap() else { return }
        members[key] = nil
        member.watches.forEach(loop.unwatch)
        member.files.kill()
        clear(member.outside)
        giveUpFreezing(member)
        onExit(key, status)
        end(key.description, member.files)
    }

    // MARK: - Clearing up

    /// Waits until a killed group is empty, then removes it.
    private func end(_ name: String, _ files: CgroupFiles) {
        let watch = try? loop.watch(files.events.number, for: .priority) { [self] _ in
            removeIfEmpty(name)
        }
        ending[name] = Ending(files: files, watch: watch)
        loop.later { [self] in removeIfEmpty(name) }
    }

    private func removeIfEmpty(_ name: String) {
        guard let group = ending[name] else { return }
        // Without a watch the worker waits instead, as long as it takes for a group to be removed.
        guard group.files.state?.isPopulated != true || group.watch == nil else { return }
        if let watch = group.watch { loop.unwatch(watch) }
        let path = group.files.path
        let pidsLimit = pidsLimit
        loop.perform(on: worker) {
            pidsLimit.remove(name: name)
            CgroupDirectory.remove(path)
        } then: { [self] _ in
            ending[name] = nil
            if let key = ProcessKey(name: name) { onGone(key) }
            awaitingEnd.removeValue(forKey: name)?()
            checkClear()
        }
    }

    func whenClear(_ then: @escaping () -> Void) {
        awaitingClear.append(then)
        loop.later { [self] in checkClear() }
    }

    private func checkClear() {
        guard starting.isEmpty, members.isEmpty, ending.isEmpty else { return }
        let waiting = awaitingClear
        awaitingClear = []
        for then in waiting { then() }
    }

    func shutdown() {
        for member in members.values { member.watches.forEach(loop.unwatch) }
        for group in ending.values { if let watch = group.watch { loop.unwatch(watch) } }
        members = [:]
        ending = [:]
        awaitingEnd = [:]
        let pidsLimit = pidsLimit
        let device = device
        worker.submit {
            pidsLimit.removeDevice()
            rmdir(device)  // Refused while an app is in it.
        }
    }
}

// MARK: - Adopting

extension CgroupProcesses {
    func observe(recorded: [ProcessKey: pid_t]) -> [ObservedProcesses] {
        ProcFile.names(in: device).sorted().compactMap { name in
            guard CgroupDirectory.isDirectory(path(of: name)),
                let files = try? CgroupFiles(path: path(of: name)), let state = files.state
            else { return nil }
            let pids = files.pids
            let key = ProcessKey(name: name)
            let adopted = key.flatMap { process(adoptedBy: $0.app) }
            let main =
                if let known = key.flatMap({ recorded[$0] }) {
                    pids.contains(known) ? known : nil
                } else if adopted != nil, let key {
                    // The adopted one is older.
                    ProcessStatus.oldest(of: pids.filter { isMarked($0, key) })
                } else {
                    ProcessStatus.oldest(of: pids)
                }
            return ObservedProcesses(
                name: name, key: key, pids: pids, mainPID: main,
                isFrozen: state.isFrozen
                    && adopted.map { isFrozen($0, in: pids) } ?? true)
        }
    }

    private func isMarked(_ pid: pid_t, _ key: ProcessKey) -> Bool {
        ProcessTable.environment(of: pid, has: configuration.markers(of: key), isExpected: true)
    }

    private func isFrozen(_ adopted: MainProcess, in pids: [pid_t]) -> Bool {
        pids.contains(adopted.pid) || adopted.isStoppedWithFamily
    }

    func adopt(_ key: ProcessKey, pid: pid_t) -> Bool {
        guard members[key] == nil, starting[key] == nil,
            let files = try? CgroupFiles(path: path(of: key.description)),
            let main = MainProcess(adopting: pid)
        else { return false }
        // In this order: if it lives now, the number was its own when the cgroup was read.
        guard Self.cgroup(of: pid) == "\(devicePath)/\(key)", main.isAlive else { return false }
        // The daemon before may have died before it had moved all of it, or had stopped it.
        let adopted = process(adoptedBy: key.app)
        let outside = adopted.flatMap { Self.move($0, to: files.path) }
        if let adopted, outside == nil, ProcessStatus(pid: adopted.pid)?.state == "T" {
            adopted.resumeFamily()
        }
        let member = Member(files: files, main: main, outside: outside)
        member.isKnownFrozen = files.state?.isFrozen == true && outside?.isStopped != false
        // The daemon before died in the middle of a freeze or of a thaw.
        if let outside, !member.isKnownFrozen {
            files.setFrozen(false)
            outside.resume()
        }
        return (try? add(key, member)) != nil
    }

    func killOrphan(_ name: String) {
        guard !name.contains("/"), name != "..", ending[name] == nil,
            let files = try? CgroupFiles(path: path(of: name))
        else { return }
        files.kill()
        end(name, files)
    }

    func reconcile() {
        for (key, member) in members.sorted(by: { $0.key.description < $1.key.description }) {
            stateChanged(key)
            if !member.isKilled { expelIfOutside(member, of: key) }
        }
    }

    func memoryReader(_ key: ProcessKey) -> (@Sendable () -> Int)? {
        guard let member = members[key] else { return nil }
        let (files, outside) = (member.files, member.outside)
        return {
            (files.memoryCurrent
                ?? files.pids.reduce(0) { $0 + ProcessStatus.memoryBytes(pid: $1) })
                + (outside?.pids ?? []).reduce(0) { $0 + ProcessStatus.memoryBytes(pid: $1) }
        }
    }

    func processReader(_ key: ProcessKey) -> ProcessReader? {
        guard let member = members[key] else { return nil }
        let (files, outside) = (member.files, member.outside)
        return ProcessReader(
            pids: {
                outside?.find()
                return files.pids + (outside?.pids ?? [])
            }, known: { files.pids + (outside?.pids ?? []) },
            cpuMicroseconds: {
                files.cpuTimeMicroseconds.map { $0 + (outside?.cpuMicroseconds ?? 0) }
            },
            cgroup: files.path)
    }

    func cpuTimeMicroseconds(_ key: ProcessKey) -> UInt64? {
        processReader(key)?.cpuMicroseconds()
    }
}
