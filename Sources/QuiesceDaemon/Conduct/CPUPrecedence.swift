import Glibc
import QuiesceLinux

/// Gives the app in front more CPU than others when there isn't enough for all (C5): by
/// `cpu.weight` of its cgroup v2 where the controller is there, else by the autogroup that each
/// app's session is. On a worker's thread.
enum CPUPrecedence {
    /// A tenth of the app in front: what nice 10 weighs.
    private static let weightBehind = 10
    private static let weightInFront = 100
    private static let niceBehind = 10

    /// The kernel lets all users together change an autogroup ten times a second; so many tries
    /// come through wherever fewer than a dozen devices run beside this one.
    static let tries = 100

    /// - Returns: false: another was first, and it is to be tried again. It has waited for that.
    static func set(_ inFront: Bool, _ reader: ProcessReader) -> Bool {
        if let cgroup = reader.cgroup,
            (try? CgroupDirectory.write(
                String(inFront ? weightInFront : weightBehind), to: "\(cgroup)/cpu.weight")) != nil
        {
            return true
        }
        var isDone = true
        for pid in reader.pids() where ProcessStatus(pid: pid)?.session == pid {
            if !setNice(inFront ? 0 : niceBehind, of: pid) { isDone = false }
        }
        // Not all at once again.
        if !isDone { usleep(UInt32.random(in: 50_000...150_000)) }
        return isDone
    }

    private static func setNice(_ nice: Int, of pid: pid_t) -> Bool {
        do throws(SystemCallError) {
            try CgroupDirectory.write(String(nice), to: "/proc/\(pid)/autogroup")
            return true
        } catch {
            return error.errno != EAGAIN
        }
    }

    /// For `quiesce status`.
    static func note(cgroup: String?) -> String {
        if let cgroup, access("\(cgroup)/cpu.weight", W_OK) == 0 {
            return "the app in front comes first by cpu.weight"
        }
        let enabled = ProcFile.read("/proc/sys/kernel/sched_autogroup_enabled")
        return enabled?.hasPrefix("1") == true
            ? "the app in front comes first by its autogroup's weight"
            : "the app in front can't be given more CPU than others here"
    }
}
