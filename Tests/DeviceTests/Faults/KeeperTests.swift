import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

/// No app stays frozen with nobody to thaw it: each daemon has a keeper.
@Suite("A keeper")
struct KeeperTests {
    /// Each device's keeper has its home in its arguments.
    private func keepers(_ device: LiveDevice) -> [pid_t] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return all.compactMap { pid_t($0) }.filter { pid in
            guard let line = FileManager.default.contents(atPath: "/proc/\(pid)/cmdline") else {
                return false
            }
            let arguments = line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            return arguments.first?.hasSuffix("/quiesce-keeper") == true
                && arguments.dropFirst().first == device.home + "/daemon.lock"
        }
    }

    private func suspend(_ device: LiveDevice) throws -> Puppet {
        let puppet = try Puppet(device)
        try device.open(puppet.app)
        try device.wait(puppet.app, "active")
        try device.perform(.home)
        try device.wait(puppet.app, "suspended")
        return puppet
    }

    /// How an app is seen to be frozen without a daemon.
    private func frozenState(_ device: LiveDevice, _ row: ProcessRow) throws -> () -> Bool {
        if try device.status().freezer == "signals" {
            let file = "/proc/\(row.pid ?? 0)/stat"
            return {
                (try? String(contentsOfFile: file, encoding: .utf8))?.contains(") T ") == true
            }
        }
        let file = try device.cgroup(row) + "/cgroup.events"
        return {
            (try? String(contentsOfFile: file, encoding: .utf8))?.contains("frozen 1") == true
        }
    }

    @Test(
        "An app that was frozen when its daemon died is thawed when its time is out, and the next daemon freezes it again",
        .behaviour("reliability P8", "S8"), arguments: Freezer.available,
        [LiveDevice.Succession.killed, .ended])
    func thaws(freezer: Freezer, succession: LiveDevice.Succession) throws {
        try withDevice(options: freezer.options + ["--thaw-after", "1"]) { device in
            let puppet = try suspend(device)
            let row = try device.ps(puppet.app)
            let isFrozen = try frozenState(device, row)
            #expect(isFrozen())
            try device.succeed(succession) {
                try waitUntil("thawed") { !isFrozen() }
                // It runs, and waits for a daemon to speak to.
                #expect(try puppet.ask("result = os.getpid()", Int.self) == row.pid)
            }
            try device.wait(puppet.app, "suspended")
            #expect(try device.log(puppet.app).contains { $0.reason == "foundThawed" })
            #expect(isFrozen())
            #expect(try device.ps(puppet.app).pid == row.pid)
            #expect(try device.ps(puppet.app).launch == 1)
        }
    }

    @Test(
        "It is thawed, too, where the daemon takes long to end: a keeper takes that for no other daemon",
        .behaviour("reliability P8", "S8"))
    func slowEnd() throws {
        try withDevice(options: ["--thaw-after", "1"]) { device in
            let puppet = try suspend(device)
            let row = try device.ps(puppet.app)
            let isFrozen = try frozenState(device, row)
            // A daemon that ends waits for its agent, which can't hear of it.
            let server = try SilentServer()
            let get = try device.quiesce(
                "get", server.url, "-o", device.scratch + "/file", "--no-wait")
            #expect(get.code == 0, "\(get.error)")
            try waitUntil("the agent") { try device.child("quiesce-transferd") != nil }
            kill(try #require(try device.child("quiesce-transferd")), SIGSTOP)
            try device.succeed(.ended) { try waitUntil("thawed") { !isFrozen() } }
            try device.wait(puppet.app, "suspended")
            #expect(try device.ps(puppet.app).pid == row.pid)
        }
    }

    @Test(
        "A daemon that can't start leaves no app frozen: a keeper of its own thaws them, should the last daemon's be gone",
        .behaviour("reliability D7", "reliability D9", "reliability P8"),
        .enabled(if: geteuid() == 0, "a home is read-only to root by a mount alone"),
        arguments: Freezer.available)
    func cannotStart(freezer: Freezer) throws {
        let device = try LiveDevice(options: freezer.options + ["--thaw-after", "1"])
        defer { device.tearDown() }
        try device.start()
        let puppet = try suspend(device)
        let row = try device.ps(puppet.app)
        let isFrozen = try frozenState(device, row)
        // Both die, as if the kernel had run out of memory.
        let keeper = try #require(keepers(device).first)
        kill(device.daemonPID, SIGSTOP)
        kill(keeper, SIGKILL)
        try device.waitUntilGone(Int(keeper))
        device.killDaemon()
        #expect(keepers(device).isEmpty)
        device.wrapper = [
            "unshare", "-m", "sh", "-c",
            "mount --bind \"$0\" \"$0\" && mount -o remount,bind,ro \"$0\" && exec \"$@\"",
            device.home,
        ]
        let daemon = try device.launch()
        daemon.waitUntilExit()
        #expect(daemon.terminationStatus == 78)
        #expect(device.daemonLog.contains("read-only"))
        #expect(
            device.daemonLog.contains(
                "; 1 of its apps is left, frozen: what is frozen is thawed in 1 s, and `quiesce down` ends all of it"
            ), "\(device.daemonLog)")
        try waitUntil("thawed") { !isFrozen() }
        #expect(processExists(row.pid ?? 0))
        device.wrapper = []
        try device.start()
        try device.wait(puppet.app, "suspended")
        #expect(try device.ps(puppet.app).pid == row.pid)
    }

    @Test(
        "Each daemon has one, which goes when another daemon has come, or the last app",
        .behaviour("reliability P8"), arguments: Freezer.available)
    func comesAndGoes(freezer: Freezer) throws {
        try withDevice(options: freezer.options) { device in
            let puppet = try suspend(device)
            let first = keepers(device)
            #expect(first.count == 1)
            for succession in LiveDevice.Succession.allCases {
                try device.succeed(succession)
                try waitUntil("the next one's alone") { keepers(device).count == 1 }
            }
            #expect(keepers(device) != first)
            #expect(try device.ps(puppet.app).state == "suspended")
            #expect(try device.status().notes.allSatisfy { !$0.contains("keeper") })
            try device.down()
            try waitUntil("gone") { keepers(device).isEmpty }
        }
    }

    @Test("One that is killed is replaced", .behaviour("reliability P8"))
    func replaced() throws {
        try withDevice { device in
            let first = try #require(keepers(device).first)
            kill(first, SIGKILL)
            try waitUntil("another") { keepers(device).contains { $0 != first } }
            #expect(try device.status().notes.allSatisfy { !$0.contains("keeper") })
        }
    }

    @Test("Where there is none, the owner is told", .behaviour("reliability P8"))
    func missing() throws {
        let device = try LiveDevice()
        defer { device.tearDown() }
        device.program = device.scratch + "/quiesced"
        try BuiltProducts.place(BuiltProducts.path("quiesced"), at: device.program)
        try device.start()
        #expect(
            try device.status().notes.contains { $0.hasPrefix("there is no quiesce-keeper") })
    }
}

/// It takes connections, and says nothing.
private final class SilentServer {
    private let listener: CInt
    let url: String

    init() throws {
        listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        try #require(listener >= 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 8) == 0
                    && getsockname(listener, $0, &size) == 0
            }
        }
        try #require(isBound)
        url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/file"
    }

    deinit { close(listener) }
}
