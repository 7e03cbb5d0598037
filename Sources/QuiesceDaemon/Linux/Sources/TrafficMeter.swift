import CQuiesceLinux
import Glibc
import QuiesceShell

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

/// The meters of apps that were woken last. One stays for its app's next wake-up: the kernel takes
/// a fifth of a millisecond to load a program and to forget it, several times a wake-up's own time.
struct TrafficMeters {
    /// Two descriptors each. Of more apps than a phone wakes in turn the others load theirs anew.
    static let most = 64

    /// The one that was used last at the end.
    private var kept: [(key: ProcessKey, meter: TrafficMeter)] = []

    /// nil: as of `TrafficMeter`.
    mutating func meter(of key: ProcessKey, cgroup: String) -> TrafficMeter? {
        let known = kept.firstIndex { $0.key == key }.map { kept.remove(at: $0).meter }
        guard let meter = known ?? TrafficMeter(cgroup: cgroup) else { return nil }
        if kept.count >= Self.most { kept.removeFirst() }
        kept.append((key, meter))
        return meter
    }

    mutating func forget(_ key: ProcessKey) { kept.removeAll { $0.key == key } }
}
