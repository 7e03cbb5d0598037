import CQuiesceLinux
import Glibc
import QuiesceCore
import QuiesceLinux

/// The use that a program's processes have made so far of terminals, the network and the disk, and
/// what others wait for, as the kernel tells it. Two of them say whether the program has work.
/// Taken on any thread.
///
/// Bytes over UDP, as browsers send them to some servers, the kernel counts for nobody else to see;
/// nor any use of a process that may not be looked into, as a browser's sandboxed ones.
struct WorkSample: Sendable {
    /// Process groups run in a terminal beside the one that has opened it: a shell's commands.
    private(set) var hasJob = false
    /// A number of each such shell's that grows with every command that ends: of a loop of short
    /// ones none may run at the moment.
    private var endedCommands: [pid_t: UInt64] = [:]
    private(set) var isTraced = false
    /// Another process waits for a lock of one of them.
    private var isWaitedFor = false
    /// A lock of logind's keeps the machine awake, or from being shut down.
    private var inhibits = false
    /// In clock ticks, of each process in a terminal.
    private var terminalTicks: [pid_t: UInt64] = [:]
    /// Bytes of each process from disks and to them.
    private var disk: [pid_t: UInt64] = [:]
    /// Bytes of each TCP connection, by the socket's number.
    private var traffic: [String: UInt64] = [:]
    private let takenAt = ContinuousClock.now

    /// - Parameter inhibitors: logind's folder; a test has one of its own.
    init(of pids: [pid_t], inhibitors: String = "/run/systemd/inhibit") {
        var statuses: [pid_t: ProcessStatus] = [:]
        for pid in pids {
            guard let status = ProcessStatus(pid: pid), status.runsPrograms else { continue }
            statuses[pid] = status
            if status.hasTerminal {
                terminalTicks[pid] = status.cpuTicks
                if status.session == pid { endedCommands[pid] = status.childFaults }
            }
            isTraced = isTraced || Self.isTraced(pid)
            disk[pid] = Self.diskBytes(pid)
            look(atDescriptorsOf: pid, inhibitors)
        }
        isWaitedFor = FileLocks().isWaitedFor(Array(statuses.keys))
        // A stopped job waits for its user.
        hasJob = statuses.values.contains { status in
            guard status.hasTerminal, !"Tt".contains(status.state),
                let leader = statuses[status.session]
            else { return false }
            return status.group != leader.group
        }
    }

    /// - Parameter earlier: tenths of a second before and more; nil: rates are nothing.
    func works(since earlier: WorkSample?) -> [BusyWork] {
        var works: [BusyWork] = []
        if hasJob { works.append(.job) }
        if isTraced { works.append(.traced) }
        if isWaitedFor { works.append(.lock) }
        if inhibits { works.append(.inhibitor) }
        guard let earlier else { return works }
        let elapsed = (takenAt - earlier.takenAt) / Duration.seconds(1)
        func rate<Key>(_ counters: KeyPath<WorkSample, [Key: UInt64]>) -> Double {
            let before = earlier[keyPath: counters]
            let sum = self[keyPath: counters].reduce(0) { sum, counter in
                // All is new that a new one has used.
                sum + Double(counter.value) - Double(min(before[counter.key] ?? 0, counter.value))
            }
            return sum / elapsed
        }
        let ticksPerSecond = Double(sysconf(CInt(_SC_CLK_TCK)))
        let computes = rate(\.terminalTicks) > Limits.busyTerminalShare * ticksPerSecond
        let ended = endedCommands.contains { $0.value > earlier.endedCommands[$0.key] ?? 0 }
        if !hasJob, computes || ended { works.insert(.job, at: 0) }
        if rate(\.traffic) > Double(Limits.busyTraffic) { works.append(.traffic) }
        if rate(\.disk) > Double(Limits.busyDisk) { works.append(.disk) }
        return works
    }

    private static func isTraced(_ pid: pid_t) -> Bool {
        let lines = (ProcFile.read("/proc/\(pid)/status") ?? "").split(separator: "\n")
        return lines.first { $0.hasPrefix("TracerPid:") }?.hasSuffix("\t0") == false
    }

    private static func diskBytes(_ pid: pid_t) -> UInt64 {
        (ProcFile.read("/proc/\(pid)/io") ?? "").split(separator: "\n").reduce(0) { sum, line in
            guard line.hasPrefix("read_bytes:") || line.hasPrefix("write_bytes:") else {
                return sum
            }
            return sum + (line.split(separator: " ").last.flatMap { UInt64($0) } ?? 0)
        }
    }

    private mutating func look(atDescriptorsOf pid: pid_t, _ inhibitors: String) {
        let folder = "/proc/\(pid)/fd"
        for name in ProcFile.names(in: folder) {
            guard let number = CInt(name), let target = ProcFile.link("\(folder)/\(name)") else {
                continue
            }
            if target.hasPrefix("socket:"), traffic[target] == nil,
                !SocketTable.those(of: "\(folder)/\(name)").isEmpty
            {
                addTraffic(of: target, ql_take_descriptor(pid, number))
            } else if target.hasPrefix(inhibitors + "/") {
                inhibits = inhibits || Self.blocks(target)
            }
        }
    }

    private mutating func addTraffic(of target: String, _ socket: CInt) {
        guard socket >= 0 else { return }
        defer { close(socket) }
        let bytes = ql_tcp_bytes(socket)
        if bytes >= 0 { traffic[target] = UInt64(bytes) }
    }

    /// Its holder has the pipe `7.ref` open. The file `7` says for what, in a form that logind
    /// doesn't promise: one that is read in vain is no lock. Locks that only delay are no work, as
    /// programs have them all the time.
    private static func blocks(_ pipe: String) -> Bool {
        let lines = (ProcFile.read(String(pipe.dropLast(".ref".count))) ?? "").split(
            separator: "\n")
        return lines.contains("MODE=block")
    }
}
