import CQuiesceLinux
import Foundation
import QuiesceCore
import QuiesceLinux
import QuiesceShell
import TestSupport
import Testing

@testable import QuiesceDaemon

/// The features that only cgroups offer.
@Suite(.enabled(if: ProcessFixture.hasCgroups, "no cgroup can be written here"))
struct CgroupProcessesTests {
    private func directory(_ device: ProcessFixture, _ key: ProcessKey) throws -> String {
        let mount = try #require(CgroupMount.find())
        return "\(mount.ownDirectory)/quiesce-\(device.configuration.deviceID)/\(key)"
    }

    @Test(
        "An app that somebody else thaws, and freezes again, is noticed",
        .behaviour("reliability P7"))
    func thawedByOthers() throws {
        let device = try ProcessFixture(.cgroup)
        let (key, _) = try device.shell("while :; do :; done")
        #expect(try device.freeze(key))
        let file = "\(try directory(device, key))/cgroup.freeze"
        try CgroupDirectory.write("0", to: file)
        #expect(device.wait { !device.surprises.isEmpty })
        try CgroupDirectory.write("1", to: file)
        #expect(device.wait { device.surprises.count == 2 })
        #expect(device.surprises == [false, true])
        // Our own doing is no surprise.
        device.processes.thaw(key)
        #expect(try device.freeze(key))
        #expect(device.surprises == [false, true])
    }

    @Test(
        "An app that was moved out of its group is killed: nothing could freeze it",
        .behaviour("reliability P7"))
    func moved() throws {
        let device = try ProcessFixture(.cgroup)
        let (key, pid) = try device.start("/bin/sleep", ["1000"])
        let mount = try #require(CgroupMount.find())
        try CgroupDirectory.write("\(pid)", to: "\(mount.ownDirectory)/cgroup.procs")
        #expect(device.wait { device.gone.contains(key) })
        #expect(device.exits[key] == .signalled(SIGKILL))
    }

    @Test("Of several processes, the moved main process is found by reconciling")
    func reconciling() throws {
        let device = try ProcessFixture(.cgroup)
        let (key, pid) = try device.shell("sleep 1000 & echo ready; wait")
        #expect(device.wait { device.output == "ready\n" })
        let mount = try #require(CgroupMount.find())
        try CgroupDirectory.write("\(pid)", to: "\(mount.ownDirectory)/cgroup.procs")
        device.processes.reconcile()
        #expect(device.wait { device.gone.contains(key) })
    }

    @Test("Groups whose names aren't apps' are observed, and killed as orphans")
    func strangeNames() throws {
        let device = try ProcessFixture(.cgroup)
        let (key, _) = try device.start("/bin/sleep", ["1000"])
        let strange = try directory(device, key) + "x"
        try CgroupDirectory.make(strange)
        let found = device.processes.observe(recorded: [:])
        #expect(found.map(\.name) == ["\(key)", "\(key)x"])
        #expect(found.last?.key == nil)
        device.processes.killOrphan("\(key)x")
        #expect(device.wait { access(strange, F_OK) != 0 })
        device.processes.killOrphan("../..")  // Not a name of ours.
        #expect(device.processes.observe(recorded: [:]).map(\.key) == [key])
    }

    @Test("Nothing is left of an app or of a device in the hierarchy")
    func removal() throws {
        let device = try ProcessFixture(.cgroup)
        let (key, _) = try device.shell("exit 0")
        let path = try directory(device, key)
        #expect(device.wait { device.gone.contains(key) })
        #expect(access(path, F_OK) != 0)
        device.processes.shutdown()
        device.worker.shutdown()
        #expect(access((path as NSString).deletingLastPathComponent, F_OK) != 0)
    }

    @Test("CPU time and memory of an app are told")
    func usage() throws {
        let device = try ProcessFixture(.cgroup)
        let (key, _) = try device.shell("while :; do :; done")
        #expect(device.wait { device.processes.cpuTimeMicroseconds(key) ?? 0 > 1_000 })
        #expect(try #require(device.processes.memoryReader(key)?()) > 50_000)
        #expect(device.processes.memoryReader(try device.nextKey()) == nil)
    }

    @Test(
        "A fork bomb stops at the limit of processes, whether its app has a user of its own or not",
        .behaviour("reliability P3"),
        .enabled(if: geteuid() == 0, "the pids controller and users are root's here"),
        arguments: [nil, SpawnRequest.User(uid: 64_917, gid: 64_917)])
    func processLimit(user: SpawnRequest.User?) throws {
        let device = try ProcessFixture(.cgroup, processLimit: 20)
        try #require(device.processes.notes.contains { $0.contains("at most 20") })
        // The shell that can't fork ends over it; the app's main process lives on.
        let key = try device.nextKey()
        let script =
            "(i=0; while [ $i -lt 100 ]; do sleep 1000 & i=$((i+1)); done); exec sleep 1000"
        var request = try device.request(key, "/bin/sh", ["-c", script])
        request.user = user
        request.directory = "/"
        _ = try device.spawn(request).get()
        #expect(device.wait { device.output.contains("fork") })
        let pids = try #require(device.processes.observe(recorded: [:]).first).pids
        #expect(pids.count <= 20)
        device.processes.kill(key)
        #expect(device.wait { device.gone.contains(key) })
    }

    @Test(
        "A program of the user's own session may have as many processes as it wants",
        .enabled(if: geteuid() == 0, "the pids controller is root's here"))
    func unlimited() throws {
        let device = try ProcessFixture(.cgroup, processLimit: 20)
        try #require(device.processes.notes.contains { $0.contains("at most 20") })
        let script =
            "i=0; while [ $i -lt 40 ]; do sleep 1000 & i=$((i+1)); done; echo all; exec sleep 1000"
        var request = try device.request(device.nextKey(), "/bin/sh", ["-c", script])
        request.isUnlimited = true
        _ = try device.spawn(request).get()
        #expect(device.wait { device.output == "all\n" })
        device.processes.kill(request.key)
        #expect(device.wait { device.gone.contains(request.key) })
    }
}

@Suite struct CgroupMountTests {
    private static let hybrid = """
        31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755
        39 31 0:36 / /sys/fs/cgroup/pids rw,relatime shared:9 - cgroup cgroup rw,pids
        41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw

        """

    @Test("On a hybrid machine the v2 mount and the v1 pids controller are found")
    func hybridTree() throws {
        let mount = try #require(
            CgroupMount(mountinfo: Self.hybrid, cgroups: "8:pids:/a\n4:memory:/b\n0::/\n"))
        #expect(mount.ownDirectory == "/sys/fs/cgroup/unified")
        #expect(mount.ownPath == "/")
        #expect(mount.pidsDirectory == "/sys/fs/cgroup/pids/a")
    }

    @Test("On a machine with v2 only, our own delegated cgroup is where apps go")
    func unifiedTree() throws {
        let mount = try #require(
            CgroupMount(
                mountinfo: "30 23 0:26 / /sys/fs/my\\040group rw - cgroup2 cgroup2 rw,nsdelegate\n",
                cgroups: "0::/user.slice/app.slice/run-1.scope\n"))
        #expect(mount.ownDirectory == "/sys/fs/my group/user.slice/app.slice/run-1.scope")
        #expect(mount.pidsDirectory == nil)
    }

    @Test("A mount of a part of the hierarchy is followed from its root")
    func bindMount() throws {
        let mountinfo = "30 23 0:26 /box /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n"
        #expect(
            CgroupMount(mountinfo: mountinfo, cgroups: "0::/box/a\n")?.ownDirectory
                == "/sys/fs/cgroup/a")
        #expect(CgroupMount(mountinfo: mountinfo, cgroups: "0::/boxes/a\n") == nil)
        #expect(CgroupMount(mountinfo: mountinfo, cgroups: "0::/../a\n") == nil)
    }

    @Test(
        "Without cgroup v2 there is none",
        arguments: ["", "1 2 0:1 / / rw - ext4 /dev/vda rw\n", "x"])
    func none(mountinfo: String) {
        #expect(CgroupMount(mountinfo: mountinfo, cgroups: "0::/\n") == nil)
    }
}

@Suite struct ProcessKeyTests {
    @Test("A group's name is read back as the app and the launch")
    func roundTrip() throws {
        let key = ProcessKey(
            app: try #require(AppID("org.quiesce.A-1")), launch: Launch(number: 18))
        #expect(ProcessKey(name: key.description) == key)
    }

    @Test(
        "What no app's group is called isn't taken for one",
        arguments: [
            "", "a", ".1", "org.a.", "org.a.01", "org.a.-1", "org.a.+1", "org..a.1", "org.a.1x",
        ])
    func refused(name: String) { #expect(ProcessKey(name: name) == nil) }
}
