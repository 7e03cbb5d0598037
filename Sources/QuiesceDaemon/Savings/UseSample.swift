import Glibc
import QuiesceCore
import QuiesceLinux

/// The kernel's counters of a program's processes. Taken on any thread.
///
/// Two samples tell the least that a use can have been: a thread that has ended takes its counters
/// with it, and so does a process without a cgroup that isn't waited for.
struct UseSample: Sendable {
    let takenAt = LinuxClock.now().awake
    /// Nanoseconds of a cgroup, processes that have ended included; nil: there is none.
    private var cgroup: Int64?
    /// Nanoseconds of each process, and those of its children that have ended.
    private var processes: [pid_t: (own: Int64, children: Int64)] = [:]
    /// How often each thread went to sleep by itself.
    private var sleeps: [pid_t: Int64] = [:]

    var threads: Int { sleeps.count }

    init(of reader: ProcessReader, pids: [pid_t]) {
        cgroup = reader.cgroup == nil ? nil : reader.cpuMicroseconds().map { Int64($0) * 1_000 }
        for pid in pids {
            if cgroup == nil { addTime(of: pid) }
            addSleeps(of: pid)
        }
    }

    func use(since earlier: UseSample) -> ProgramUse {
        ProgramUse(
            cpu: Interval(nanoseconds: time(since: earlier)), wakeUps: sleeps(since: earlier))
    }

    private func time(since earlier: UseSample) -> Int64 {
        if let cgroup, let before = earlier.cgroup { return max(0, cgroup - before) }
        func sum(_ sample: UseSample) -> Int64 {
            sample.processes.values.reduce(Int64(0)) { $0 + $1.own + $1.children }
        }
        // The sum falls when a process has ended that is nobody's child here.
        let left = processes.reduce(Int64(0)) { sum, process in
            guard let before = earlier.processes[process.key] else { return sum }
            return sum + max(0, process.value.own - before.own)
        }
        return max(left, sum(self) - sum(earlier))
    }

    private func sleeps(since earlier: UseSample) -> Int64 {
        sleeps.reduce(Int64(0)) { sum, thread in
            // A number may be another thread's by now.
            let before = earlier.sleeps[thread.key] ?? 0
            return sum + thread.value - (before <= thread.value ? before : 0)
        }
    }

    private mutating func addTime(of pid: pid_t) {
        guard let status = ProcessStatus(pid: pid) else { return }
        let tick = 1_000_000_000 / Int64(sysconf(CInt(_SC_CLK_TCK)))
        var time = timespec()
        // The process's own clock, as clock_getcpuclockid(3) makes it; ticks are too coarse.
        let own: Int64 =
            clock_gettime(~pid << 3 | 2, &time) == 0
            ? Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
            : Int64(status.cpuTicks) * tick
        processes[pid] = (own, Int64(status.childTicks) * tick)
    }

    private mutating func addSleeps(of pid: pid_t) {
        for name in ProcFile.names(in: "/proc/\(pid)/task") {
            guard sleeps.count < Limits.savingsThreads, let thread = pid_t(name),
                let count = Self.number(
                    "voluntary_ctxt_switches", in: "/proc/\(pid)/task/\(name)/status")
            else { continue }
            sleeps[thread] = count
        }
    }

    /// Bytes of the program in swap.
    static func swappedBytes(of reader: ProcessReader) -> Int {
        if let cgroup = reader.cgroup,
            let text = ProcFile.read("\(cgroup)/memory.swap.current"),
            let bytes = Int(text.dropLast())
        {
            return bytes
        }
        return reader.known().reduce(0) { sum, pid in
            sum + Int(number("VmSwap", in: "/proc/\(pid)/status") ?? 0) * 1_024
        }
    }

    /// A line of a status file. Without making a String of each: a browser has hundreds of threads.
    private static func number(_ name: String, in path: String) -> Int64? {
        guard var bytes = ProcFile.bytes(path) else { return nil }
        bytes.append(0)
        return bytes.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { text in
                guard let start = text.baseAddress, let line = strstr(start, "\n\(name):") else {
                    return nil
                }
                return Int64(strtoll(line + name.utf8.count + 2, nil, 10))
            }
        }
    }
}
