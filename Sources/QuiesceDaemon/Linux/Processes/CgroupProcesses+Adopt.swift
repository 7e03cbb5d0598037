import Glibc
import QuiesceLinux

extension CgroupProcesses {
    /// How often an adopted family is looked for that goes on to start others.
    private static let moves = 100

    /// Moves a process and its family to a cgroup, again for those that were born meanwhile. On a
    /// worker's thread.
    ///
    /// - Returns: nil; the family, where the kernel lets some of it leave its cgroup for no other,
    ///   as systemd's for a login.
    static func move(_ adopted: MainProcess, to cgroup: String) -> SignalGroup? {
        let family = SignalGroup(main: nil, markers: [], adopted: adopted)
        family.find()
        for _ in 0..<moves {
            for pid in family.pids {
                do throws(SystemCallError) {
                    try CgroupDirectory.write("\(pid)", to: "\(cgroup)/cgroup.procs")
                } catch {
                    // Ended just now.
                    guard error.errno == ESRCH else { return family }
                }
            }
            // Children of those that were moved are born there.
            if !family.find() { return nil }
        }
        return family
    }
}
