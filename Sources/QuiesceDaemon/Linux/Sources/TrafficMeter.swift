import CQuiesceLinux
import Glibc

/// Counts what the processes of a cgroup receive from the network, from its making on: by a program
/// in the kernel (eBPF), which goes with it, however the daemon ends.
final class TrafficMeter {
    private var meter = ql_meter()

    /// nil: the kernel has no such programs, or we may not load any.
    ///
    /// - Parameter cgroup: a directory of the cgroup v2 mount.
    init?(cgroup: String) {
        let directory = open(cgroup, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return nil }
        defer { close(directory) }
        guard ql_start_meter(directory, &meter) == 0 else { return nil }
    }

    deinit {
        // One that wasn't made has none.
        if meter.link > 0 { close(meter.link) }
        if meter.counter > 0 { close(meter.counter) }
    }

    /// Bytes, those of IP's and TCP's headers included.
    var received: UInt64? {
        var bytes: UInt64 = 0
        return ql_metered(&meter, &bytes) == 0 ? bytes : nil
    }
}
