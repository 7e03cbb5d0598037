import CQuiesceLinux
import Glibc
import Synchronization

/// The processes of one app where no cgroup keeps them together: its session, its family, and those
/// that carry its markers in the environment they were started with. Each is held by its pidfd. A
/// process that was adopted has a family, too, and a session where it leads that: in a terminal's
/// it is one of many.
///
/// A process that leaves the session, loses its parent and clears its environment is not found.
package final class SignalGroup: Sendable {
    private struct State {
        var members: [pid_t: MainProcess]
        /// Members that have become another user's, as `sudo` does: the kernel lets us neither stop
        /// nor end them. They are looked at, and waited for by nobody.
        var foreign: Set<pid_t> = []
        /// Guards against a SIGSTOP, sent by the worker, that overtakes the loop's SIGCONT.
        var isToBeStopped = false

        /// - Returns: the numbers of those that got it.
        @discardableResult
        mutating func send(_ signal: CInt) -> [pid_t] {
            foreign = []
            for (pid, member) in members
            where ql_pidfd_signal(member.pidfd.number, signal) == -EPERM {
                foreign.insert(pid)
            }
            return members.keys.filter { !foreign.contains($0) }
        }
    }

    /// The numbers of its sessions, which no process gets while a session has one.
    private let sessions: [pid_t]
    private let markers: [String]
    private let state: Mutex<State>

    package init(main: MainProcess?, markers: [String], adopted: MainProcess? = nil) {
        let leader = adopted.flatMap { ProcessStatus(pid: $0.pid)?.session == $0.pid ? $0 : nil }
        sessions = [main, leader].compactMap { $0?.pid }
        self.markers = markers
        let roots = [main, adopted].compactMap(\.self)
        state = Mutex(State(members: Dictionary(uniqueKeysWithValues: roots.map { ($0.pid, $0) })))
    }

    // MARK: - On the loop's thread

    package func allowStopping() { state.withLock { $0.isToBeStopped = true } }

    /// SIGCONT to every process known, at once.
    package func resume() {
        state.withLock { state in
            state.isToBeStopped = false
            for member in state.members.values { ql_pidfd_signal(member.pidfd.number, SIGCONT) }
        }
    }

    // MARK: - On any thread

    /// Sends SIGSTOP to every process that can be found.
    /// - Returns: whether none can run any more.
    package func stopRound() -> Bool {
        let isNew = find()
        let pids = state.withLock { state -> [pid_t] in
            state.isToBeStopped ? state.send(SIGSTOP) : []
        }
        guard !isNew, !pids.isEmpty else { return false }
        for wait in 0..<10 {
            if pids.allSatisfy(Self.isStopped) { return true }
            usleep(50 << UInt32(wait / 2))
        }
        letVforksEnd()
        return false
    }

    /// A process in vfork() doesn't stop before its child has executed a file, and that one may be
    /// stopped already: it goes on for a moment.
    private func letVforksEnd() {
        let waiting = Set(pids.filter { ProcessStatus(pid: $0)?.state == "D" })
        guard !waiting.isEmpty else { return }
        state.withLock { state in
            for (pid, member) in state.members {
                guard let parent = ProcessStatus(pid: pid)?.parent, waiting.contains(parent) else {
                    continue
                }
                ql_pidfd_signal(member.pidfd.number, SIGCONT)
            }
        }
        for _ in 0..<10 where waiting.contains(where: { ProcessStatus(pid: $0)?.state == "D" }) {
            usleep(500)
        }
    }

    /// Stops what can be found until nothing new appears, since a killed parent's children are
    /// harder to find, then kills it.
    /// - Returns: whether nothing is left.
    package func killRound() -> Bool {
        state.withLock { $0.isToBeStopped = true }
        for _ in 0..<50 {
            let isNew = find()
            state.withLock { _ = $0.send(SIGSTOP) }
            if !isNew { break }
        }
        state.withLock { _ = $0.send(SIGKILL) }
        guard isEmpty else { return false }
        // A process that is just executing a file has no environment for a moment: look again.
        usleep(2_000)
        return !find() && isEmpty
    }

    private static func isStopped(_ pid: pid_t) -> Bool {
        guard let status = ProcessStatus(pid: pid) else { return true }
        return "TtZX".contains(status.state)
    }

    /// Nothing but zombies is left.
    package var isEmpty: Bool {
        ownPIDs.allSatisfy { pid in
            ProcessStatus(pid: pid).map { "ZX".contains($0.state) } ?? true
        }
    }

    /// Everything known of it is stopped.
    package var isStopped: Bool { ownPIDs.allSatisfy(Self.isStopped) }

    private var ownPIDs: [pid_t] {
        state.withLock { state in state.members.keys.filter { !state.foreign.contains($0) } }
    }

    package var pids: [pid_t] { state.withLock { Array($0.members.keys) } }

    /// CPU time of those that are known.
    package var cpuMicroseconds: UInt64 {
        let ticks = pids.reduce(0) { $0 + (ProcessStatus(pid: $1)?.cpuTicks ?? 0) }
        return ticks * 1_000_000 / UInt64(sysconf(CInt(_SC_CLK_TCK)))
    }

    package func contains(_ pid: pid_t) -> Bool {
        state.withLock { state in state.members[pid].map { $0.isAlive } ?? false }
    }

    /// It is known, or is in one of the sessions.
    package func holds(_ pid: pid_t, _ status: ProcessStatus) -> Bool {
        sessions.contains(status.session) || contains(pid)
    }

    /// Looks through /proc for processes of the app, and forgets those that have ended.
    /// - Returns: whether one was found that wasn't known.
    @discardableResult
    package func find() -> Bool {
        state.withLock { $0.members = $0.members.filter { $0.value.isAlive } }
        var isNew = false
        var known = Set(pids)
        var others = ProcessTable.all().filter { !known.contains($0.pid) }
        // Once for each generation of children: a round that finds nothing ends it.
        while true {
            let found = others.filter { belongs($0.pid, $0.status, to: known) }
            if found.isEmpty { return isNew }
            others.removeAll { other in found.contains { $0.pid == other.pid } }
            for (pid, _) in found {
                // Hold it first, then look again: the number may have changed hands.
                guard let process = MainProcess(adopting: pid),
                    let status = ProcessStatus(pid: pid),
                    belongs(pid, status, to: known), process.isAlive
                else { continue }
                state.withLock { $0.members[pid] = process }
                known.insert(pid)
                isNew = isNew || !"ZX".contains(status.state)
            }
        }
    }

    private func belongs(_ pid: pid_t, _ status: ProcessStatus, to known: Set<pid_t>) -> Bool {
        sessions.contains(status.session) || known.contains(status.parent)
            || (!markers.isEmpty && ProcessTable.environment(of: pid, has: markers))
    }
}

extension MainProcess {
    /// The process, and what it has started, as far as that can be found.
    package var family: [pid_t] {
        let group = SignalGroup(main: nil, markers: [], adopted: self)
        group.find()
        return group.pids
    }

    /// Nobody is left to do that.
    package func resumeFamily() {
        let group = SignalGroup(main: nil, markers: [], adopted: self)
        group.find()
        group.resume()
    }

    /// Nothing of it can run.
    package var isStoppedWithFamily: Bool {
        let group = SignalGroup(main: nil, markers: [], adopted: self)
        group.find()
        return group.isStopped
    }
}

/// All processes of the machine.
package enum ProcessTable {
    package static func all() -> [(pid: pid_t, status: ProcessStatus)] {
        ProcFile.names(in: "/proc").compactMap { name in
            guard let pid = pid_t(name), let status = ProcessStatus(pid: pid) else { return nil }
            return (pid, status)
        }
    }

    /// The process, the one that has started it, and so on.
    package static func ancestors(of pid: pid_t) -> [pid_t] {
        var found: [pid_t] = []
        var next = pid
        // A chain longer than this is a loop of numbers that changed hands.
        while next > 0, found.count < 64, let status = ProcessStatus(pid: next) {
            found.append(next)
            next = status.parent
        }
        return found
    }

    /// The environment that a process was started with; empty when we may not read it.
    ///
    /// - Parameter isExpected: whether it is likely to be an app's.
    package static func environment(of pid: pid_t, isExpected: Bool = false) -> [Substring] {
        // While a process executes a program, the kernel has none to show.
        var emptyReadings = 0
        for _ in 0..<(isExpected ? 20 * mostReadings : mostReadings) {
            guard let text = ProcFile.read("/proc/\(pid)/environ") else { break }
            guard text.isEmpty else { return text.split(separator: "\0") }
            guard let status = ProcessStatus(pid: pid), status.runsPrograms else { break }
            // The program may have begun in between, and the next may begin before the next look.
            emptyReadings = status.hasEnvironment ? emptyReadings + 1 : 0
            guard emptyReadings < mostEmptyReadings else { break }
            if !status.hasEnvironment { usleep(100) }
        }
        return []
    }

    /// An exec takes microseconds, and a tenth of a second where there is no processor for it. An
    /// app that never ends one, on a file system of its own, isn't waited for any longer.
    private static let mostReadings = 1_000
    /// One that executes programs without end was seen with an empty one 1 time in 10.
    private static let mostEmptyReadings = 20

    package static func environment(
        of pid: pid_t, has markers: [String], isExpected: Bool = false
    ) -> Bool {
        let environment = environment(of: pid, isExpected: isExpected)
        return !markers.isEmpty && markers.allSatisfy { environment.contains(Substring($0)) }
    }
}
