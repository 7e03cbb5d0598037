import Glibc
import QuiesceLinux

/// Caps how much CPU an app gets: by `cpu.max` of its cgroup v2 where the controller is there, else
/// by a cgroup of its own under the v1 controller of a hybrid machine. On a worker's thread.
struct CPUCap: Sendable {
    private static let periodMicroseconds = 100_000
    /// The least that the kernel takes.
    private static let leastQuotaMicroseconds = 1_000

    /// Our own cgroup under the v1 controller, and the device's in it.
    private let v1: (own: String, device: String)?
    /// For `quiesce status`.
    let note: String

    /// - Parameter device: the device's cgroup v2 directory; nil: apps have none.
    init(deviceName: String, device: String?) {
        if let device, access("\(device)/cpu.max", W_OK) == 0 {
            v1 = nil
            note = "an app that uses too much CPU is throttled by cpu.max"
            return
        }
        if let own = CgroupMount.v1Directory(of: "cpu"),
            access("\(own)/cgroup.procs", W_OK) == 0, access(own, W_OK) == 0
        {
            v1 = (own, "\(own)/\(deviceName)")
            note = "an app that uses too much CPU is throttled by a v1 cpu cgroup"
        } else {
            v1 = nil
            note =
                "CPU can't be limited here: an app that uses too much is ended without being throttled"
        }
    }

    /// - Parameter percent: of one CPU; nil: no cap.
    func apply(_ percent: Int64?, to name: String, _ reader: ProcessReader) {
        let quota = percent.map {
            max(Self.leastQuotaMicroseconds, Int($0) * Self.periodMicroseconds / 100)
        }
        guard let v1 else {
            guard let cgroup = reader.cgroup else { return }
            let text = quota.map(String.init) ?? "max"
            try? CgroupDirectory.write(
                "\(text) \(Self.periodMicroseconds)", to: "\(cgroup)/cpu.max")
            return
        }
        let path = "\(v1.device)/\(name)"
        guard let quota else {
            move(reader, to: v1.own)
            return removeV1(path)
        }
        do {
            try CgroupDirectory.make(v1.device)
            try CgroupDirectory.make(path)
            try CgroupDirectory.write(
                String(Self.periodMicroseconds), to: "\(path)/cpu.cfs_period_us")
            try CgroupDirectory.write(String(quota), to: "\(path)/cpu.cfs_quota_us")
        } catch {
            return removeV1(path)
        }
        move(reader, to: path)
    }

    /// The app's processes have ended.
    func remove(_ name: String) {
        if let v1 { removeV1("\(v1.device)/\(name)") }
    }

    private func removeV1(_ path: String) {
        guard CgroupDirectory.isDirectory(path) else { return }
        CgroupDirectory.remove(path)
        if let v1 { rmdir(v1.device) }  // The last one.
    }

    /// A process that forks while it is moved may leave a child behind, so it is looked again until
    /// all are there.
    private func move(_ reader: ProcessReader, to path: String) {
        var moved: Set<pid_t> = []
        for _ in 0..<8 {
            let left = reader.pids().filter { !moved.contains($0) }
            if left.isEmpty { return }
            for pid in left {
                try? CgroupDirectory.write(String(pid), to: "\(path)/cgroup.procs")
                moved.insert(pid)
            }
        }
    }
}

extension CgroupMount {
    /// The directory of our own cgroup under a v1 controller; nil where there is none.
    static func v1Directory(of controller: String) -> String? {
        guard let mounts = ProcFile.read("/proc/self/mountinfo"),
            let cgroups = ProcFile.read("/proc/self/cgroup")
        else { return nil }
        return v1Directory(of: controller, mountinfo: mounts, cgroups: cgroups)
    }

    /// The same, from the files' texts.
    package static func v1Directory(of controller: String, mountinfo: String, cgroups: String)
        -> String?
    {
        var place: (root: String, point: String)?
        for line in mountinfo.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard let dash = fields.firstIndex(of: "-"), dash >= 6, fields.count > dash + 3,
                fields[dash + 1] == "cgroup",
                fields[dash + 3].split(separator: ",").contains(Substring(controller))
            else { continue }
            place = preferred(place, (unescaped(fields[3]), unescaped(fields[4])))
        }
        for line in cgroups.split(separator: "\n") {
            let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3,
                fields[1].split(separator: ",").contains(Substring(controller)), let place
            else { continue }
            return directory(of: String(fields[2]), mountedAt: place)
        }
        return nil
    }
}
