import CQuiesceLinux
import Glibc
import QuiesceCore
import QuiesceLinux
import QuiesceShell

// Which app a process that speaks to the daemon is: by the cgroup that the kernel says of it.
extension CgroupProcesses {
    func identify(_ peer: ql_peer) -> ProcessKey? {
        guard peer.pidfd >= 0 else {
            // A number alone may be a successor's, unless it is that of a process we hold.
            return members.first { $0.value.main.pid == peer.pid && $0.value.main.isAlive }?.key
        }
        guard let cgroup = Self.cgroup(ofPidfd: peer.pidfd), cgroup.hasPrefix(devicePath + "/")
        else { return outsider(pid(ofPidfd: peer.pidfd)) }
        let name = cgroup.dropFirst(devicePath.count + 1).prefix { $0 != "/" }
        // One being started may speak before we know that it has started.
        guard let key = ProcessKey(name: name), members[key] != nil || starting[key] != nil else {
            return nil
        }
        return key
    }

    /// The app that a process belongs to although the kernel keeps it in another cgroup.
    private func outsider(_ pid: pid_t?) -> ProcessKey? {
        let groups = members.filter { $0.value.outside != nil }
        guard let pid, !groups.isEmpty else { return nil }
        for next in ProcessTable.ancestors(of: pid) {
            guard let status = ProcessStatus(pid: next) else { return nil }
            if let key = groups.first(where: { $0.value.outside?.holds(next, status) == true })?.key
            {
                return key
            }
        }
        return nil
    }

    /// A cgroup tells from the first moment on.
    var mayBeStarting: Bool { false }

    func isAppProcess(_ peer: ql_peer) -> Bool {
        let cgroup = peer.pidfd >= 0 ? Self.cgroup(ofPidfd: peer.pidfd) : Self.cgroup(of: peer.pid)
        // A peer that is gone already could have been anybody.
        guard let cgroup else { return true }
        return cgroup.hasPrefix(devicePath + "/") || outsider(peer.pid) != nil
    }

    /// The cgroup v2 of a process by its number; the caller makes sure that it is still the same.
    static func cgroup(of pid: pid_t) -> String? {
        guard let text = ProcFile.read("/proc/\(pid)/cgroup") else { return nil }
        for line in text.split(separator: "\n") where line.hasPrefix("0::") {
            return String(line.dropFirst(3))
        }
        return nil
    }

    private static func cgroup(ofPidfd pidfd: CInt) -> String? {
        guard let pid = pid(ofPidfd: pidfd), let cgroup = cgroup(of: pid) else { return nil }
        return isAlive(pidfd: pidfd) ? cgroup : nil
    }
}
