import Glibc
import QuiesceLinux

/// Bounds the number of an app's processes (P3), as far as the machine lets us: `pids.max` of its
/// cgroup v2, or of a cgroup of its own under the v1 pids controller of a hybrid machine. An app
/// with a user of its own is bounded by RLIMIT_NPROC, and joins no v1 cgroup: that takes the kernel
/// 8 ms, a quarter of a launch.
struct PidsLimit: Sendable {
    let maximum: Int
    /// The device's cgroup under the v1 pids controller, if we could make it.
    let v1Device: String?
    /// For `quiesce status`.
    let note: String

    /// - Parameter device: the device's cgroup v2 directory.
    init(maximum: Int, device: String, v1Parent: String?, deviceName: String) {
        self.maximum = maximum
        let v1 = v1Parent.map { "\($0)/\(deviceName)" }
        if let v1, (try? CgroupDirectory.make(v1)) != nil,
            access("\(v1)/pids.max", W_OK) == 0, access("\(v1)/cgroup.procs", W_OK) == 0
        {
            v1Device = v1
            note =
                "at most \(maximum) processes per app, by RLIMIT_NPROC where it has its own user, "
                + "else by a v1 pids cgroup"
            return
        }
        v1Device = nil
        // Works only where our own parent handed the controller down.
        if (try? CgroupDirectory.write("+pids", to: "\(device)/cgroup.subtree_control")) != nil {
            note = "at most \(maximum) processes per app, by pids.max"
        } else {
            note =
                "the only limit on an app's processes is RLIMIT_NPROC, where each app has its own user"
        }
    }

    /// Applies to one app. Best effort: an app without the limit is still killed whole.
    ///
    /// - Parameter hasOwnUser: the app is started as a user that nobody else is.
    /// - Returns: `cgroup.procs` for the child to join, or -1. The caller closes it.
    func apply(name: String, cgroup: String, hasOwnUser: Bool) -> CInt {
        guard let v1Device else {
            try? CgroupDirectory.write("\(maximum)", to: "\(cgroup)/pids.max")
            return -1
        }
        if hasOwnUser { return -1 }
        let path = "\(v1Device)/\(name)"
        do {
            try CgroupDirectory.make(path)
            try CgroupDirectory.write("\(maximum)", to: "\(path)/pids.max")
        } catch {
            rmdir(path)
            return -1
        }
        return open("\(path)/cgroup.procs", O_WRONLY | O_CLOEXEC)
    }

    /// On a worker's thread, when the app's processes have ended.
    func remove(name: String) {
        if let v1Device { CgroupDirectory.remove("\(v1Device)/\(name)") }
    }

    func removeDevice() {
        if let v1Device { rmdir(v1Device) }
    }
}
