import CQuiesceLinux
import Foundation
import Glibc
import Testing

/// Whether the kernel counts for us what the processes of a cgroup receive.
public enum CountedTraffic {
    public static let missing: Comment = "the kernel counts nothing by cgroup, or not for us"

    /// Where cgroups v2 are mounted.
    public static let mount: String? = {
        let mounts = (try? String(contentsOfFile: "/proc/mounts", encoding: .utf8)) ?? ""
        for line in mounts.split(separator: "\n") {
            let fields = line.split(separator: " ")
            if fields.count > 2, fields[2] == "cgroup2" { return String(fields[1]) }
        }
        return nil
    }()

    public static let isThere: Bool = {
        guard let mount else { return false }
        let directory = open(mount, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return false }
        defer { close(directory) }
        var meter = ql_meter()
        guard ql_start_meter(directory, &meter) == 0 else { return false }
        close(meter.link)
        close(meter.counter)
        return true
    }()
}
