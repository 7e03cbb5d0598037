import Foundation
import Glibc
import QuiesceCore
import QuiesceLinux
import QuiesceWire
import TestSupport
import Testing

/// The daemon is gone, and no other takes its apps over.
@Suite("Apps that a daemon has left")
struct LeftAppsTests {
    /// By what a newer daemon's store is told.
    enum Version: String, CaseIterable {
        /// The version of the tables.
        case tables = "PRAGMA user_version = %d"
        /// The version of the facts in them.
        case facts = "UPDATE facts SET value = CAST('%d' AS BLOB) WHERE key = 'version'"
    }

    /// Has a store look as if another daemon had written it.
    private func makeStore(_ version: Version, _ number: Int, _ device: LiveDevice) throws {
        let script = """
            import sqlite3, sys
            store = sqlite3.connect(sys.argv[1], isolation_level=None)
            store.execute(sys.argv[2] % int(sys.argv[3]))
            store.close()
            """
        let store = device.home + "/store.sqlite"
        let (output, status) = try LiveDevice.command([
            "python3", "-c", script, store, version.rawValue, "\(number)",
        ])
        #expect(status == 0, "\(output)")
    }

    /// An app that is suspended and one that runs, and no daemon.
    private func leave(_ device: LiveDevice) throws -> (frozen: Puppet, running: Puppet) {
        let frozen = try Puppet(device, "frozen")
        try device.open(frozen.app)
        try device.wait(frozen.app, "active")
        try device.perform(.home)
        try device.wait(frozen.app, "suspended")
        let running = try Puppet(device, "running")
        try device.open(running.app)
        try device.wait(running.app, "active")
        return (frozen, running)
    }

    @Test(
        "Where a newer daemon's store keeps this one from starting, it says what is left, so does every tool, and `down` ends it",
        .behaviour("reliability D7", "reliability P8"), arguments: Freezer.available,
        Version.allCases)
    func newerStore(freezer: Freezer, version: Version) throws {
        try withDevice(options: freezer.options) { device in
            let (frozen, running) = try leave(device)
            let pids = try [frozen, running].map { try device.pid($0.app) }
            device.killDaemon()
            try makeStore(version, 99, device)

            let daemon = try device.launch()
            daemon.waitUntilExit()
            #expect(daemon.terminationStatus == 78)
            let left = "2 of its apps are left, 1 of them frozen"
            #expect(device.daemonLog.contains("it was written by a newer quiesced"))
            #expect(device.daemonLog.contains(left) && device.daemonLog.contains("`quiesce down`"))
            #expect(device.daemonLog.split(separator: "\n").count == 1)
            for arguments in [["ps"], ["status"], ["quit", frozen.app], ["why", frozen.app]] {
                let tool = try LiveDevice.run(
                    [BuiltProducts.path("quiesce")] + arguments, home: device.home)
                #expect(tool.code == 69)
                #expect(tool.error.contains(left) && tool.error.contains("`quiesce down"))
            }
            let up = try device.quiesce("up")
            #expect(up.code == 78)
            #expect(up.error.contains(left) && up.error.contains("`quiesce down`"))

            let down = try device.quiesce("down")
            #expect(down.code == 0, "\(down.error)")
            #expect(down.out == "no daemon was running; ended 2 of its apps\n")
            for pid in pids { try device.waitUntilGone(pid) }
            let again = try device.quiesce("down")
            #expect(again.code == 69)
            #expect(again.error.hasSuffix("and none of its apps, so there is nothing to stop\n"))
            // Nobody has touched the store.
            let own = version == .tables ? 1 : SystemMachine.stateVersion
            try makeStore(version, own, device)
            try device.start()
            #expect(Set(try device.apps()) == [frozen.app, running.app])
        }
    }

    @Test(
        "While a daemon is just starting, `down` leaves the apps to it",
        .behaviour("reliability D8"))
    func lockIsHeld() throws {
        try withDevice { device in
            let (frozen, _) = try leave(device)
            let row = try device.ps(frozen.app)
            device.killDaemon()
            let lock = open(device.home + "/daemon.lock", O_RDWR | O_CLOEXEC)
            #expect(flock(lock, LOCK_EX) == 0)
            let down = try device.quiesce("down")
            #expect(down.code == 1)
            #expect(down.error.contains("just starting or ending"))
            close(lock)
            try device.start()
            #expect(try device.ps(frozen.app).pid == row.pid)
        }
    }

    @Test(
        "A daemon in another cgroup than the last brings the apps to its own, and frozen ones stay frozen",
        .behaviour("reliability P8", "S8"),
        .enabled(if: geteuid() == 0 && CgroupMount.find() != nil, "making cgroups takes root"))
    func elsewhere() throws {
        let mount = try #require(CgroupMount.find())
        let device = try LiveDevice()
        let scope = "\(mount.ownDirectory)/\(device.scratch.split(separator: "/").last ?? "")"
        defer {
            device.tearDown()
            rmdir(scope)
        }
        try #require(mkdir(scope, 0o755) == 0)
        device.wrapper = [
            "sh", "-c", "echo $$ > \(scope)/cgroup.procs && exec \"$@\"", "sh",
        ]
        try device.start()
        let (frozen, running) = try leave(device)
        let rows = try [frozen, running].map { try device.ps($0.app) }
        #expect(try device.cgroup(rows[0]).hasPrefix(scope))
        let ticks = device.cpuTicks(try #require(rows[0].pid))
        device.killDaemon()
        device.wrapper = []
        try device.start()
        #expect(try !device.cgroup(rows[0]).hasPrefix(scope))
        #expect(try device.isFrozen(rows[0]))
        #expect(device.cpuTicks(try #require(rows[0].pid)) == ticks)
        for row in rows { #expect(try device.ps(row.id).pid == row.pid) }
        #expect(try running.ask("result = os.getpid()", Int.self) == rows[1].pid)
        #expect(ProcFile.folders(in: scope).isEmpty)
        try device.open(frozen.app)
        try device.wait(frozen.app, "active")
        #expect(try device.ps(frozen.app).pid == rows[0].pid)
    }
}
