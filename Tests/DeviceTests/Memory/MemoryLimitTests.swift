import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

@Suite(
    "Memory that really runs short",
    .enabled(
        if: MemoryGroup.isAvailable,
        "needs root and a v1 memory controller, to run a device in little memory"))
struct MemoryLimitTests {
    @Test(
        "As memory fills, the largest suspended app goes, then the next, no more than is needed; the one in front stays",
        .behaviour("M1", "M2", "W4"),
        .behaviour(
            "reliability P10",
            missing:
                "the shortage is made by a memory controller of cgroup v1; none was made in a pure v2"
        ))
    func squeeze() throws {
        let group = try MemoryGroup(bytes: 700 << 20)
        try withDevice(in: group) { device in
            var apps: [String] = []
            for megabytes in [20, 140, 60, 100, 40] {
                let app = try device.install(
                    "KitTestApp", id: "org.quiesce.tests.Holds\(megabytes)MB",
                    ["CFBundleName": "Holds\(megabytes)MB"])
                apps.append(app)
                try device.open(app, "--hold", "\(megabytes)")
                try device.wait(app, toPrint: "held \(megabytes)")
                try device.perform(.home)
                try device.wait(app, "suspended")
            }
            let front = try Puppet(device)
            try device.open(front.app)
            try device.wait(front.app, "active")
            try front.run("globals()['blobs'] = []")
            for largest in [apps[1], apps[3]] {
                let mark = try device.mark()
                while group.available > group.bytes / 100 * 4 {
                    try front.run("blobs.append(os.urandom(4 << 20))")
                    if try !device.log().allSatisfy({ $0.seq <= mark || $0.kind != "kill" }) {
                        break
                    }
                }
                let kill = try device.wait(for: "a purge", after: mark) { $0.kind == "kill" }
                #expect(kill.app == largest)
                #expect(kill.reason == "memoryPressure")
                #expect(kill.rule == "M1")
                try device.wait(largest, "notRunning")
                try waitUntil("there is room again") {
                    group.available > group.bytes / 100 * 12
                }
            }
            #expect(try device.ps(front.app).state == "active")
            for index in [0, 2, 4] { #expect(try device.ps(apps[index]).state == "suspended") }
            #expect(try device.log().count { $0.kind == "kill" } == 2)
        }
        try group.remove()
    }

    @Test(
        "An app that the kernel kills before the device can make room is said to be killed by it",
        .behaviour("M1", "W2", "W5", "reliability P10"))
    func kernel() throws {
        let group = try MemoryGroup(bytes: 200 << 20)
        try withDevice(in: group) { device in
            let app = try device.install(example: "Misbehaving")
            try device.open(app, "--hoard", "400")
            try device.wait(app, "notRunning")
            try device.expectWhy(app, "killedByKernelForMemory", "M1", "the kernel killed it")
            // Whoever else sends SIGKILL isn't the kernel.
            try device.open(app)
            try device.wait(app, "active")
            kill(pid_t(try device.pid(app)), SIGKILL)
            try device.wait(app, "notRunning")
            try device.expectWhy(app, "crashed", "W5", "signal 9")
        }
        try group.remove()
    }
}

/// A device whose daemon and apps share the group's memory.
private func withDevice(in group: MemoryGroup, _ body: (LiveDevice) throws -> Void) throws {
    let device = try LiveDevice()
    defer { device.tearDown() }
    device.wrapper = group.wrapper
    try device.start()
    try body(device)
}

/// A cgroup with little memory, under the v1 controller, below our own.
private final class MemoryGroup {
    let bytes: UInt64
    private let path: String

    private static var parent: String? {
        guard geteuid() == 0,
            let own = try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8),
            let line = own.split(separator: "\n").first(where: { $0.contains(":memory:") }),
            let name = line.split(separator: ":").last
        else { return nil }
        let mounted = "/sys/fs/cgroup/memory" + (name == "/" ? "" : name)
        return access(mounted + "/memory.limit_in_bytes", W_OK) == 0 ? mounted : nil
    }

    static var isAvailable: Bool { parent != nil }

    init(bytes: UInt64) throws {
        self.bytes = bytes
        path = "\(try #require(Self.parent))/quiesce-test-\(UUID().uuidString)"
        try #require(mkdir(path, 0o755) == 0)
        try "\(bytes)".write(
            toFile: path + "/memory.limit_in_bytes", atomically: false, encoding: .utf8)
    }

    /// A command that runs another in it.
    var wrapper: [String] {
        ["sh", "-c", "echo 0 > \(path)/cgroup.procs && exec \"$@\"", "sh"]
    }

    /// The bytes of memory that aren't in use, or could be reclaimed on demand.
    var available: UInt64 {
        func number(_ text: String?) -> UInt64 {
            text.flatMap { UInt64($0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? 0
        }
        let stat = (try? String(contentsOfFile: path + "/memory.stat", encoding: .utf8)) ?? ""
        let spare = stat.split(separator: "\n").first { $0.hasPrefix("total_inactive_file ") }
        let used = number(
            try? String(contentsOfFile: path + "/memory.usage_in_bytes", encoding: .utf8))
        let kept = used - min(used, number(spare.map { String($0.dropFirst(20)) }))
        return bytes - min(bytes, kept)
    }

    /// A cgroup stays busy for a moment after its last process.
    func remove() throws {
        try waitUntil("the cgroup is gone") { rmdir(path) == 0 || errno == ENOENT }
    }

    deinit { rmdir(path) }
}
