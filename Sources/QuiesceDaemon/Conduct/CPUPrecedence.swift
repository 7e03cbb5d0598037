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

    static func set(_ inFront: Bool, _ reader: ProcessReader) {
        if let cgroup = reader.cgroup,
            (try? CgroupDirectory.write(
                String(inFront ? weightInFront : weightBehind), to: "\(cgroup)/cpu.weight")) != nil
        {
            return
        }
        for pid in reader.pids() where ProcessStatus(pid: pid)?.session == pid {
            setNice(inFront ? 0 : niceBehind, of: pid)
        }
    }

    /// The kernel lets all users together do it ten times a second.
    private static func setNice(_ nice: Int, of pid: pid_t) {
        for _ in 0..<3 {
            do throws(SystemCallError) {
                return try CgroupDirectory.write(String(nice), to: "/proc/\(pid)/autogroup")
            } catch {
                guard error.errno == EAGAIN else { return }
                usleep(110_000)
            }
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
